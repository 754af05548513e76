import { spawn } from "node:child_process";
import { chmodSync, closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { injection, outcomeOf, reviewAsJson, startCli } from "./run-cli.ts";

let repository: GitRepository;
beforeEach(() => {
  repository = gitRepository();
});
afterEach(() => repository.remove());

test("H83 nothing that a repository holds or configures is executed or loaded", async () => {
  const canary = join(repository.path, "..", "canary");
  const program = repository.script("program", `echo "$0 $*" >> "${canary}"; cat`);
  const code = `require("node:fs").writeFileSync(${JSON.stringify(canary)}, "loaded")`;
  const module = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(canary)}, "loaded");`;
  repository.write("a.js", "export const a = 1;\n");
  repository.write(".gitattributes", "*.js filter=evil diff=evil merge=evil\n");
  repository.commit();
  repository.git("switch", "-q", "-c", "topic");
  const files = {
    "package.json": JSON.stringify({
      name: "x",
      main: "index.cjs",
      scripts: { prepare: program, preinstall: program },
    }),
    ".npmrc": `script-shell=${program}\nnode-options=--require=${join(repository.path, "index.cjs")}\n`,
    ".env": `NODE_OPTIONS=--require=${join(repository.path, "index.cjs")}\n`,
    "index.cjs": code,
    "node_modules/yaml/index.js": code,
    "node_modules/yaml/package.json": '{"name":"yaml","main":"index.js"}',
    "node_modules/.bin/git": `#!/bin/sh\n${program}\n`,
    git: `#!/bin/sh\n${program}\n`,
    "vitest.config.ts": module,
    "pr-debate.config.js": module,
    ".github/pr-debate/rules/load.js": module,
    ".mcp.json": JSON.stringify({ mcpServers: { x: { command: program } } }),
    "CLAUDE.md": `!${program}\n`,
    ".rubocop.yml": `require: ${program}\n`,
    "search.js": injection,
  };
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  for (const path of ["git", "node_modules/.bin/git"]) chmodSync(join(repository.path, path), 0o755);
  repository.commit();
  repository.write("a.js", "export const a = 2;\n");
  const programs = ["core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "diff.external", "gpg.program"];
  const drivers = [
    "diff.evil.textconv",
    "diff.evil.command",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
  ];
  for (const key of [...programs, ...drivers]) repository.git("config", key, program);
  for (const alias of ["diff", "rev-parse", "cat-file"]) repository.git("config", `alias.${alias}`, `!${program}`);
  for (const hook of ["post-index-change", "pre-commit", "reference-transaction", "fsmonitor-watchman"]) {
    repository.write(`.git/hooks/${hook}`, readFileSync(program));
    chmodSync(join(repository.path, ".git/hooks", hook), 0o755);
  }
  for (const args of [["--staged"], []]) {
    const { report } = await reviewAsJson(repository, args);
    expect(existsSync(canary), args.join(" ")).toBe(false);
    if (args.length === 0) expect(report.findings.map(({ path }) => path)).toContain("search.js");
  }
  // The trap works: git itself runs it.
  repository.git("diff");
  expect(existsSync(canary)).toBe(true);
});

describe("an interruption ends in 130, without a report", () => {
  test("while git works", async () => {
    repository.write("a.txt", "one\n");
    repository.commit();
    const real = repository.env.PATH;
    const started = join(repository.path, "..", "started");
    const shim = repository.script(
      "git",
      `case "$*" in *" diff "*) touch "${started}"; sleep 60;; esac; PATH="${real}" exec git "$@"`,
    );
    const child = startCli(repository, ["review"], { env: { PATH: `${join(shim, "..")}:${real}` } });
    const outcome = outcomeOf(child);
    while (!existsSync(started)) await new Promise((resume) => setTimeout(resume, 20));
    child.kill("SIGINT");
    expectInterrupted(await outcome);
  });

  test("while rules compute, which never waits for anything", async () => {
    repository.write("README.md", "# Shop\n");
    repository.commit();
    for (let file = 0; file < 40; file += 1) repository.write(`search-${file}.js`, injection.repeat(12));
    const child = startCli(repository, ["review"]);
    const outcome = outcomeOf(child);
    child.stderr?.on("data", (text: string) => {
      // The grammars are loaded by then; the forty files take seconds.
      if (text.includes("Seats review the change")) setTimeout(() => child.kill("SIGINT"), 400);
    });
    expectInterrupted(await outcome);
    // It stopped between two files, not after the last one.
    expect((await outcome).stderr).not.toContain("Merging");
  });

  function expectInterrupted({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }): void {
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toMatch(/interrupted\. Nothing was concluded and no report was written\.\n$/);
    expect(existsSync(join(repository.path, ".debate"))).toBe(false);
    expect(readdirSync(repository.temporary)).toEqual([]);
  }
});

describe("stdout that takes no report", () => {
  beforeEach(() => {
    repository.write("README.md", "# Shop\n");
    repository.commit();
  });

  test("a reader that stopped early does not change the exit code", async () => {
    const child = startCli(repository, ["review", "--no-report"]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect(await new Promise((done) => child.on("close", done))).toBe(0);
  });

  test("a failing write is exit 2 with a way out", async () => {
    const readOnly = openSync(join(repository.path, "README.md"), "r");
    const args = [resolve("src/cli/main.ts"), "review", "--offline", "--no-report"];
    const { path: cwd, env } = repository;
    const outcome = await outcomeOf(spawn(process.execPath, args, { cwd, env, stdio: ["ignore", readOnly, "pipe"] }));
    closeSync(readOnly);
    expect(outcome.stderr).toMatch(/The report cannot be written to stdout: EBADF[\s\S]*--out FILE\.\n$/);
    expect(outcome.code).toBe(2);
  });
});
