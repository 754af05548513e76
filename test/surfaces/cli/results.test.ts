import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { injection, reviewAsJson } from "./run-cli.ts";

/** One repository, one branch a case: no case writes into it. */
let repository: GitRepository;
beforeAll(() => {
  repository = gitRepository();
  repository.write("total.ts", "export function total(prices: number[]): number {\n  return prices.length;\n}\n");
  repository.write("logo.png", Buffer.from([137, 80, 78, 71, 0, 1, 2, 3]));
  repository.write("moved.ts", "export const one = 1;\nexport const two = 2;\nexport const three = 3;\n");
  repository.write("run.sh", "echo run\n");
  repository.commit();
  branch("clean", () => repository.write("total.ts", "export const total = (prices: number[]) => prices.length;\n"));
  branch("blocked", () => repository.write("search.js", injection));
  branch("binary", () => repository.write("logo.png", Buffer.from([137, 80, 78, 71, 0, 3, 2, 1])));
  branch("renamed", () => repository.git("mv", "moved.ts", "renamed.ts"));
  branch("empty", () => undefined);
  branch("findings", () => repository.write("token.py", "import random\n\ntoken = str(random.random())\n"));
});
afterAll(() => repository.remove());

function branch(name: string, change: () => void): void {
  repository.git("switch", "-q", "-c", name, "main");
  change();
  repository.commit(name);
}

test("clean: exit 0, and the report says that only rules reviewed it", async () => {
  const { code, report } = await reviewAsJson(repository, ["main..clean"]);
  expect(report).toMatchObject({ result: "clean", conclusion: "neutral", title: "Rules only: 0 findings" });
  expect(report.coverage).toEqual({ complete: true, files: [{ path: "total.ts", state: "full" }] });
  expect(code).toBe(0);
});

test("findings that do not block: exit 0", async () => {
  const { code, report } = await reviewAsJson(repository, ["main..findings"]);
  expect(report).toMatchObject({ result: "findings", conclusion: "neutral" });
  expect(report.findings).toMatchObject([{ severity: "P1", path: "token.py", line: 3 }]);
  expect(code).toBe(0);
});

test("blocked: request data in a query is P0 and exit 1", async () => {
  const { code, report } = await reviewAsJson(repository, ["main..blocked"]);
  expect(report).toMatchObject({ result: "blocked", conclusion: "failure", title: "1 P0 finding blocks this merge" });
  expect(report.findings).toMatchObject([{ severity: "P0", path: "search.js", line: 4 }]);
  expect(code).toBe(1);
});

describe("inconclusive", () => {
  const broken = "diff --git a/bad.ts b/bad.ts\n--- a/bad.ts\n+++ b/bad.ts\n@@ -1,2 +1,9 @@\n-one\n+two\n";
  const good = (added: string[]) =>
    [
      "diff --git a/good.js b/good.js",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/good.js",
      `@@ -0,0 +1,${added.length} @@`,
      ...added.map((line) => `+${line}`),
      "",
    ].join("\n");

  test("a malformed hunk: the other file is reviewed, the coverage names the file, exit 3", async () => {
    const input = broken + good(["export const one = 1;"]);
    const { code, report } = await reviewAsJson(repository, ["--diff", "-"], { input });
    expect(report).toMatchObject({ result: "inconclusive", conclusion: "failure" });
    expect(report.title).toMatch(/^Review incomplete, not a code finding: 1 of 2 files not fully reviewed/);
    expect(report.coverage.complete).toBe(false);
    expect(report.coverage.files).toMatchObject([
      { path: "bad.ts", state: "unreviewed", reason: expect.stringMatching(/hunk/) },
      { path: "good.js", state: "full" },
    ]);
    expect(code).toBe(3);
  });

  test("a malformed hunk does not hide a blocking finding in the file after it", async () => {
    const input = broken + good(injection.trimEnd().split("\n"));
    const { code, report } = await reviewAsJson(repository, ["--diff", "-"], { input });
    expect(report).toMatchObject({ result: "blocked", findings: [{ severity: "P0", path: "good.js" }] });
    expect(report.coverage.complete).toBe(false);
    expect(code).toBe(1);
  });
});

describe("skipped: exit 0, and the title says that nothing was reviewed", () => {
  test.each([
    ["an empty change", "main..empty", "Nothing to review: the change is empty", []],
    ["a binary alone", "main..binary", "Nothing to review: every file is excluded", ["excluded"]],
  ])("%s", async (_what, range, title, states) => {
    const { code, report } = await reviewAsJson(repository, [range]);
    expect(report).toMatchObject({ result: "skipped", conclusion: "skipped", findings: [] });
    expect(report.title).toMatch(title);
    expect(report.coverage.files.map(({ state }) => state)).toEqual(states);
    expect(code).toBe(0);
  });
});

test("a rename alone is reviewed by its names", async () => {
  const { code, report } = await reviewAsJson(repository, ["main..renamed"]);
  expect(report).toMatchObject({ result: "clean", conclusion: "neutral", title: "Rules only: 0 findings" });
  expect(report.coverage.files).toMatchObject([{ state: "full", reason: "renamed without a change of text" }]);
  expect(report.notes.join()).toContain("A file has a new path but the same text");
  expect(code).toBe(0);
});
