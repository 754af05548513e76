import { describe, expect, test } from "vitest";
import type { DebateClaim, DebatePosition } from "../../../src/domain/discussion/answers.ts";
import type { DebateTurn, PanelVote } from "../../../src/domain/discussion/free-debate.ts";
import { rankedCamps, samePosition, speakerOf } from "../../../src/question/debate/camps.ts";
import { debateStop, noveltyIn, repetitionIn } from "../../../src/question/debate/convergence.ts";
import { readSide } from "../../../src/question/debate/read-side.ts";
import { consensusScore, missingVote } from "../../../src/question/debate/votes.ts";
import { containment, noveltyOf, repetitionOf } from "../../../src/question/debate/words.ts";

describe("words", () => {
  test.each([
    // cache and results are old, quickly and today are new: 2 of 4.
    ["Cache the results quickly today", ["The cache has results."], 0.5],
    ["Cache results", ["results of a cache"], 0],
    ["Cache results", [], 1],
    ["", ["anything"], 0],
    ["of it is to", ["anything"], 0],
  ])("novelty of %j after %j is %d", (argument, before, expected) => {
    expect(noveltyOf(argument, before)).toBe(expected);
  });

  test("repetition is the greatest cosine of word counts: (1,2)·(1,1) / (√5·√2) = 3/√10", () => {
    expect(repetitionOf("alpha beta beta", ["gamma", "alpha beta"])).toBeCloseTo(3 / Math.sqrt(10), 10);
    expect(repetitionOf("alpha", ["beta"])).toBe(0);
    expect(repetitionOf("alpha", [])).toBe(0);
    expect(repetitionOf("", [""])).toBe(0);
  });

  test("containment is the share of different words that another text has: 2 of 3", () => {
    expect(containment("cache cache results today", "results of the cache")).toBeCloseTo(2 / 3, 10);
    expect(containment("", "cache")).toBe(0);
  });
});

const turn = (more: Partial<DebateTurn> = {}): DebateTurn => ({
  ...{ seat: "ada", position: "P1", duty: "challenge", text: "t", moved: false, adopts: null, argument: "a" },
  ...{ confidence: 0.8, concessions: [], evidence: [], violation: null, novelty: 1, repetition: 0 },
  ...more,
});
const roundsOf = (...novelties: readonly (readonly number[])[]) =>
  novelties.map((of) => ({ turns: of.map((novelty) => turn({ novelty, repetition: 1 - novelty })) }));

describe("convergence", () => {
  const limits = { minRounds: 2, maxRounds: 4, quorum: 2 };
  const going = { isAgreed: false, isStill: false, isBudgetSpent: false, healthy: 3 };

  test("novelty is the mean of the last three arguments, or of a longer last round", () => {
    expect(noveltyIn(roundsOf([1, 0.9], [0.3, 0.1]))).toBeCloseTo((0.9 + 0.3 + 0.1) / 3, 10);
    expect(noveltyIn(roundsOf([1], [0.4, 0.2, 0.2, 0]))).toBeCloseTo(0.2, 10);
    expect(repetitionIn(roundsOf([0, 0], [0.5, 0.3]))).toBeCloseTo(0.6, 10);
  });

  test.each([
    ["goes on before min-rounds, though all agree", roundsOf([0, 0]), { isAgreed: true }, null],
    ["goes on before min-rounds, though words repeat", roundsOf([0, 0]), {}, null],
    ["agreed", roundsOf([1, 1], [1, 1]), { isAgreed: true }, "agreed"],
    ["goes on before min-rounds, though nothing moved", roundsOf([1, 1]), { isStill: true }, null],
    ["nothing moved", roundsOf([1, 1], [1, 1]), { isStill: true }, "no-change"],
    ["nothing moved, and all agree", roundsOf([1, 1], [1, 1]), { isStill: true, isAgreed: true }, "agreed"],
    ["nothing moved, and words repeat", roundsOf([0, 0], [0, 0]), { isStill: true }, "no-change"],
    // Repetition 0.7 is not more than 0.7, and novelty 0.3 is not less than 0.2.
    ["at the limits it goes on", roundsOf([0.3, 0.3], [0.3, 0.3]), {}, null],
    ["repetition over 0.7", roundsOf([0.9, 0.9], [0.29, 0.29]), {}, "repetition"],
    ["the round limit", roundsOf([1], [1], [1], [1]), {}, "max-rounds"],
    ["the budget, at once", roundsOf([1]), { isBudgetSpent: true }, "budget"],
    ["a lost panel, at once", roundsOf([1]), { healthy: 1 }, "panel-lost"],
  ] as const)("%s", (_case, rounds, more, expected) => {
    expect(debateStop({ rounds, ...going, ...more }, limits)).toBe(expected);
  });

  test("novelty under 0.2 ends a debate whose words change places only", () => {
    const rounds = [
      [0.19, 0.19, 0.19],
      [0.19, 0.19, 0.19],
    ].map((of) => ({
      turns: of.map((novelty) => turn({ novelty, repetition: 0.5 })),
    }));
    expect(debateStop({ rounds, ...going }, limits)).toBe("no-novelty");
  });

  test("max-rounds below min-rounds ends the debate too", () => {
    const limited = { ...limits, minRounds: 3, maxRounds: 1 };
    expect(debateStop({ rounds: roundsOf([1, 1]), ...going }, limited)).toBe("max-rounds");
  });
});

const vote = (kind: PanelVote["vote"], confidence: number | null): PanelVote => {
  return { seat: "x", vote: kind, confidence, reason: "", cast: true };
};

describe("the consensus score", () => {
  test.each([
    // (0.8 + 0.8) / (0.8 + 0.8 + 0.6) = 0.727…
    [[vote("agree", 0.8), vote("agree", 0.8), vote("disagree", 0.6)], 73],
    // 0.9 / (0.9 + 0.5): the greater side may be the one against; no confidence counts half.
    [[vote("disagree", 0.9), vote("agree", null)], 64],
    // 1.6 / (1.6 + 1): a missing vote weighs 1 and belongs to no side.
    [[vote("agree", 0.8), vote("agree", 0.8), missingVote("z")], 62],
    // 1 / (1 + 1 + 1): one sure voice among silent ones is no consensus.
    [[vote("agree", 1), missingVote("y"), missingVote("z")], 33],
    [[vote("abstain", 1), vote("abstain", 1)], 0],
    [[vote("agree", 0)], 0],
    [[missingVote("y"), missingVote("z")], null],
  ])("case %#: %j", (votes, expected) => {
    expect(consensusScore(votes)).toBe(expected);
  });
});

const position = (id: string, text: string, more: Partial<DebatePosition> = {}): DebatePosition => {
  return { id, seat: `seat-${id}`, opening: text, text, adopted: null, confidence: 0.5, uncertainties: [], ...more };
};
const claim = (id: string, of: string, more: Partial<DebateClaim> = {}): DebateClaim => ({
  ...{ id, position: of, seat: `seat-${of}`, title: "t", detail: "", confidence: 0.5, evidence: [] },
  ...{ requiredChanges: [], givenUp: null, grantedBy: [] },
  ...more,
});
const quoted = (line: number, found = true) => ({ path: "a.ts", line, quote: "some code", found });

describe("the leading camp", () => {
  const [one, two, three] = [position("P1", "Cache it."), position("P2", "Index it."), position("P3", "CACHE IT")];

  test("has more seats, whatever confidence the others state", () => {
    const sure = { ...two, confidence: 1 };
    expect(rankedCamps([sure, one, three], []).map((camp) => camp.map(({ id }) => id))).toEqual([["P1", "P3"], ["P2"]]);
  });

  test("otherwise more quotes that exist for claims that still hold, each counted once", () => {
    const evidence = [quoted(1), quoted(1), quoted(2, false)];
    const claims = [
      claim("C1", "P1", { evidence: [quoted(1)] }),
      claim("C2", "P2", { evidence: [...evidence, quoted(3)] }),
    ];
    expect(rankedCamps([one, two], claims)[0]?.[0]?.id).toBe("P2");
    const givenUp = { ...claim("C2", "P2", { evidence }), givenUp: { round: 1, reason: "" } };
    expect(rankedCamps([one, two], [claim("C1", "P1", { evidence: [quoted(1)] }), givenUp])[0]?.[0]?.id).toBe("P1");
  });

  test("otherwise the higher confidence, then the lower label; a devil's advocate never leads", () => {
    expect(rankedCamps([one, { ...two, confidence: 0.6 }], [])[0]?.[0]?.id).toBe("P2");
    expect(rankedCamps([one, two], [])[0]?.[0]?.id).toBe("P1");
    expect(rankedCamps([{ ...one, confidence: 1 }, two], [], ["seat-P1"])[0]?.[0]?.id).toBe("P2");
  });

  test("speaks through a seat that is not the devil's advocate, where one of them did not take it over", () => {
    expect(speakerOf([one, three], ["seat-P1"])?.id).toBe("P3");
    expect(speakerOf([one, { ...three, adopted: "P1" }], ["seat-P1"])?.id).toBe("P1");
    expect(speakerOf([{ ...one, adopted: "P3" }, three])?.id).toBe("P3");
  });

  test("a negation is another position", () => {
    expect(
      samePosition("We should cache the results of all searches.", "We should not cache the results of all searches."),
    ).toBe(false);
  });
});

describe("the side that a judge's verdict means", () => {
  const X = { position: "P1", text: "Cache the results in memory for a minute." };
  const Y = { position: "P2", text: "Build an index on the table instead." };
  test.each([
    ["X", "X"],
    ["y.", "Y"],
    ["Position Y: it is simpler", "Y"],
    ["The answer is P2, not more", "Y"],
    ["An index on the table", "Y"],
    ["Cache results", "X"],
    ["undecided", null],
    ["Neither was shown", null],
    ["Ship it without a review", null],
    ["Cache the index", null],
    ["P1 or P2", null],
    ["agree", null],
    ["The verdict is Y", "Y"],
    ["**Position X**", "X"],
    ["Y is right.", "Y"],
    ["X is refuted; Y should be the answer", null],
    ["Y is wrong, adopt X", null],
    ["X fails", null],
    ["X and Y are equal", null],
    ["X: no, Y: yes", null],
    ["P1 is refuted", null],
    ["I do not follow P1", null],
    ["Do not cache the results in memory", null],
  ] as const)("%j means %s", (verdict, expected) => {
    expect(readSide(verdict, { X, Y })).toBe(expected);
  });

  test("has the negation of the position that it repeats", () => {
    const never = { position: "P1", text: "Do not cache the results in memory.\n\nClaims:\n- C1: They grow old" };
    expect(readSide("Do not cache the results", { X: never, Y })).toBe("X");
    expect(readSide("Cache the results", { X: never, Y })).toBeNull();
  });
});
