import { describe, expect, test } from "vitest";
import type { StepVote } from "../../src/domain/plan.ts";
import { addSteps, noSteps } from "../../src/plan/steps.ts";
import { judgeStep, splitSteps } from "../../src/plan/tally.ts";
import { aStep } from "../support/plan-table.ts";

const [step] = addSteps(noSteps, "ada", [aStep("Add a cache")]).steps;
if (step === undefined) throw new Error("no step");
const own = step;

function judged(cast: Readonly<Record<string, StepVote["verdict"]>>, concessions: readonly string[] = []) {
  return judgeStep(own, {
    ballots: Object.entries(cast).map(([seat, verdict]) => ({
      seat,
      votes: [{ step: own.id, verdict, reason: `${seat} says` }],
    })),
    concessions: concessions.map((seat) => ({ seat, step: own.id, reason: "not any more" })),
  });
}

describe("agreement", () => {
  test.each([
    ["modify counts as half", { bob: "modify" }, 0.5],
    ["agree and modify", { bob: "agree", cyd: "modify" }, 0.75],
    ["an unknown vote is an abstention: it is in no denominator", { bob: "agree", cyd: "abstain" }, 1],
    ["all disagree", { bob: "disagree", cyd: "disagree" }, 0],
    ["golden (n) the author's own vote does not count", { ada: "agree", bob: "disagree" }, 0],
    ["nobody judged", { bob: "abstain" }, null],
  ] as const)("%s", (_what, cast, expected) => {
    expect(judged(cast).agreement).toBe(expected);
  });

  test("who proposed the same blind agrees", () => {
    const [both] = addSteps({ steps: [own], home: new Map() }, "bob", [aStep("Add a cache")]).steps;
    expect(both && judgeStep(both, { ballots: [], concessions: [] }).agreement).toBe(1);
  });

  test("a seat has one vote", () => {
    const votes = [0, 1].map(() => ({ step: own.id, verdict: "disagree", reason: "" }) as const);
    const { dissent } = judgeStep(own, { ballots: [{ seat: "bob", votes }], concessions: [] });
    expect(dissent).toHaveLength(1);
  });
});

test("only what is a seat's own can it give up: another's step keeps its backers, and no word of it is said", () => {
  expect(judged({ bob: "agree" }, ["bob"])).toMatchObject({ backedBy: ["ada", "bob"], dissent: [] });
});

describe("which steps stay", () => {
  const fate = (one: ReturnType<typeof judged>, winner: string | null = null) =>
    splitSteps([one], winner).lost[0]?.because ?? "stays";

  test.each([
    ["nobody objects", {}, [], "stays"],
    ["one against the author and one more", { bob: "agree", cyd: "disagree" }, [], "stays"],
    ["two against the author", { bob: "disagree", cyd: "disagree" }, [], "2 against 1: bob says · cyd says"],
    ["a wanted change is half a backer", { bob: "modify", cyd: "disagree" }, [], "stays"],
    [
      "given up, and nobody else backs it",
      {},
      ["ada"],
      "given up by its author, and backed by nobody else: not any more",
    ],
    ["given up, but another seat backs it", { bob: "agree" }, ["ada"], "stays"],
    ["given up, half backed, opposed", { bob: "modify", cyd: "disagree" }, ["ada"], "1 against 0.5: cyd says"],
  ] as const)("%s", (_what, cast, concessions, expected) => {
    expect(fate(judged(cast, concessions))).toBe(expected);
  });

  test.each([
    ["the winner's own", "ada", "stays"],
    ["one that the winner opposes", "bob", "1 against 1, and the winning seat is against it: bob says"],
    ["one on which the winner has no side", "cyd", "stays"],
  ])("even: %s", (_what, winner, expected) => {
    expect(fate(judged({ bob: "disagree" }), winner)).toBe(expected);
  });
});
