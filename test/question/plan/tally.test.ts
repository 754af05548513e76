import { describe, expect, test } from "vitest";
import type { StepVote } from "../../../src/domain/plan.ts";
import { enterVotes, type VoteBook } from "../../../src/panel/asking/votes.ts";
import { addSteps, noSteps } from "../../../src/question/plan/steps.ts";
import { judgeStep, splitSteps } from "../../../src/question/plan/tally.ts";
import { aStep } from "../../support/plan-table.ts";

const [step] = addSteps(noSteps, "ada", [aStep("Add a cache")]).steps;
if (step === undefined) throw new Error("no step");
const own = step;

function bookOf(votes: readonly (readonly [seat: string, vote: StepVote])[]): VoteBook<StepVote> {
  return enterVotes(
    new Map(),
    votes.map(([seat, vote]) => ({ seat, item: vote.step, vote })),
  );
}

function judged(cast: Readonly<Record<string, StepVote["verdict"]>>, concessions: readonly string[] = []) {
  return judgeStep(own, {
    book: bookOf(
      Object.entries(cast).map(([seat, verdict]) => [seat, { step: own.id, verdict, reason: `${seat} says` }]),
    ),
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
    ["no other seat voted", { bob: "abstain" }, null],
  ] as const)("%s", (_what, cast, expected) => {
    expect(judged(cast).agreement).toBe(expected);
  });

  test("counts a seat that proposed the same step blind as agreeing", () => {
    const [both] = addSteps({ steps: [own], home: new Map() }, "bob", [aStep("Add a cache")]).steps;
    expect(both && judgeStep(both, { book: new Map(), concessions: [] }).agreement).toBe(1);
  });

  test("counts one vote per seat", () => {
    const votes = [0, 1].map(() => ({ step: own.id, verdict: "disagree", reason: "" }) as const);
    const { dissent } = judgeStep(own, { book: bookOf(votes.map((vote) => ["bob", vote])), concessions: [] });
    expect(dissent).toHaveLength(1);
  });
});

test("a seat that concedes another seat's step changes and records nothing", () => {
  expect(judged({ bob: "agree" }, ["bob"])).toMatchObject({ backedBy: ["ada", "bob"], dissent: [] });
});

describe("which steps stay", () => {
  const fate = (one: ReturnType<typeof judged>, winner: string | null = null) =>
    splitSteps([one], winner).lost[0]?.because ?? "stays";

  test.each([
    ["no objection", {}, [], "stays"],
    ["one against the author and one supporter", { bob: "agree", cyd: "disagree" }, [], "stays"],
    ["two against the author", { bob: "disagree", cyd: "disagree" }, [], "2 against 1: bob says · cyd says"],
    ["a requested change counts as half a supporter", { bob: "modify", cyd: "disagree" }, [], "stays"],
    [
      "conceded without another supporter",
      {},
      ["ada"],
      "given up by its author, and backed by no other seat: not any more",
    ],
    ["conceded, but another seat supports it", { bob: "agree" }, ["ada"], "stays"],
    ["conceded, half supported and opposed", { bob: "modify", cyd: "disagree" }, ["ada"], "1 against 0.5: cyd says"],
  ] as const)("%s", (_what, cast, concessions, expected) => {
    expect(fate(judged(cast, concessions))).toBe(expected);
  });

  test.each([
    ["the winner's own", "ada", "stays"],
    ["one that the winner opposes", "bob", "1 against 1, and the winning seat is against it: bob says"],
    ["one on which the winner did not vote", "cyd", "stays"],
  ])("even: %s", (_what, winner, expected) => {
    expect(fate(judged({ bob: "disagree" }), winner)).toBe(expected);
  });
});
