import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseBaseline } from "../../../src/panel/choosing/silencing.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { reviewOptions } from "./commands.ts";
import { injection, runCli } from "./run-cli.ts";

const file = ".github/pr-debate-baseline.json";
const repositories: GitRepository[] = [];
afterAll(() => {
  for (const repository of repositories) repository.remove();
});

describe("--write-baseline [FILE]", () => {
  test.each([
    [["--write-baseline"], file, {}],
    [["--write-baseline", "--staged"], file, { staged: true }],
    [["--write-baseline", "main..topic"], file, { range: "main..topic" }],
    [["--write-baseline", "own.json", "main..topic"], "own.json", { range: "main..topic" }],
    [["main..topic", "--write-baseline=deep/own.json"], "deep/own.json", { range: "main..topic" }],
  ])("%j", (args, expected, change) => {
    const options = reviewOptions(args);
    expect(options.baseline).toBe(expected);
    expect(options.change).toEqual(change);
  });

  test.each([[["--pr", "octo/app#1"]], [["--estimate"]]])("not with %j", (args) => {
    expect(() => reviewOptions(["--write-baseline", ...args])).toThrow(/works on the review of a local change only/);
  });

  test("writes the file, reports its findings, and keeps the exit code of the review", async () => {
    const repository = gitRepository();
    repositories.push(repository);
    repository.write("a.js", "x();\n");
    repository.commit("base");
    repository.write("search.js", injection);
    const { code, stderr } = await runCli(repository, ["review", "--no-report", "--write-baseline"]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${file} knows 1 finding, 1 of them new. It counts once it is on the base branch.`);
    expect(existsSync(join(repository.path, file))).toBe(true);
    expect(parseBaseline(readFileSync(join(repository.path, file), "utf8"), file)).toMatchObject([
      { rule: "javascript-sql-injection-request", severity: "P0", path: "search.js", count: 1, reason: "" },
    ]);
  });

  test.each([
    [["--write-baseline", "package.json"], "package.json is not a valid baseline"],
    [["--out="], "it has no name"],
  ])("%j: reports a file that cannot be written before the review begins", async (args, said) => {
    const repository = gitRepository();
    repositories.push(repository);
    repository.write("package.json", "{}\n");
    repository.commit("base");
    repository.write("search.js", injection);
    const { code, stderr } = await runCli(repository, ["review", "--no-report", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain("Seats review");
  });
});

test("config check names an unknown rule with the nearest known one, and knows the rules of the repository", async () => {
  const repository = gitRepository();
  repositories.push(repository);
  repository.write("bad.yml", "version: 1\nrules: { go-sql-injektion: off }\n");
  repository.write("good.yml", "version: 1\nrules: { go-sql-injection: off, no-legacy: { off: not ours } }\n");
  repository.write(".github/pr-debate/rules/own.yml", "id: no-legacy\n");
  const bad = await runCli(repository, ["config", "check", "bad.yml"]);
  expect(bad.code).toBe(2);
  expect(bad.stdout).toContain('bad.yml: rules: there is no rule "go-sql-injektion". Did you mean "go-sql-injection"?');
  expect((await runCli(repository, ["config", "check", "good.yml"])).code).toBe(0);
});
