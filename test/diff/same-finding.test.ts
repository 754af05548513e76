import { expect, test } from "vitest";
import { sameFinding, wordOverlap } from "../../src/diff/same-finding.ts";

const one = {
  path: "a.ts",
  side: "RIGHT",
  startLine: 10,
  line: 12,
  title: "SQL injection in login query",
  seat: "claude",
};

test.each([
  ["overlapping ranges", { startLine: 12, line: 14, title: "something else" }, true],
  ["a gap of 3 with half the words shared", { startLine: 15, line: 15, title: "SQL injection in search" }, true],
  ["a gap of 4", { startLine: 16, line: 16, title: "SQL injection in login query" }, false],
  ["a gap of 2 with another title", { startLine: 14, line: 14, title: "Missing await" }, false],
  ["another file", { path: "b.ts" }, false],
  ["another side", { side: "LEFT" }, false],
  ["the same seat nearby", { seat: "claude", startLine: 13, line: 13 }, false],
  ["the same seat on overlapping quotes", { seat: "claude", startLine: 11, line: 11 }, true],
])("%s", (_, other, same) => {
  expect(sameFinding(one, { ...one, seat: "gpt", ...other })).toBe(same);
  expect(sameFinding({ ...one, seat: "gpt", ...other }, one)).toBe(same);
});

test("texts without words share nothing", () => {
  expect(wordOverlap("", "")).toBe(0);
  expect(wordOverlap("!!!", "???")).toBe(0);
});
