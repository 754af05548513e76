import { describe, expect, test } from "vitest";
import { Measures } from "../../../src/domain/discussion/metrics.ts";
import {
  agreementAboveChance,
  kappaOf,
  type MeasuredCourse,
  type MeasuredItem,
  measure,
} from "../../../src/panel/metrics/rows.ts";
import { aSeat } from "../../support/review-builder.ts";

const item = (more: Partial<MeasuredItem> = {}): MeasuredItem => ({
  ...{ authors: ["ada"], stances: new Map(), challenges: 0, isExamined: false, isGrounded: true, survives: true },
  ...more,
});

const seats = [
  aSeat({ name: "ada", persona: "correctness", model: "big-1" }),
  aSeat({ name: "bob", persona: "security", model: "big-1-20260101" }),
  aSeat({ name: "cyd", persona: "data", model: "small-2" }),
];

const course: MeasuredCourse = {
  items: [
    item({ challenges: 3, isExamined: true, survives: false }),
    item({ challenges: 2, isExamined: true }),
    item({ isExamined: true, isGrounded: false }),
    item(),
  ],
  ...{ rounds: 2, isAgreed: true, seats, heard: ["ada", "bob"], cited: ["a.ts", "b.ts", "a.ts"] },
  ...{ revisions: 1, rejections: 2, rules: { kept: 7, checked: 8 }, violations: [], consensus: 0.9 },
};

const silent: MeasuredCourse = {
  ...{ items: [], rounds: 1, isAgreed: true, seats, heard: [], cited: [], revisions: 0, rejections: 0 },
  ...{ rules: { kept: 0, checked: 0 }, violations: [], consensus: 1 },
};

describe("the metrics of a debate, by hand", () => {
  test("of four claims", () => {
    expect(measure(course)).toEqual({
      roundsToConsensus: 2,
      // (3 + 2 + 0 + 0) / 4
      challengeDepth: 1.25,
      // a.ts and b.ts
      evidenceDiversity: 2,
      // 3 of 4
      survivalRate: 0.75,
      ...{ revisions: 1, rejections: 2 },
      // 1 / (1 + 2)
      revisionShare: 0.33,
      // 7 of 8
      ruleCompliance: 0.88,
      // ada and bob run one model, and cyd was lost
      families: 1,
      agreementAboveChance: null,
      ...{ rigor: 0.75, grounding: 0.75 },
      // correctness and security of three
      perspectiveCoverage: 0.67,
      consensusStrength: 0.9,
      // (0.75 + 0.75 + 2/3 + 0.9) / 4 = 0.7666…
      qualityScore: 0.77,
      violations: [],
    });
  });

  test("a debate that did not agree has no rounds to consensus", () => {
    expect(measure({ ...course, isAgreed: false }).roundsToConsensus).toBeNull();
  });

  test("seed: silence is not a number, least of all 100: nothing was argued, so nothing is measured", () => {
    const { perspectiveCoverage, violations, ...rest } = measure(silent);
    // Three personas were asked, and none was heard.
    expect({ perspectiveCoverage, violations }).toEqual({ perspectiveCoverage: 0, violations: [] });
    expect(Object.values(rest).every((value) => value === null)).toBe(true);
  });

  test.each(["rigor", "grounding", "perspectiveCoverage", "consensusStrength"] as const)(
    "a quality score takes all four parts: none without %s",
    (part) => {
      const without: Partial<MeasuredCourse> = {
        rigor: { items: [] },
        grounding: { items: [] },
        perspectiveCoverage: { seats: [] },
        consensusStrength: { consensus: null },
      }[part];
      const metrics = measure({ ...course, ...without });
      expect([metrics[part], metrics.qualityScore]).toEqual([null, null]);
    },
  );

  test("no rule was checked: compliance is not measured, and never 100 %", () => {
    expect(measure({ ...course, rules: { kept: 0, checked: 0 } }).ruleCompliance).toBeNull();
  });

  test("the schema knows each of them", () => {
    expect(Measures.strict().parse(measure(course))).toEqual(measure(course));
  });
});

describe("agreement above chance", () => {
  const said = (words: string): (readonly [string, string])[] =>
    words.split(" ").map((pair) => [pair[0] ?? "", pair[1] ?? ""] as const);

  test.each([
    // observed 3/4; expected 1/2 · 1/4 + 1/2 · 3/4 = 1/2; (3/4 − 1/2) / (1/2)
    ["aa ad dd dd", 0.5],
    // observed 1, expected 1/2
    ["aa dd", 1],
    // observed 0; expected 1/2 · 1/2 + 1/2 · 1/2 = 1/2
    ["ad da", -1],
    // three verdicts; observed 2/3; expected 1/3 · 1/3 + 1/3 · 1/3 + 1/3 · 1/3 = 1/3
    ["aa dm md", 0],
    // observed 1/2; expected 1 · 1/2 = 1/2: one that always agrees agrees by chance
    ["aa ad", 0],
    // Both only ever say one thing: chance explains all of it.
    ["aa aa aa", null],
    // One item is no series.
    ["ad", null],
  ])("%s gives %s", (words, expected) => {
    const kappa = kappaOf(said(words));
    if (expected === null) expect(kappa).toBeNull();
    else expect(kappa).toBeCloseTo(expected, 10);
  });

  test("leaves out an item that one of the pair proposed, because a seat always supports its own item", () => {
    const by = (author: string, stances: Record<string, string>) =>
      item({ authors: [author], stances: new Map(Object.entries(stances)) });
    const items = [
      by("cyd", { ada: "agree", bob: "agree" }),
      by("cyd", { ada: "dispute", bob: "dispute" }),
      by("ada", { bob: "dispute", cyd: "agree" }),
      by("bob", { ada: "agree", cyd: "agree" }),
    ];
    // ada and bob: the two of cyd, kappa 1. The other pairs have one common item each.
    expect(agreementAboveChance({ items, seats })).toBe(1);
    // ada and cyd get a second one of bob: both kappas count. agree–agree, dispute–agree: observed 1/2, expected 1/2.
    const more = [...items, by("bob", { ada: "dispute", cyd: "agree" })];
    expect(agreementAboveChance({ items: more, seats })).toBe(0.5);
  });
});
