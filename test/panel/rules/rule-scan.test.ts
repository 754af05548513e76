import { describe, expect, test } from "vitest";
import type { ChangedFile } from "../../../src/domain/change.ts";
import { patternText, valuesIn } from "../../../src/panel/rules/pattern-text.ts";
import type { Rule } from "../../../src/panel/rules/rule.ts";
import { backtrackingOf, scanRules } from "../../../src/panel/rules/rule-scan.ts";
import { rulesAgent } from "../../../src/panel/rules/rules.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { aRule, matcher } from "../../support/rules.ts";

const slow = aRule("slow", "rule: { kind: regex }", { check: "regex-exponential" });
const slower = aRule("slower", "rule: { kind: regex }", { check: "regex-polynomial" });
const judge = (source: string, flags = "") => backtrackingOf({ source, flags });

describe("what a regular expression costs", () => {
  test.each([
    ["^(a+)+$", "exponential"],
    ["^(\\w+\\s?)+$", "exponential"],
    ["^(\\d*\\.?\\d+)%$", "polynomial"],
    ["\\s+$", "polynomial"],
    ["(\\s)+$", "polynomial"],
    ["\\s*,", "none"],
    ["[^,]+$", "none"],
    ["^a{2,3}$", "none"],
    ["(", "none"],
    ["^(a+)+", "none"],
  ])("%s: %s", async (source, kind) => {
    expect(await judge(source)).toEqual({ kind });
  });

  test("an expression that would take the analysis long is not called harmless", async () => {
    expect(await judge(`${"(".repeat(40)}a${")*".repeat(40)}`)).toMatchObject({ kind: "unread" });
    expect(await judge("(?:a*b*)".repeat(60))).toMatchObject({ kind: "unread" });
    expect(await judge("\\p{RGI_Emoji}+x", "v")).toMatchObject({ kind: "unread" });
    expect(await judge("a*b".repeat(60))).toMatchObject({ kind: "none" });
  });
});

async function draftsOf(files: readonly ChangedFile[], rules: readonly Rule[] = [slow, { ...slower, severity: "P2" }]) {
  const proposal = await rulesAgent("rules", rules, matcher).propose?.(inOneBatch(files), new AbortController().signal);
  return proposal?.drafts ?? [];
}

describe("a rule with a check", () => {
  test("reports what the check confirms, over more than one line too", async () => {
    const [scan] = await scanRules(matcher, "javascript", "f(/a+/);\ng(/^(a+)+$/);\n", [slow]);
    expect(scan).toMatchObject({ status: "matched", matches: [{ startLine: 2 }], unread: [] });
  });

  test("an expression that is not analysed is a failure of its file, reported once", async () => {
    const file = aFile("a.js", null, `f();\ng(/^${"(".repeat(20)}a${")*".repeat(20)}$/);\n`);
    const proposal = await rulesAgent("rules", [slow, slower], matcher).propose?.(
      inOneBatch([file]),
      new AbortController().signal,
    );
    expect(proposal?.failures).toMatchObject([{ path: "a.js", reason: expect.stringContaining("on line 2") }]);
  });

  test("a change is one finding below P1, which names the other places, and from P1 on one in each place", async () => {
    const files = ["lib/a.js", "dist/a.cjs", "dist/a.mjs", "dist/b.js"].map((path) =>
      aFile(path, null, "f(/\\s+$/);\ng(/^(a+)+$/);\n"),
    );
    const drafts = await draftsOf(files);
    expect(drafts.filter(({ title }) => title === slow.title)).toHaveLength(4);
    expect(drafts.filter(({ title }) => title === slower.title)).toMatchObject([
      { path: "lib/a.js", detail: expect.stringContaining("at dist/a.cjs:1, dist/a.mjs:1, dist/b.js:1.") },
    ]);
  });

  test("an expression that a file of the change had before is not new", async () => {
    const moved = [aFile("a.js", "f(/^(a+)+$/);\n", null), aFile("b.js", null, "export const x = f(/^(a+)+$/);\n")];
    expect(await draftsOf(moved)).toEqual([]);
    const changed = [aFile("a.js", "f(/^(a+)$/);\n", "f(/^(a+)+$/);\n")];
    expect(await draftsOf(changed)).toMatchObject([{ path: "a.js", title: slow.title }]);
    const made = (text: string) => `const text = "${text}";\nf(new RegExp(text));\n`;
    const renewed = [aFile("a.js", made("^(a+)$"), made("^(a+)+$"))];
    const rule = aRule("made", "rule: { pattern: new RegExp($A) }", { check: "regex-exponential" });
    expect(await draftsOf(renewed, [rule])).toMatchObject([{ path: "a.js", quote: expect.stringContaining("text") }]);
  });

  test.each([
    ["properties", "(?:\\p{L}|\\p{N}|\\p{M})*", "u"],
    [
      "ranges",
      `[${Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x4e00 + 3 * at, 45, 0x4e01 + 3 * at)).join("")}]*`,
      "",
    ],
  ])("an expression of many %s of Unicode is too much work, too", async (_, one, flags) => {
    const [scan] = await scanRules(matcher, "javascript", `f(/^${one.repeat(79)}$/${flags});\n`, [slow]);
    expect(scan).toMatchObject({ unread: [expect.stringContaining("line 1")] });
  });

  test("the analysis of one file ends, and says so", async () => {
    const costly = (index: number) => `f(/^${"(?:a*b*)".repeat(30)}${"c".repeat(index)}$/);\n`;
    const [scan] = await scanRules(matcher, "javascript", Array.from({ length: 100 }, (_, at) => costly(at)).join(""), [
      slow,
    ]);
    expect(scan).toMatchObject({ unread: expect.arrayContaining([expect.stringContaining("too many")]) });
    const again = await scanRules(matcher, "javascript", costly(1).repeat(100), [slow]);
    expect(again).toMatchObject([{ unread: [] }]);
  });
});

test.each([
  ["/a\\/b/gi", { source: "a\\/b", flags: "gi" }],
  ['new RegExp("a\\\\d", "g")', { source: "a\\d", flags: "g" }],
  ["RegExp('a' + `b`)", { source: "ab", flags: "" }],
  ['new RegExp(["a", one].join("|"), flags)', { source: "a|x+", flags: "" }],
  ["new RegExp(one)", { source: "x+", flags: "" }],
  ["new RegExp(sum)", { source: "x+y", flags: "" }],
  ["new RegExp(changing)", null],
  ["new RegExp(grown)", null],
  ["new RegExp(made)", null],
  ["new RegExp(unknown)", null],
  ["new RegExp(loop)", null],
  [`new RegExp(\`$\{one}\`)`, null],
  ["new RegExp(one.source)", null],
])("the constant text of %s", (code, pattern) => {
  const file = [
    'const one = "x+";',
    'const sum = one + "y";',
    'let changing = "a"; changing = "b";',
    'let grown = "a"; grown += "b";',
    'const made = "a".repeat(2);',
    "const loop = loop;",
  ].join("\n");
  expect(patternText(code, valuesIn(file))).toEqual(pattern);
});
