import { expect, test } from "vitest";
import { comparedText, likenessOver, sameFinding, wordOverlap } from "../../../src/code/anchor/same-finding.ts";

const one = {
  path: "a.ts",
  side: "RIGHT",
  startLine: 10,
  line: 12,
  title: "SQL injection in login query",
  detail: "The name goes into the statement unescaped.",
  seat: "claude",
};

/** Other findings of the same review: what they say as well distinguishes nothing. */
const others = [
  "The cache is never emptied and grows with every request.",
  "Missing await: the lock is released before the write ends.",
  "An off-by-one error drops the last page of the list.",
  "The date is compared as text, so December comes before February.",
];

test.each([
  ["overlapping ranges", { startLine: 12, line: 14, title: "something else" }, true],
  ["a gap of 3 with half the words shared", { startLine: 15, line: 15, title: "SQL injection in search" }, true],
  ["the same words far away", { startLine: 160, line: 160 }, true],
  [
    "other words for it far away",
    {
      startLine: 160,
      line: 160,
      title: "Login allows SQL injection",
      detail: "The statement takes the name as it is.",
    },
    true,
  ],
  [
    "another defect far away",
    { startLine: 160, line: 160, title: "Missing await", detail: "The lock is released early." },
    false,
  ],
  ["a gap of 2 with another title", { startLine: 14, line: 14, title: "Missing await", detail: "It races." }, false],
  ["another file", { path: "b.ts" }, false],
  ["another side in other words", { side: "LEFT", title: "Missing await", detail: "It races." }, false],
  ["the same seat nearby", { seat: "claude", startLine: 13, line: 13 }, false],
  ["the same seat on overlapping quotes", { seat: "claude", startLine: 11, line: 11 }, true],
])("%s", (_, other, same) => {
  const two = { ...one, seat: "gpt", ...other };
  const likeness = likenessOver([...others, comparedText(one), comparedText(two)]);
  expect(sameFinding(one, two, likeness)).toBe(same);
  expect(sameFinding(two, one, likeness)).toBe(same);
});

test("texts without words share nothing", () => {
  expect(wordOverlap("", "")).toBe(0);
  expect(wordOverlap("!!!", "???")).toBe(0);
});
