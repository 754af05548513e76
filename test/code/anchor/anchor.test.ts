import { describe, expect, test } from "vitest";
import { type Anchoring, anchorIn } from "../../../src/code/anchor/anchor.ts";
import { aChange, aFile } from "../../support/change-builder.ts";

const numbered = (count: number, text: (line: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => text(index + 1));
const baseLines = numbered(60, (line) => `  const value${line} = compute(${line});`);
const headLines = baseLines.with(9, "  const changed = danger(input);").with(39, "  log(input);").toSpliced(20, 1);
const base = baseLines.join("\n");
const head = headLines.join("\n");
const change = aChange(
  aFile("src/a.ts", base, head),
  aFile("lib/other/p.ts", "one\n", "one\ntwo\n"),
  aFile("src/new.ts", null, "alpha\nbeta\nalpha\n"),
  aFile("src/renamed.ts", "one = first(1);\ntwo = second(2);\n", "one = first(1);\ntwo = second(3);\n", {
    status: "renamed",
    previousPath: "src/old.ts",
  }),
);
const anchor = anchorIn(change);
const found = (anchoring: Anchoring) => ("place" in anchoring ? anchoring.place : anchoring.missing);

describe("anchorIn", () => {
  test.each([
    [
      "an added line",
      "src/a.ts",
      "const changed = danger(input);",
      { anchor: "hunk", side: "RIGHT", startLine: 10, line: 10 },
    ],
    ["white space does not matter", "src/a.ts", "\tconst   changed =  danger(input);  ", { side: "RIGHT", line: 10 }],
    ["a part of a line", "src/a.ts", "danger(input)", { side: "RIGHT", line: 10 }],
    ["a context line", "src/a.ts", "const value9 = compute(9);", { anchor: "hunk", side: "RIGHT", line: 9 }],
    [
      "several lines",
      "src/a.ts",
      "const value9 = compute(9);\n\nconst changed = danger(input);",
      { startLine: 9, line: 10 },
    ],
    ["a deleted line", "src/a.ts", "const value21 = compute(21);", { anchor: "hunk", side: "LEFT", line: 21 }],
    ["the replaced line", "src/a.ts", "const value10 = compute(10);", { side: "LEFT", line: 10 }],
    [
      "head file outside the diff",
      "src/a.ts",
      "const value30 = compute(30);",
      { anchor: "file", side: "RIGHT", line: 29 },
    ],
    ["a quote of the diff itself", "src/a.ts", "+  const changed = danger(input);", { side: "RIGHT", line: 10 }],
    ["the old name of a renamed file", "src/old.ts", "two = second(3);", { path: "src/renamed.ts", line: 2 }],
    ["a leading ./", "./src/a.ts", "log(input);", { path: "src/a.ts" }],
  ])("finds %s", (_, path, quote, place) => {
    expect(found(anchor({ path, quote }))).toMatchObject(place);
  });

  test.each([
    ["invented code", "src/a.ts", "const nothing = invented();", "not in the file"],
    ["no quote", "src/a.ts", " \n ", "quotes no code"],
    ["too little to tell", "src/a.ts", "a", "not in the file"],
    ["H21 a path that climbs out", "../../etc/passwd", "root", "not part of this change"],
    ["H21 an absolute path elsewhere", "/etc/passwd", "log(input);", "not part of this change"],
    ["H21 a path that climbs back in", "../src/a.ts", "log(input);", "not part of this change"],
    ["H21 another letter case", "SRC/a.ts", "log(input);", "not part of this change"],
  ])("refuses %s with a reason", (_, path, quote, reason) => {
    expect(found(anchor({ path, quote }))).toContain(reason);
  });

  test("code that the change must add is found in added lines only", () => {
    const added = (quote: string) => found(anchor({ path: "src/a.ts", quote, isAdded: true }));
    expect(added("const changed = danger(input);")).toMatchObject({ line: 10 });
    expect(added("const value9 = compute(9);")).toContain("not in the file");
    expect(added("const value30 = compute(30);")).toContain("not in the file");
  });

  test("a quote of a diff is found where the change has its removed lines too", () => {
    const quoted = (removed: string) => `-  ${removed}\n+  const changed = danger(input);`;
    const [real, invented] = ["const value10 = compute(10);", "const nothing = invented();"].map(quoted);
    expect(found(anchor({ path: "src/a.ts", quote: real ?? "" }))).toMatchObject({ side: "RIGHT", line: 10 });
    expect(found(anchor({ path: "src/a.ts", quote: invented ?? "" }))).toContain("not in the file");
  });

  test("golden (e) the same base name in another directory fails the anchor", () => {
    expect(found(anchor({ path: "src/p.ts", quote: "two" }))).toContain("not part of this change");
    expect(found(anchor({ path: "lib/other/p.ts", quote: "two", line: 2 }))).toMatchObject({ line: 2 });
  });

  test("golden (d) a finding in a newly added file is anchored, not a false positive", () => {
    expect(found(anchor({ path: "src/new.ts", quote: "beta", line: 2 }))).toMatchObject({
      anchor: "hunk",
      side: "RIGHT",
      line: 2,
    });
  });

  test("golden (p) a range 9-10 after the path anchors", () => {
    const quote = "const value9 = compute(9);\nconst changed = danger(input);";
    expect(found(anchor({ path: "src/a.ts:9-10", quote }))).toMatchObject({ path: "src/a.ts", startLine: 9, line: 10 });
    expect(found(anchor({ path: "src/new.ts:3", quote: "alpha" }))).toMatchObject({ line: 3 });
  });

  test.each([0, -1, 1e9, 3.5, Number.NaN])("H22 the hint line %s never decides whether a quote is found", (line) => {
    expect(found(anchor({ path: "src/a.ts", quote: "const changed = danger(input);", line }))).toMatchObject({
      line: 10,
    });
  });

  test("the hint line breaks ties between repeats", () => {
    expect(found(anchor({ path: "src/new.ts", quote: "alpha", line: 3 }))).toMatchObject({ line: 3 });
    expect(found(anchor({ path: "src/new.ts", quote: "alpha", line: 1 }))).toMatchObject({ line: 1 });
  });

  test("H72 a quote across two hunks is clipped to one hunk", () => {
    const quote = headLines.slice(8, 45).join("\n");
    const place = found(anchor({ path: "src/a.ts", quote }));
    expect(place).toMatchObject({ anchor: "hunk", side: "RIGHT", startLine: 9, line: 13 });
  });

  test("a file whose diff could not be read anchors nothing", () => {
    const broken = anchorIn(aChange(aFile("x.ts", "a\n", "b\n", { hunks: [], unreviewed: "malformed hunk" })));
    expect(found(broken({ path: "x.ts", quote: "b" }))).toContain("malformed hunk");
  });

  test("an invisible character in a line is quoted as its escape or as itself", () => {
    const trojan = anchorIn(aChange(aFile("x.ts", null, "if (a\u200bdmin) {\n")));
    expect(found(trojan({ path: "x.ts", quote: "if (a\\u200bdmin) {" }))).toMatchObject({ line: 1 });
    expect(found(trojan({ path: "x.ts", quote: "if (a\u200bdmin) {" }))).toMatchObject({ line: 1 });
  });

  test("names such as __proto__ are only names", () => {
    expect(found(anchor({ path: "__proto__", quote: "two" }))).toContain("not part of this change");
  });
});
