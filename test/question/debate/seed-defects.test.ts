import { describe, expect, test } from "vitest";
import { sit } from "../../support/debate-table.ts";
import { aPosition, aVote, debaters, discussed } from "../../support/debaters.ts";
import { aStep, deliberate, opening, planners, stepTitles } from "../../support/plan-table.ts";
import { panelOf } from "../../support/scripted-agent.ts";

/** Faults of the systems that this one follows (reference: seeds), each shown to be absent. */
describe("faults of the seeds", () => {
  test("results are kept by seat, not by type: two seats of one model and persona both keep theirs", async () => {
    const alike = { provider: "p", model: "m", persona: "coder" };
    const seats = debaters(
      { open: async () => aPosition("Cache the results of each search."), vote: async () => aVote("agree", 0.9) },
      { open: async () => aPosition("Build an index on that table."), vote: async () => aVote("disagree", 0.4) },
    ).map((seat) => ({ ...seat, ...alike }));
    const debate = await discussed(seats);
    expect(debate.positions.map(({ opening: said }) => said).toSorted()).toEqual([
      ...["Build an index on that table.", "Cache the results of each search."],
    ]);
    expect(debate.panelVotes).toMatchObject([
      { seat: "ada", vote: "agree", confidence: 0.9 },
      { seat: "bob", vote: "disagree", confidence: 0.4 },
    ]);
    expect(debate.rounds[0]?.turns.map(({ seat }) => seat)).toEqual(["ada", "bob"]);
    const plan = await deliberate(
      planners(
        { open: async () => opening(aStep("Add a cache")) },
        { open: async () => opening(aStep("Build an index")) },
      ).map((seat) => ({ ...seat, ...alike })),
    );
    expect(stepTitles(plan)).toEqual(["Add a cache", "Build an index"]);
  });

  test("a timeout is not complete: the seat is named, and the result says that it is missing", async () => {
    const late = async () => {
      throw new Error("no answer within 290 s");
    };
    const plan = await deliberate(planners({ open: async () => opening(aStep("Add a cache")) }, {}, { open: late }));
    expect(plan).toMatchObject({ result: "degraded", panel: { state: "degraded" } });
    expect(plan.reason).toContain("cyd");
    const debate = await discussed(debaters({}, { open: late }));
    expect(debate).toMatchObject({ result: "inconclusive", verdict: null });
    const review = await sit(panelOf(2, { scripts: [{ propose: late }, { propose: late }] }));
    expect(review).toMatchObject({ result: "inconclusive", confidence: null });
  });

  test("silence gives no confidence: no vote, no score, and no figure of a debate that was not held", async () => {
    const mute = { vote: async () => Promise.reject(new Error("gone")) };
    const debate = await discussed(debaters(mute, mute));
    expect(debate).toMatchObject({ confidence: null, consensusScore: null, verdict: null });
    expect(debate.metrics).toMatchObject({ consensusStrength: null, qualityScore: null });
  });

  test("limits hold: a debate that brings new words each round ends at max-rounds, and confidence has no more than its voters gave", async () => {
    const never = { vote: async () => aVote("agree", 0.3) };
    const debate = await discussed(debaters(never, never), { rules: { minRounds: 1, maxRounds: 3 } });
    expect(debate.rounds).toHaveLength(3);
    expect(debate.stopReason).toBe("max-rounds");
    // Both agree with 0.3, so the verdict has 0.3: no weights that sum up to more or less.
    expect(debate.confidence).toBe(0.3);
  });

  test("the order of the sides decides nothing: a judge that always names the first one is undecided", async () => {
    const first = { judge: async () => ({ verdict: "X", reasoning: "", confidence: 1, dissent: [] }) };
    const debate = await discussed(debaters(first, first, first), {
      rules: { adjudication: "supreme-court", maxRounds: 1 },
    });
    expect(debate).toMatchObject({ result: "undecided", verdict: null });
  });
});
