import { afterAll, describe, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { injection, reviewAsJson, runCli } from "./run-cli.ts";

const repositories: GitRepository[] = [];
afterAll(() => {
  for (const repository of repositories) repository.remove();
});

/** `base` is on main; `head` is written on a branch, which stays checked out. */
function aRepository(base: Record<string, string>, head: Record<string, string>): GitRepository {
  const repository = gitRepository();
  repositories.push(repository);
  repository.write("README.md", "# Shop\n");
  for (const [path, text] of Object.entries(base)) repository.write(path, text);
  repository.commit("base");
  repository.git("switch", "-q", "-c", "topic");
  for (const [path, text] of Object.entries(head)) repository.write(path, text);
  repository.commit("head");
  return repository;
}

const settings = ".github/pr-debate.yml";
const rules = ".github/pr-debate/rules";
const noConsole = `id: no-console-table
languages: [javascript, typescript]
severity: P0
category: other
platform: general
title: console.table is forbidden in this repository
message: The log collector of this repository cannot read tables.
failurePath: any request → console.table → the log line is lost
fix: Use console.log with one line of JSON.
match:
  rule: { pattern: console.table($$$ARGUMENTS) }
`;

describe("settings of the merge base", () => {
  test("H59 an ignore glob for everything at the base: nothing is reviewed, and the report says so", async () => {
    const repository = aRepository(
      { [settings]: 'version: 1\npaths: { ignore: ["**"] }\n' },
      { "search.js": injection, "b.js": "export const b = 1;\n" },
    );
    const { code, report } = await reviewAsJson(repository);
    expect(report).toMatchObject({ result: "skipped", conclusion: "skipped", findings: [] });
    expect(report.title).toBe("Nothing to review: every file is excluded");
    expect(report.coverage.files).toEqual([
      { path: "b.js", state: "excluded", reason: "ignored by the base configuration" },
      { path: "search.js", state: "excluded", reason: "ignored by the base configuration" },
    ]);
    expect(code).toBe(0);
  });

  test("H59 an ignore glob that only the head has is not honoured", async () => {
    const repository = aRepository(
      {},
      { [settings]: 'version: 1\npaths: { ignore: ["**"] }\n', "search.js": injection },
    );
    const { code, report } = await reviewAsJson(repository);
    expect(report).toMatchObject({ result: "blocked", findings: [{ severity: "P0", path: "search.js" }] });
    expect(report.coverage.files.map(({ state }) => state)).toEqual(["full", "full"]);
    expect(code).toBe(1);
  });

  test("H25 the head's own edit of the settings does not count, committed or not", async () => {
    const repository = aRepository(
      { [settings]: "version: 1\nreview: { block-on: P0 }\n" },
      { [settings]: "version: 1\nreview: { block-on: never }\n", "search.js": injection },
    );
    repository.write(settings, 'version: 1\npaths: { ignore: ["*.js"] }\n');
    expect(await reviewAsJson(repository)).toMatchObject({ code: 1 });
    repository.git("rm", "-q", "-f", settings);
    expect(await reviewAsJson(repository)).toMatchObject({ code: 1, report: { result: "blocked" } });
  });

  test("--config replaces the file at the base", async () => {
    const repository = aRepository(
      {
        [settings]: "version: 1\nreview: { block-on: P0 }\n",
        "notes.yml": "version: 1\nreview: { block-on: never }\n",
      },
      { "search.js": injection },
    );
    const { code, report } = await reviewAsJson(repository, ["--config", "notes.yml"]);
    expect(report).toMatchObject({ result: "findings", findings: [{ severity: "P0" }] });
    expect(code).toBe(0);
  });

  test("settings at the base that cannot be read: exit 2, never a passing review", async () => {
    const repository = aRepository({ [settings]: "version: 1\nreview: { block-on: P7 }\n" }, { "a.txt": "a\n" });
    const { code, stdout, stderr } = await runCli(repository, ["review"]);
    expect(stderr).toMatch(/pr-debate\.yml, line 2: .*P7.*P0, P1, never/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("the repository's own rules", () => {
  test("those at the merge base are used, those that only the head has are not", async () => {
    const head = { "table.ts": "export const show = (rows: unknown[]) => console.table(rows);\n" };
    const withRule = aRepository({ [`${rules}/no-console-table.yml`]: noConsole }, head);
    expect(await reviewAsJson(withRule)).toMatchObject({
      code: 1,
      report: { findings: [{ severity: "P0", path: "table.ts", line: 1 }] },
    });
    const without = aRepository({}, { ...head, [`${rules}/no-console-table.yml`]: noConsole });
    expect(await reviewAsJson(without)).toMatchObject({ code: 0, report: { result: "clean" } });
  });

  test("a rule that the head removes still counts", async () => {
    const repository = aRepository(
      { [`${rules}/no-console-table.yml`]: noConsole },
      { "table.js": "console.table(1);\n" },
    );
    repository.git("rm", "-q", `${rules}/no-console-table.yml`);
    repository.commit();
    expect(await reviewAsJson(repository)).toMatchObject({ code: 1 });
  });

  test.each([
    ["of the wrong shape", noConsole.replace("severity: P0", "severity: fatal"), /severity/],
    ["that is no YAML", "id: [\n", /rule file/],
    [
      "that cannot run",
      noConsole.replace("pattern: console.table($$$ARGUMENTS)", "kind: no_such_kind"),
      /no_such_kind/,
    ],
  ])("a broken one, %s: exit 2 with its name", async (_what, text, message) => {
    const repository = aRepository({ [`${rules}/broken.yml`]: text }, { "a.ts": "export const a = 1;\n" });
    const { code, stdout, stderr } = await runCli(repository, ["review"]);
    expect(stderr).toMatch(/\.github\/pr-debate\/rules\/broken\.yml/);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});
