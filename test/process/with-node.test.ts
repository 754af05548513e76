import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "with-node-"));
  writeFileSync(
    join(folder, "said.ts"),
    'const said: string = process.argv.slice(2).join(" ");\nconsole.log(said, process.env["PATH"]?.split(":")[0]);\nprocess.exitCode = 3;\n',
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("a Node that reads TypeScript runs the script itself, with its arguments and its exit code", () => {
  npm("exit 9");
  const { status, stdout } = run("24.0.0");
  expect({ status, stdout }).toEqual({ status: 3, stdout: `one two ${folder}\n` });
});

test("scripts are kept compiled inside the repository, in node_modules", () => {
  writeFileSync(
    join(folder, "said.ts"),
    'import module from "node:module";\nconsole.log(module.getCompileCacheDir());\nprocess.exitCode = 3;\n',
  );
  npm("exit 9");
  expect(run("24.0.0").stdout).toContain(resolve("node_modules", ".cache", "compiled"));
});

test.each(["20.20.2", "22.17.1"])(
  "Node %s runs it with a newer one from npm, which comes first on the path",
  (version) => {
    npm(`echo "$@" > "${join(folder, "asked")}"; echo "${process.execPath}"`);
    const { status, stdout } = run(version);
    const bin = dirname(process.execPath);
    expect({ status, stdout }).toEqual({ status: 3, stdout: `one two ${bin}\n` });
    expect(readFileSync(join(folder, "asked"), "utf8")).toMatch(
      /^--loglevel=error exec --yes --package=node-\S+@24\.\d+\.\d+ -- node -p/,
    );
  },
);

test("without a registry an old Node says what is needed", () => {
  npm("exit 1");
  const { status, stderr } = run("20.20.2");
  expect(stderr).toMatch(/^This is Node 20\.20\.2; the sources need Node 22\.18 or newer, .*\n$/);
  expect(status).toBe(2);
});

test.each([
  ["20.20.2", /^--loglevel=error install --no-save --ignore-scripts .*node-\S+@24\.\d+\.\d+\n$/],
  ["22.17.1", /^--loglevel=error install --no-save/],
  ["22.18.0", /^$/],
])("an installation under Node %s gets a newer one only where it is needed", (version, asked) => {
  writeFileSync(join(folder, "asked"), "");
  npm(`echo "$@" > "${join(folder, "asked")}"`);
  expect(run(version, []).status).toBe(0);
  expect(readFileSync(join(folder, "asked"), "utf8")).toMatch(asked);
});

test("of the newer Node only the program is kept, not its headers", () => {
  npm('for last; do :; done; cd node_modules; mkdir -p "${last%@*}/bin" "${last%@*}/include"');
  mkdirSync(join(folder, "node_modules"));
  expect(run("20.20.2", []).status).toBe(0);
  const [installed = "", ...others] = readdirSync(join(folder, "node_modules"));
  expect(others).toEqual([]);
  expect(readdirSync(join(folder, "node_modules", installed))).toEqual(["bin"]);
});

/** A stand-in for npm, first on the path. */
function npm(script: string): void {
  writeFileSync(join(folder, "npm"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function run(
  version: string,
  script = [join(folder, "said.ts"), "one", "two"],
): { status: number | null; stdout: string; stderr: string } {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const PATH = [folder, process.env["PATH"] ?? ""].join(delimiter);
  return spawnSync(process.execPath, ["--import", preload, resolve("scripts/with-node.mjs"), ...script], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH },
  });
}
