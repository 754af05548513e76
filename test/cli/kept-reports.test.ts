import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { injection, outcomeOf, reviewAsJson, runCli } from "./run-cli.ts";

let repository: GitRepository;
let outside: string;
beforeEach(() => {
  repository = gitRepository();
  outside = join(repository.path, "..", "outside");
  mkdirSync(outside);
  repository.write("a.js", "export const a = 1;\n");
});
afterEach(() => repository.remove());

test("H83 a .debate that is a link is not followed", async () => {
  writeFileSync(join(outside, ".gitignore"), "mine\n");
  symlinkSync(outside, join(repository.path, ".debate"));
  const { code, stdout, stderr } = await runCli(repository, ["review"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Rules only");
  expect(stderr).toContain("could not be kept in .debate: it is a link");
  expect(readdirSync(outside)).toEqual([".gitignore"]);
  expect(readFileSync(join(outside, ".gitignore"), "utf8")).toBe("mine\n");
});

test("H83 a link inside .debate: its target stays unchanged", async () => {
  const file = join(outside, "profile");
  writeFileSync(file, "mine\n");
  mkdirSync(join(repository.path, ".debate"));
  symlinkSync(file, join(repository.path, ".debate", ".gitignore"));
  const { code, stderr } = await runCli(repository, ["review"]);
  expect(code).toBe(0);
  expect(stderr).toContain("could not be kept");
  expect(readFileSync(file, "utf8")).toBe("mine\n");
  expect(existsSync(join(outside, "review"))).toBe(false);
});

test("a disk that is full while a report is kept leaves no half of it, so the ledger can still be read", async () => {
  repository.commit();
  repository.git("switch", "-q", "-c", "topic");
  repository.write("b.js", injection.repeat(20));
  // Larger files than a few kB fail, as on a full disk: the report of this change has some 50 kB.
  const limited = `trap "" XFSZ; ulimit -f 8; exec "$0" "$@"`;
  const words = [process.execPath, resolve("dist/cli.js"), "review", "--offline"];
  const child = spawn("sh", ["-c", limited, ...words], { cwd: repository.path, env: repository.env });
  expect((await outcomeOf(child)).stderr).toContain("could not be kept in .debate: EFBIG");
  expect(readdirSync(join(repository.path, ".debate")).filter((name) => name.startsWith("review"))).toEqual([]);
  expect(await runCli(repository, ["stats"])).toMatchObject({ code: 0, stderr: "" });
});

test("a NUL byte hides no source file, a huge untracked one is missed in the coverage", async () => {
  repository.commit();
  repository.git("switch", "-q", "-c", "topic");
  repository.write("b.js", `// \0\nrequire("child_process").exec("ls " + req.query.x);\n`);
  repository.write('hu"ge ü.js', "x\n".repeat(3_000_000));
  const { code, report } = await reviewAsJson(repository);
  expect(code).toBe(3);
  expect(report.result).toBe("inconclusive");
  expect(report.coverage.files).toMatchObject([
    { path: "b.js", state: "excluded" },
    { path: 'hu"ge ü.js', state: "unreviewed" },
  ]);
});
