import { expect, test } from "vitest";
import type { DebateClaim } from "../../../src/domain/discussion/answers.ts";
import type { DebateTurn } from "../../../src/domain/discussion/free-debate.ts";
import type { JudgedStep } from "../../../src/domain/plan.ts";
import { measureDebate } from "../../../src/panel/metrics/debate-course.ts";
import { measurePlan } from "../../../src/panel/metrics/plan-course.ts";
import { measureReview } from "../../../src/panel/metrics/review-course.ts";
import { aFinding, aReview, aSeat, idOf } from "../../support/review-builder.ts";

const panel = {
  state: "full" as const,
  seats: [
    aSeat({ name: "ada", persona: "correctness", model: "m-1" }),
    aSeat({ name: "bob", persona: "security", model: "m-2" }),
    aSeat({ name: "cyd", persona: "data", model: "m-3", healthy: false }),
    aSeat({ name: "rules", persona: "", counted: false }),
  ],
};

const noConduct = { checked: 0, broken: [] };
const broken = { seat: "ada", role: "critic" as const, at: "round 1", rule: "Cite." };

test("a review: its items are the findings that models argued about", () => {
  const open = aFinding({ id: idOf("open"), path: "a.ts", raisedBy: ["ada"] });
  const out = aFinding({
    id: idOf("out"),
    path: "b.ts",
    raisedBy: ["bob"],
    status: "eliminated",
    eliminatedAt: "ballot",
  });
  const invented = aFinding({
    ...{ id: idOf("invented"), path: "c.ts", raisedBy: ["ada"], status: "eliminated", eliminatedAt: "gate" },
  });
  const byRule = aFinding({ id: idOf("rule"), path: "d.ts", raisedBy: ["rules"] });
  const fixed = aFinding({ id: idOf("fixed"), path: "e.ts", raisedBy: ["ada"], status: "fixed" });
  const evidence = [{ path: "f.ts", quote: "x" }];
  const review = aReview({
    panel,
    findings: [open, byRule],
    eliminated: [out, invented, fixed],
    confidence: 80,
    rounds: [
      {
        ...{ round: 1, proposals: [], objections: [] },
        ballots: [
          { seat: "bob", votes: [{ finding: open.id, verdict: "dispute", reason: "", evidence }] },
          { seat: "ada", votes: [{ finding: out.id, verdict: "dispute", reason: "", evidence }] },
          { seat: "cyd", votes: [{ finding: open.id, verdict: "abstain", reason: "", evidence: [] }] },
        ],
      },
    ],
    hearings: [
      {
        ...{ finding: open.id, advocate: "ada", skeptic: "bob", rulings: [], ruling: "upheld", because: "" },
        exchanges: [{ seat: "bob", role: "skeptic", argument: "", concede: true, evidence: [] }],
      },
    ],
  });
  expect(measureReview(review, new Set([open.id]), noConduct)).toEqual({
    roundsToConsensus: 1,
    // open: a dispute and an objection; out: a dispute; invented: none. 3 / 3
    challengeDepth: 1,
    // a.ts, b.ts and f.ts; the quote in c.ts does not exist
    evidenceDiversity: 3,
    // 1 of 3
    survivalRate: 0.33,
    ...{ revisions: 1, rejections: 2, revisionShare: 0.33 },
    ruleCompliance: null,
    families: 2,
    agreementAboveChance: null,
    ...{ rigor: 0.67, grounding: 0.67, perspectiveCoverage: 0.67, consensusStrength: 0.8 },
    violations: [],
    // (2/3 + 2/3 + 2/3 + 0.8) / 4
    qualityScore: 0.7,
  });
});

test("seed: a clean review has confidence 100 and no quality from it", () => {
  const metrics = measureReview(aReview({ panel, confidence: 100 }), new Set(), noConduct);
  expect(metrics).toMatchObject({ qualityScore: null, consensusStrength: null, roundsToConsensus: null });
});

const step = (id: string, more: Partial<JudgedStep> = {}): JudgedStep => ({
  ...{ id, phase: "p", title: id, description: "", files: [], dependsOn: [], needs: [], alsoProposed: [] },
  ...{ raisedBy: ["ada"], backedBy: ["ada"], dissent: [], agreement: null },
  ...more,
});

test("a plan: its items are the steps, with those that lost", () => {
  const metrics = measurePlan(
    {
      panel: { state: "full", seats: panel.seats.slice(0, 3) },
      phases: [
        {
          title: "p",
          steps: [
            step("s1", { files: ["a.ts", "b.ts"], backedBy: ["ada", "bob"] }),
            step("s2", { files: ["a.ts"], dissent: [{ seat: "bob", kind: "wants a change", reason: "" }] }),
          ],
        },
      ],
      alternatives: [
        {
          ...step("s3", { raisedBy: ["bob"], backedBy: [] }),
          dissent: [
            { seat: "ada", kind: "disagrees", reason: "" },
            { seat: "cyd", kind: "disagrees", reason: "" },
            { seat: "bob", kind: "gave it up", reason: "" },
          ],
          because: "",
        },
      ],
      positions: [
        { seat: "ada", position: "" },
        { seat: "bob", position: "" },
        { seat: "cyd", position: "" },
      ],
      confidence: 60,
    },
    { checked: 8, broken: [broken] },
  );
  expect(metrics).toEqual({
    // A change of s2 is still wanted.
    roundsToConsensus: null,
    // 0, 1 and 2
    challengeDepth: 1,
    evidenceDiversity: 2,
    survivalRate: 0.67,
    ...{ revisions: 1, rejections: 1, revisionShare: 0.5, ruleCompliance: 0.88, families: 3 },
    agreementAboveChance: null,
    ...{ rigor: 1, grounding: 0.67, perspectiveCoverage: 1, consensusStrength: 0.6 },
    violations: [broken],
    // (1 + 2/3 + 1 + 0.6) / 4 = 0.8166…
    qualityScore: 0.82,
  });
});

test("a plan agrees at its ballot where no seat is against a step, and at its end where what was disputed was given up", () => {
  const common = { panel, alternatives: [], positions: [{ seat: "ada", position: "" }], confidence: null };
  const of = (one: JudgedStep) =>
    measurePlan({ ...common, phases: [{ title: "p", steps: [one] }] }, noConduct).roundsToConsensus;
  expect(of(step("s1", { backedBy: ["ada", "bob"] }))).toBe(2);
  expect(of(step("s1", { raisedBy: ["ada", "bob"] }))).toBe(2);
  const disputed = step("s1", { backedBy: [], dissent: [{ seat: "bob", kind: "disagrees", reason: "" }] });
  expect(of(disputed)).toBe(4);
  expect(of({ ...disputed, backedBy: ["ada"] })).toBeNull();
});

test("a plan that no other seat voted on has no agreement: silence is not agreement", () => {
  const common = { panel, alternatives: [], positions: [{ seat: "ada", position: "" }], confidence: null };
  const of = (...steps: JudgedStep[]) =>
    measurePlan({ ...common, phases: [{ title: "p", steps }] }, noConduct).roundsToConsensus;
  expect(of(step("s1"))).toBeNull();
  expect(of(step("s1", { backedBy: ["ada", "bob"] }), step("s2"))).toBeNull();
  const withdrawn = { ...step("s2", { backedBy: [] }), because: "" };
  const left = { ...common, alternatives: [withdrawn] };
  const voted = [{ title: "p", steps: [step("s1", { backedBy: ["ada", "bob"] })] }];
  expect(measurePlan({ ...left, phases: voted }, noConduct).roundsToConsensus).toBe(2);
  expect(measurePlan({ ...left, phases: [] }, noConduct).roundsToConsensus).toBeNull();
});

const turn = (more: Partial<DebateTurn>): DebateTurn => ({
  ...{ seat: "ada", position: "P1", duty: "challenge", text: "t", moved: false, adopts: null, argument: "a" },
  ...{ confidence: 0.8, concessions: [], evidence: [], violation: null, novelty: 1, repetition: 0 },
  ...more,
});
const claim = (id: string, seat: string, more: Partial<DebateClaim> = {}): DebateClaim => ({
  ...{
    id,
    position: "P1",
    seat,
    title: "t",
    detail: "",
    confidence: 0.5,
    evidence: [],
    requiredChanges: [],
    givenUp: null,
    grantedBy: [],
  },
  ...more,
});
const quoted = (path: string, found = true) => ({ path, line: 1, quote: "some code", found });

test("a duty that code cannot check does not count as a rule that was followed", () => {
  const debate = { claims: [claim("C1", "ada")], stopReason: "max-rounds" as const, consensusScore: null, panel };
  const of = (...turns: DebateTurn[]) =>
    measureDebate({ ...debate, rounds: [{ round: 1, turns, novelty: 1, repetition: 0, camps: [] }] }, noConduct)
      .ruleCompliance;
  expect(of(turn({ duty: "answer" }))).toBeNull();
  // 1 of 2: the answer is in neither number.
  expect(of(turn({ duty: "answer" }), turn({ duty: "ask" }), turn({ duty: "ask", violation: "v" }))).toBe(0.5);
});

test("a free debate without quotes has no share of quotes that exist; without rounds its words are not measured", () => {
  const debate = {
    claims: [claim("C1", "ada")],
    rounds: [],
    stopReason: "no-debate" as const,
    consensusScore: null,
    panel,
  };
  const none = {
    evidenceFound: null,
    novelty: null,
    repetition: null,
    concessions: 0,
    evidenceDiversity: 0,
    grounding: 0,
  };
  expect(measureDebate(debate, noConduct)).toMatchObject(none);
  const invented = { ...debate, claims: [claim("C1", "ada", { evidence: [quoted("a.ts", false)] })] };
  expect(measureDebate(invented, noConduct)).toMatchObject({ ...none, evidenceFound: 0 });
});

test("a free debate: its items are the claims", () => {
  const first = turn({
    ...{ argument: "C2 and C3 are wrong", violation: "v", moved: true },
    evidence: [quoted("a.ts"), quoted("a.ts", false)],
  });
  const second = turn({ seat: "bob", position: "P2", argument: "C1 holds", concessions: [{ id: "C1", reason: "" }] });
  const metrics = measureDebate(
    {
      claims: [
        claim("C1", "ada", { evidence: [quoted("b.ts")] }),
        claim("C2", "bob", { givenUp: { round: 1, reason: "" } }),
        claim("C3", "ada"),
      ],
      rounds: [{ round: 1, turns: [first, second], novelty: 0.4, repetition: 0.1, camps: [] }],
      ...{ stopReason: "agreed", consensusScore: 73, panel: { ...panel, seats: panel.seats.slice(0, 3) } },
    },
    { checked: 3, broken: [broken] },
  );
  expect(metrics).toEqual({
    roundsToConsensus: 1,
    ...{ novelty: 0.4, repetition: 0.1 },
    // C2 by ada; bob grants C1, and ada on its own C3 does not count: 1 of 3 claims. C1 and C2 were examined.
    challengeDepth: 0.33,
    evidenceDiversity: 2,
    // 2 of 3 quotes
    evidenceFound: 0.67,
    survivalRate: 0.67,
    ...{ revisions: 1, rejections: 1, revisionShare: 0.5, concessions: 1, ruleCompliance: 0.6, families: 2 },
    // 1 of 2 duties and 2 of 3 rules
    violations: [broken],
    agreementAboveChance: null,
    ...{ rigor: 0.67, grounding: 0.33, perspectiveCoverage: 0.67, consensusStrength: 0.73 },
    // (2/3 + 1/3 + 2/3 + 0.73) / 4 = 0.599…
    qualityScore: 0.6,
  });
});
