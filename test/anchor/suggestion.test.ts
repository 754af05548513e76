import { expect, test } from "vitest";
import { applySuggestion } from "../../src/anchor/excerpt.ts";
import { aFile } from "../support/change-builder.ts";
import { aFinding } from "../support/review-builder.ts";

const file = aFile("a.ts", "one\ntwo\nthree\n", "one\nTWO\nthree\n");
const finding = aFinding({ path: "a.ts", line: 2, side: "RIGHT", anchor: "hunk", suggestion: "2\nand a half\n" });

test("replaces the finding's lines", () => {
  expect(applySuggestion(file, finding)).toEqual({ text: "one\n2\nand a half\nthree\n" });
});

test.each([
  ["a deleted line", { side: "LEFT" as const }, "head side"],
  ["a line outside the diff", { anchor: "file" as const }, "head side"],
  ["a line beyond the hunk", { line: 400 }, "one hunk"],
  ["no change", { suggestion: "TWO" }, "changes nothing"],
])("refuses %s", (_, overrides, reason) => {
  expect(applySuggestion(file, { ...finding, ...overrides })).toMatchObject({
    refused: expect.stringContaining(reason),
  });
});

test("refuses when the head file is unknown", () => {
  expect(applySuggestion({ ...file, headText: undefined }, finding)).toMatchObject({
    refused: expect.stringContaining("could not be read"),
  });
});
