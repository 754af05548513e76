import { describe, expect, test } from "vitest";
import type { Proposal } from "../../../src/domain/answers.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";
import type { Matcher } from "../../../src/domain/ports.ts";
import type { Rule } from "../../../src/panel/rules/rule.ts";
import { rulesAgent } from "../../../src/panel/rules/rules.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { aRule, matcher } from "../../support/rules.ts";

const noEval = aRule("no-eval", "rule: { pattern: eval($A) }");
const signal = new AbortController().signal;

async function ask(file: ChangedFile, rules: readonly Rule[] = [noEval], engine: Matcher = matcher): Promise<Proposal> {
  const proposal = await rulesAgent("rules", rules, engine).propose?.(inOneBatch([file]), signal);
  if (proposal === undefined) throw new Error("no proposal");
  return proposal;
}

describe("rulesAgent", () => {
  test("reports a match on an added line with its quote and line", async () => {
    const { drafts } = await ask(aFile("a.js", "a();\n", "a();\neval(x);\n"));
    expect(drafts).toMatchObject([{ path: "a.js", line: 2, quote: "eval(x);", title: noEval.title, severity: "P1" }]);
  });

  test("says nothing of a match that was there before and is untouched", async () => {
    expect((await ask(aFile("a.js", "eval(x);\nb();\n", "eval(x);\nc();\n"))).drafts).toEqual([]);
  });

  test("moved lines above do not make an old match new", async () => {
    expect((await ask(aFile("a.js", "eval(x);\n", "b();\nc();\n\n\n\n\n\n\neval(x);\n"))).drafts).toEqual([]);
  });

  test("reports a deleted guard at the deletion", async () => {
    const rule = aRule(
      "unguarded",
      "rule:\n  kind: expression_statement\n  regex: ^write\n  not: { follows: { regex: ^check, stopBy: end } }\n",
    );
    const { drafts } = await ask(aFile("a.js", "check(path);\nopen();\nwrite(path);\n", "open();\nwrite(path);\n"), [
      rule,
    ]);
    expect(drafts).toMatchObject([
      { line: 1, quote: "check(path);", detail: expect.stringContaining("guarded line 2") },
    ]);
  });

  test("what an added line made possible is reported on its own line, and no deletion is called a guard", async () => {
    const rule = aRule(
      "opened",
      "rule:\n  kind: expression_statement\n  regex: ^write\n  follows: { regex: ^open, stopBy: end }\n",
    );
    const file = aFile("a.js", "log(path);\nwrite(path);\n", "open();\nwrite(path);\n");
    const { drafts } = await ask(file, [rule]);
    expect(drafts).toMatchObject([
      { line: 2, quote: "write(path);", detail: expect.stringContaining("Another line of this change") },
    ]);
  });

  test("without the whole file it reads the diff's own lines at their numbers", async () => {
    const base = Array.from({ length: 30 }, (_, line) => `a${line}();`).join("\n");
    const file = aFile("a.js", base, base.replace("a20();", "eval(x);"), { headText: undefined, baseText: undefined });
    expect((await ask(file)).drafts).toMatchObject([{ line: 21, quote: "eval(x);" }]);
  });

  test("a rule that cannot run is a failure of that file, and the other rules go on", async () => {
    const broken = aRule("broken", "rule: { kind: no_such_kind }");
    const { drafts, failures } = await ask(aFile("a.js", null, "eval(x);\n"), [broken, noEval]);
    expect(drafts).toHaveLength(1);
    expect(failures).toMatchObject([{ path: "a.js", reason: expect.stringContaining("broken") }]);
  });

  test("a grammar that cannot be loaded is a failure, never silence", async () => {
    const dead: Matcher = { ...matcher, scan: () => Promise.reject(new Error("no grammar")) };
    const { drafts, failures } = await ask(aFile("a.js", null, "eval(x);\n"), [noEval], dead);
    expect({ drafts, failures }).toMatchObject({
      drafts: [],
      failures: [{ reason: expect.stringContaining("no grammar") }],
    });
  });

  const minified = `${"a();".repeat(2_000)}eval(x);`;

  test("H63 a dense line is not searched, and a note gives its number", async () => {
    const { drafts, failures, unsearched } = await ask(aFile("a.js", null, `b();\n${minified}\n`));
    expect({ drafts, failures }).toEqual({ drafts: [], failures: [] });
    expect(unsearched).toEqual([
      { path: "a.js", reason: expect.stringContaining("did not search line 2, which has 8008") },
    ]);
  });

  test("the lines around a dense one are searched, and keep their numbers", async () => {
    const { drafts, unsearched } = await ask(aFile("a.js", null, `eval(x);\n${minified}\n\neval(y);\n${minified}\n`));
    expect(drafts).toMatchObject([
      { line: 1, quote: "eval(x);" },
      { line: 4, quote: "eval(y);" },
    ]);
    expect(unsearched?.[0]?.reason).toContain(
      "line 2, which has 8008 characters, as minified code has (and 1 more such lines)",
    );
  });

  test("a deleted guard is found beside a dense line that the base has, too", async () => {
    const rule = aRule(
      "unguarded",
      "rule:\n  kind: expression_statement\n  regex: ^write\n  not: { follows: { regex: ^check, stopBy: end } }\n",
    );
    const before = `${minified}\ncheck(path);\nopen();\nwrite(path);\n`;
    const { drafts } = await ask(aFile("a.js", before, before.replace("check(path);\n", "")), [rule]);
    expect(drafts).toMatchObject([{ line: 2, quote: "check(path);" }]);
  });

  test("a text of too many characters is left out as a whole", async () => {
    const { drafts, unsearched } = await ask(aFile("a.js", null, "eval(x);\n".repeat(70_000)));
    expect(drafts).toEqual([]);
    expect(unsearched?.[0]?.reason).toContain("630000 characters are more than rules search");
  });

  test("rules keep to their languages and paths", async () => {
    const scoped = aRule("scoped", "rule: { pattern: eval($A) }", { paths: ["src/**"] });
    expect((await ask(aFile("lib/a.js", null, "eval(x);\n"), [scoped])).drafts).toEqual([]);
    expect((await ask(aFile("a.rb", null, "eval(x)\n"))).drafts).toEqual([]);
    expect((await ask(aFile("src/a.js", null, "eval(x);\n"), [scoped])).drafts).toHaveLength(1);
  });

  test("a rule can leave folders out, at any depth, and files by their names", async () => {
    const paths = ["!**/{{test,tests}/**,*.{test,spec}.*}"];
    const shipped = aRule("shipped", "rule: { pattern: eval($A) }", { paths });
    const linesIn = async (path: string) => (await ask(aFile(path, null, "eval(x);\n"), [shipped])).drafts.length;
    const found = await Promise.all(
      ["a.js", "src/tester.js", "test/a.js", "lib/tests/a.js", "src/a.spec.js"].map(linesIn),
    );
    expect(found).toEqual([1, 1, 0, 0, 0]);
  });

  test("a source that mentions nothing of a rule is not given to the engine", async () => {
    const dead: Matcher = { ...matcher, scan: () => Promise.reject(new Error("asked")) };
    const mentioning = aRule("mentioning", "rule: { pattern: eval($A) }", { mentions: ["other", "eval"] });
    expect(await ask(aFile("a.js", null, "Eval(x);\n"), [mentioning], dead)).toMatchObject({
      drafts: [],
      failures: [],
    });
    expect((await ask(aFile("a.js", null, "eval(x);\n"), [mentioning], dead)).failures).toHaveLength(1);
    expect((await ask(aFile("a.js", null, "eval(x);\n"), [mentioning])).drafts).toHaveLength(1);
  });

  test("a base that mentions nothing of a rule had no match, so the match is new", async () => {
    const rule = aRule(
      "follows-added",
      "rule:\n  kind: expression_statement\n  regex: ^write\n  follows: { regex: ^added, stopBy: end }\n",
      { mentions: ["added"] },
    );
    const { drafts, failures } = await ask(aFile("a.js", "check(path);\nwrite(path);\n", "added();\nwrite(path);\n"), [
      rule,
    ]);
    expect({ drafts, failures }).toMatchObject({ drafts: [{ line: 2, quote: "write(path);" }], failures: [] });
  });

  test("a deleted file has nothing to scan", async () => {
    expect((await ask(aFile("a.js", "eval(x);\n", null))).drafts).toEqual([]);
  });
});

describe("changes in a line that already matched", () => {
  const rule = aRule("no-old-call", 'rule: { pattern: "load($A)" }', { mayChange: "v\\d+" });
  const propose = async (base: string | null, head: string) =>
    (await rulesAgent("rules", [rule], matcher).propose?.(inOneBatch([aFile("a.js", base, head)]), signal))?.drafts ??
    [];

  test("another version of the same match is not new", async () => {
    expect(await propose('load("one@v1");\n', 'load("one@v2");\n')).toEqual([]);
  });

  test.each([
    ["another name", 'load("one@v1");\n', 'load("two@v1");\n'],
    ["a new file", null, 'load("one@v1");\n'],
    ["a line that did not match", 'store("one@v1");\n', 'load("one@v2");\n'],
  ])("%s is new", async (_, base, head) => {
    expect(await propose(base, head)).toHaveLength(1);
  });
});
