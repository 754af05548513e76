import { expect, test } from "vitest";
import { generatedMarks } from "../../../src/code/diff/triage.ts";

test.each<[string, string, boolean | null]>([
  ["*.gen.ts linguist-generated", "a/b.gen.ts", true],
  ["*.gen.ts linguist-generated", "b.gen.ts", true],
  ["*.gen.ts linguist-generated", "b.ts", null],
  ["gen/** linguist-generated=true", "gen/a/b.js", true],
  ["gen/** linguist-generated", "src/gen/b.js", null],
  ["/gen/*.js linguist-generated", "gen/b.js", true],
  ["/gen/*.js linguist-generated", "gen/a/b.js", null],
  ["gen/ linguist-generated", "gen/b.js", null],
  ["dist/** -linguist-generated", "dist/b.js", false],
  ["dist/** linguist-generated=false", "dist/b.js", false],
  ["* linguist-generated\nsrc/** !linguist-generated", "src/b.js", null],
  ["* linguist-generated\nsrc/** -linguist-generated", "src/b.js", false],
  ["src/** -linguist-generated\n* linguist-generated", "src/b.js", true],
  ["*.js text eol=lf linguist-generated -diff\r\n", "b.js", true],
  ["[attr]built linguist-generated -diff\n*.js built", "b.js", true],
  ["*.js linguist-vendored linguist-documentation", "b.js", null],
  ["# *.js linguist-generated", "b.js", null],
  ["*.js linguist-generated=maybe", "b.js", null],
  ["{a,b}.js linguist-generated", "a.js", null],
  ["!a.js linguist-generated", "b.js", null],
  ['"a b.js" linguist-generated', "a b.js", null],
  ["", "b.js", null],
])("%j says of %s: %s", (text, path, expected) => {
  expect(generatedMarks(text)(path)).toBe(expected);
});

test("H63 a pattern that could take long on a hostile path is not tried, so the file is reviewed", () => {
  const marked = generatedMarks(`${"*a".repeat(30)} linguist-generated`);
  expect(marked("a".repeat(5_000))).toBeNull();
});
