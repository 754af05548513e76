import { describe, expect, test } from "vitest";
import { isProtected, medianSeverity, readSeverity, stepTowards } from "../../src/domain/severity.ts";

describe("readSeverity", () => {
  test.each([
    ["critical", "P0"],
    ["CRITICAL", "P0"],
    [" p0 ", "P0"],
    ["Blocker", "P0"],
    ["High", "P1"],
    ["major", "P1"],
    ["p2\n", "P2"],
    ["low", "P2"],
  ])("golden (j) %j normalises to %s", (value, severity) => {
    expect(readSeverity(value)).toBe(severity);
  });

  test.each([
    ["p0", "P0"],
    ["P0 ", "P0"],
    ["CRITICAL", "P0"],
    ["P00", null],
    ["P3", null],
    ["", null],
    [null, null],
    [undefined, null],
    [0, null],
    [Number.NaN, null],
    [{ $gt: 0 }, null],
    [["P0"], null],
    ["__proto__", null],
    ["constructor", null],
    ["toString", null],
  ])("H23 %j is %j", (value, severity) => {
    expect(readSeverity(value)).toBe(severity);
  });
});

test.each([
  [["P0"], "P0"],
  [["P0", "P1"], "P0"],
  [["P2", "P1"], "P1"],
  [["P2", "P0", "P1"], "P1"],
  [["P2", "P2", "P0"], "P2"],
  [["P2", "P2", "P0", "P0"], "P0"],
] as const)("the median of %j is %s, ties upward", (raised, severity) => {
  expect(medianSeverity(raised)).toBe(severity);
});

test.each([
  ["P0", "P2", "P1"],
  ["P2", "P0", "P1"],
  ["P1", "P1", "P1"],
] as const)("from %s towards %s is %s: one step at most", (from, to, severity) => {
  expect(stepTowards(from, to)).toBe(severity);
});

test.each([
  ["P0", "other", true],
  ["P1", "security", true],
  ["P1", "privacy", true],
  ["P1", "data-loss", false],
  ["P2", "security", false],
] as const)("%s %s is protected: %s", (severity, category, expected) => {
  expect(isProtected({ severity, category })).toBe(expected);
});
