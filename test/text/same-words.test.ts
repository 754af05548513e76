import { describe, expect, test } from "vitest";
import { foldWords, saysTheSame } from "../../src/text/same-words.ts";

const alike = (one: string, other: string): boolean => saysTheSame(foldWords(one), foldWords(other));

describe("two texts say the same", () => {
  test.each([
    ["case and spaces", "No test covers  the retry.", "no test covers the RETRY"],
    ["punctuation", "The lock — is it released?", "The lock: is it released"],
    ["code marks", "`charge()` has no test", "charge has no test"],
    ["wide letters", "Ｎo test", "No test"],
    ["small words", "The retry path is not covered by a test.", "Retry path not covered by any test"],
    [
      "one word of many",
      "Nobody tried how the importer behaves under heavy load with large files",
      "Nobody tried how this importer behaves under heavy load with very large files",
    ],
    ["another script", "再試行のテストがない。", "再試行のテストがない"],
  ])("but for %s", (_, one, other) => {
    expect(alike(one, other)).toBe(true);
    expect(alike(other, one)).toBe(true);
  });
});

describe("two texts say different things", () => {
  const long = "Nobody tried how the importer in %s behaves under heavy load with very large files from customers";
  test.each([
    ["other words", "No test covers the retry", "The migration is missing"],
    [
      "a negation",
      "The migration was tested with PostgreSQL and rolled back once by hand in staging",
      "The migration was not tested with PostgreSQL and rolled back once by hand in staging",
    ],
    ["a contraction", long.replace("Nobody tried", "It does tell"), long.replace("Nobody tried", "It doesn't tell")],
    ["a path", long.replace("%s", "src/a.ts"), long.replace("%s", "src/b.ts")],
    ["a name", long.replace("%s", "readRows"), long.replace("%s", "readPages")],
    ["a number", long.replace("%s", "v1"), long.replace("%s", "v2")],
    ["a sign", "Is x < y?", "Is x > y?"],
    ["a short word", "The lock is released before the write", "The lock is released after the write"],
    ["nothing in common but small words", "It is the", "This was an"],
  ])("for %s", (_, one, other) => {
    expect(alike(one, other)).toBe(false);
    expect(alike(other, one)).toBe(false);
  });
});

test("a text without words has no key", () => {
  for (const text of ["", " ", "…", "`---`", "?!"]) expect(foldWords(text).key).toBe("");
});
