import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bootstrap, f1Of, wilson } from "../../../src/review/evaluation/figures.ts";
import { aboutByPlace, type FoundFinding, matchOneToOne, severalRuns } from "../../../src/review/evaluation/match.ts";
import { aFinding } from "../../support/review-builder.ts";

const found = (more: Partial<FoundFinding>): FoundFinding => ({
  ...{ title: "A title", detail: "Some detail.", path: "a.ts", line: 10, side: "RIGHT", ...more },
});
const label = (more: object) => ({
  text: "Something else entirely",
  path: "a.ts",
  from: 10,
  side: "head" as const,
  ...more,
});
const isAbout = (one: FoundFinding, other: ReturnType<typeof label>) => aboutByPlace([one], [other])(one, other);

describe("a finding is about a label", () => {
  test.each([
    ["on its line", {}, {}, true],
    ["3 lines before it", { line: 7 }, {}, true],
    ["4 lines before it", { line: 6 }, {}, false],
    ["3 lines after its end", { startLine: 15, line: 18 }, { to: 12 }, true],
    ["4 lines after its end", { startLine: 16, line: 18 }, { to: 12 }, false],
    ["around it", { startLine: 1, line: 90 }, {}, true],
    ["in another file", { path: "b.ts" }, {}, false],
    ["on the other side", { side: "LEFT" as const }, {}, false],
    ["on the base, as the label is", { side: "LEFT" as const }, { side: "base" as const }, true],
    ["without a line, in other words", { line: null }, {}, false],
    ["without a line, in its words", { line: null, title: "Something else entirely" }, {}, true],
    [
      "of another file without a line, in its words",
      { path: "b.ts", line: null, title: "Something else entirely" },
      {},
      false,
    ],
  ])("%s", (_name, finding, other, expected) => {
    expect(isAbout(found(finding), label(other))).toBe(expected);
  });

  test("without a file by its words alone", () => {
    const somewhere = { text: "The cache grows without end", side: "head" as const };
    const one = found({ title: "Cache grows without end", path: "z.ts" });
    const other = found({ title: "Wrong order of arguments" });
    const about = aboutByPlace([one, other], [somewhere]);
    expect([about(one, somewhere), about(other, somewhere)]).toEqual([true, false]);
  });
});

describe("matching is one to one", () => {
  test("a finding gives way to one that has no other label", () => {
    const [wide, narrow] = [found({ startLine: 1, line: 40, title: "Wide" }), found({ line: 10, title: "Narrow" })];
    const labels = [label({ from: 10, text: "first" }), label({ from: 35, text: "second" })];
    const matched = matchOneToOne([wide, narrow], labels, aboutByPlace([wide, narrow], labels));
    expect(matched.map((one) => one.label?.text)).toEqual(["second", "first"]);
  });

  test("a second finding about a defect repeats it, and one about nothing does not", () => {
    const findings = [found({}), found({ line: 11 }), found({ line: 90 })];
    const labels = [label({})];
    const matched = matchOneToOne(findings, labels, aboutByPlace(findings, labels));
    expect(matched.map(({ label: one, repeats }) => [one !== null, repeats])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  test("the order of findings does not change the number of matches", () => {
    const lines = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 7 });
    fc.assert(
      fc.property(lines, lines, (places, labelled) => {
        const findings = places.map((line, index) => found({ line, title: `${index}` }));
        const labels = labelled.map((from) => label({ from }));
        const count = (list: readonly FoundFinding[]) =>
          matchOneToOne(list, labels, aboutByPlace(list, labels)).filter((one) => one.label !== null).length;
        expect(count(findings.toReversed())).toBe(count(findings));
      }),
    );
  });
});

describe("several runs of a reviewer", () => {
  const one = aFinding({ path: "a.ts", line: 5, title: "Off by one", detail: "The loop ends early." });
  const same = aFinding({ ...one, line: 5, title: "Loop bound" });
  const other = aFinding({ path: "a.ts", line: 80, title: "Unused key", detail: "The key is read nowhere." });

  test("name each defect once, and in most runs only what more than half of them report", () => {
    const runs = [[one, other], [same], [same]];
    expect(severalRuns(runs, "any")).toEqual([one, other]);
    expect(severalRuns(runs, "most")).toEqual([one]);
    expect(severalRuns([[other], []], "most")).toEqual([]);
  });
});

describe("figures", () => {
  test("have no value where the divisor is 0", () => {
    expect(wilson(0, 0)).toBeNull();
    expect(f1Of({ right: 0, wrong: 0, repeated: 0, missed: 0 })).toBeNull();
    expect(bootstrap([], () => null)).toBeNull();
  });

  test("stay within 0 and 1, around their value", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (hits, others) => {
        const share = wilson(hits, hits + others);
        if (share === null) return;
        expect(share.low).toBeGreaterThanOrEqual(0);
        expect(share.low).toBeLessThanOrEqual(share.value + 1e-9);
        expect(share.high).toBeGreaterThanOrEqual(share.value - 1e-9);
        expect(share.high).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("a bootstrap of equal items has no width, and the same items give the same interval", () => {
    const mean = (items: readonly number[]) => items.reduce((sum, item) => sum + item, 0) / items.length;
    expect(bootstrap([2, 2, 2], mean)).toEqual({ value: 2, low: 2, high: 2 });
    const items = [0, 1, 1, 0, 1, 1, 1, 0, 1, 1];
    expect(bootstrap(items, mean)).toEqual(bootstrap(items, mean));
    expect(bootstrap(items, mean)?.low).toBeLessThan(0.7);
  });
});
