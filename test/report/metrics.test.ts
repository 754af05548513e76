import { expect, test } from "vitest";
import type { Measures } from "../../src/domain/discussion/metrics.ts";
import { reports } from "../../src/report/index.ts";
import { qualityLine, violationTexts } from "../../src/report/metric-rows.ts";
import { aReview, aSeat } from "../support/review-builder.ts";

const metrics: Measures = {
  ...{ roundsToConsensus: 2, challengeDepth: 1, evidenceDiversity: 3, survivalRate: 0.5, revisions: 1, rejections: 1 },
  ...{ revisionShare: 0.5, ruleCompliance: 0.5, families: 2, agreementAboveChance: null },
  ...{ rigor: 0.75, grounding: 0.75, perspectiveCoverage: 0.67, consensusStrength: 0.9, qualityScore: 0.77 },
  violations: [],
};
const words = "77 % (examined 75 %, rests on code 75 %, perspectives 67 %, consensus 90 %)";
const broken = { seat: "two", role: "critic", at: "round 1", rule: "Cite." } as const;

test("the terminal shows the quality score with its parts, and counts broken rules", () => {
  expect(qualityLine(metrics)).toBe(words);
  expect(qualityLine({ ...metrics, violations: [broken] })).toContain(", rules of roles broken: 1)");
  const review = { ...aReview({ panel: { state: "full", seats: [aSeat()] } }), metrics };
  expect(reports.text(review, { version: "1.0.0" }).replace(/\s+/g, " ")).toContain(`Quality of the debate: ${words}`);
});

test("what could not be measured has no line, and never a 0", () => {
  const none = { ...metrics, grounding: null, qualityScore: null };
  expect(qualityLine(none)).toBeNull();
  const review = { ...aReview({ panel: { state: "full", seats: [aSeat()] } }), metrics: none };
  expect(reports.text(review, { version: "1.0.0" })).not.toContain("Quality of the debate");
});

test("where nothing was argued about, no report has a table of figures that were not measured", () => {
  const panel = { state: "full" as const, seats: [aSeat()] };
  const nothing = { ...metrics, survivalRate: null, qualityScore: null };
  const written = (measures: Measures) => [
    reports.markdown({ ...aReview({ panel }), metrics: measures }, { version: "1.0.0" }),
    reports.html({ ...aReview({ panel }), metrics: measures }, { version: "1.0.0" }),
  ];
  for (const text of written(metrics)) expect(text).toContain("Challenges of each claim");
  for (const text of written(nothing)) expect(text).not.toContain("Challenges of each claim");
});

test("a rule that a seat broke again is listed once, with every occasion; a finding has its title, not its id", () => {
  const again = { ...broken, at: "round 2" };
  const other = { ...broken, seat: "three", at: "0a1b2c3d" };
  expect(violationTexts([broken, other, again], [{ id: "0a1b2c3d", title: "Pages are lost" }])).toEqual([
    "two as critic, round 1, round 2: Cite.",
    'three as critic, "Pages are lost": Cite.',
  ]);
});
