import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { reviewAsJson, runCli } from "./run-cli.ts";

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
