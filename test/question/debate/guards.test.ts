import { describe, expect, test } from "vitest";
import { maskOf } from "../../../src/code/anchor/mask.ts";
import { ProviderError } from "../../../src/domain/provider.ts";
import { adjudicateDebate } from "../../../src/question/debate/adjudicate.ts";
import { citationsIn } from "../../../src/question/debate/citations.ts";
import { conductOfTurns, roleOfTurn } from "../../../src/question/debate/conduct.ts";
import { debatePanel, noVerdictBecause } from "../../../src/question/debate/outcome.ts";
import { readSide } from "../../../src/question/debate/read-side.ts";
import { aPosition, aTurn, debaters, discussed } from "../../support/debaters.ts";

/** One test for each limit and each early end of a free debate that nothing else would notice. */

const { signal } = new AbortController();
const spent = async (): Promise<never> => {
  throw new ProviderError("budget", "the budget of calls is spent");
};
const dead = async (): Promise<never> => {
  throw new Error("the line is dead");
};
describe("quotes", () => {
  const evidence = Array.from({ length: 7 }, (_, index) => ({ path: "a.ts", quote: `call${index}();` }));

  test("without a repository none exists, and each says why", async () => {
    const [first] = await citationsIn(null, maskOf([]))(evidence, signal);
    expect(first).toEqual({
      ...{ path: "a.ts", quote: "call0();", found: false },
      because: "there is no repository to look it up in",
    });
  });

  test("of one claim or argument, five are looked up", async () => {
    expect(await citationsIn(null, maskOf([]))(evidence, signal)).toHaveLength(5);
  });
});

describe("openings", () => {
  test("six claims are kept, and a note says how many there were", async () => {
    const many = Array.from({ length: 8 }, (_, index) => ({ title: `Claim ${index}` }));
    const debate = await discussed(debaters({ open: async () => aPosition("Cache it.", ...many) }, {}));
    expect(debate.claims.filter(({ seat }) => seat === "ada")).toHaveLength(6);
    expect(debate.notes).toEqual(["The opening of ada had 8 claims, of which 6 are kept."]);
  });

  test("an answer that could be used whole gives no note", async () => {
    expect((await discussed(debaters({}, {}))).notes).toEqual([]);
  });

  test.each([
    ["the budget is spent", spent, "budget"],
    ["too few seats are left", dead, "panel-lost"],
  ])("where %s, no turn is asked", async (_, open, stopReason) => {
    let turns = 0;
    const counting = {
      turn: async () => {
        turns += 1;
        return aTurn("mine", "P1 fails");
      },
    };
    const debate = await discussed(debaters(counting, { open }));
    expect([debate.stopReason, turns, debate.rounds]).toEqual([stopReason, 0, []]);
    expect(debate.result).toBe("inconclusive");
  });
});

describe("turns", () => {
  test("a seat that says its position in other letters has not moved: its words stay", async () => {
    const open = async () => aPosition("Cache the results.");
    const debate = await discussed(debaters({ open, turn: async () => aTurn("CACHE THE RESULTS", "P2 is slow") }, {}));
    expect(debate.positions.find(({ seat }) => seat === "ada")?.text).toBe("Cache the results.");
  });

  test("one that may only ask has no role, so no rule is checked", () => {
    const seats = [{ name: "ada" }, { name: "bob" }];
    expect([roleOfTurn(seats, "ada", "ask"), roleOfTurn(seats, "ada", "answer")]).toEqual([null, "strategist"]);
    const turn = {
      ...{ seat: "ada", position: "P1", duty: "ask" as const, text: "", moved: false, adopts: null },
      ...{ argument: "Why?", confidence: null, concessions: [], evidence: [], violation: null },
      ...{ novelty: 0, repetition: 0 },
    };
    const rules = { seats, constitutions: new Map(), language: "en", hasRepository: true };
    const round = { round: 1, novelty: 0, repetition: 0, camps: [] };
    expect(conductOfTurns([{ ...round, turns: [turn] }], rules)).toMatchObject({ checked: 0, broken: [] });
  });
});

test("where the budget ends with the vote, no judge is asked", async () => {
  let rulings = 0;
  const judge = async () => {
    rulings += 1;
    return { verdict: "X", reasoning: "", confidence: 1, dissent: [] };
  };
  const court = { rules: { adjudication: "supreme-court", maxRounds: 1 } } as const;
  await discussed(debaters({ judge }, { judge }, { judge }), court);
  expect(rulings).toBe(2);
  const debate = await discussed(debaters({ judge }, { judge }, { judge, vote: spent }), court);
  expect([rulings, debate.result]).toEqual([2, "inconclusive"]);
});

describe("no verdict", () => {
  const [seat] = debaters({});
  const seats = debaters({}, {});
  const position = {
    ...{ id: "P1", seat: "ada", opening: "a", text: "a", adopted: null, confidence: null, uncertainties: [] },
  };
  const facts = { seats, positions: [position, position], failures: [], stopped: null, healthy: 2, quorum: 2 };

  test("where no seat voted", () => {
    const vote = { seat: "ada", vote: "abstain" as const, confidence: null, reason: "", cast: false };
    expect(noVerdictBecause({ ...facts, votes: [vote] })).toBe("No seat voted. no reason recorded");
    expect(noVerdictBecause({ ...facts, votes: [{ ...vote, cast: true }] })).toBeNull();
  });

  test("and the panel says how it is: offline, failed, full or degraded", () => {
    const failure = { seat: "ada", step: "debate-open", reason: "dead" };
    const states = [
      debatePanel([], [], []),
      debatePanel(seats, [], []),
      debatePanel(seats, [position], []),
      debatePanel(seats, [position], [failure]),
      debatePanel(seat === undefined ? [] : [seat], [], []),
    ].map(({ state }) => state);
    expect(states).toEqual(["offline", "failed", "full", "degraded", "full"]);
  });

  test("comes from a record that lacks the position that was voted on, or that a judge was shown", async () => {
    const debate = await discussed(debaters({}, {}, {}), { rules: { maxRounds: 1 } });
    expect(adjudicateDebate({ ...debate, leading: "P9" }, "majority")).toMatchObject({
      ...{ result: "inconclusive", verdict: null, reason: "The record lacks the position that was voted on." },
    });
    const sides = { leading: { position: "P1", text: "" }, other: { position: "P9", text: "" } };
    const rulings = [
      { judge: "cyd", isAuthor: false, side: "other" as const, because: "", reasoning: "", dissent: [] },
    ];
    const again = { ...debate, leading: "P1", sides, rulings: rulings.map((one) => ({ ...one, confidence: 1 })) };
    expect(adjudicateDebate(again, "supreme-court")).toMatchObject({
      ...{ result: "rejected", position: null, verdict: expect.stringMatching(/^Rejected: Position of/) },
    });
  });

  test("is read into one that names a position while it says that it is undecided", () => {
    const side = (position: string, text: string) => ({ position, text, arguments: [], seats: [] });
    const sides = { X: side("P1", "Cache it."), Y: side("P2", "Build an index.") };
    expect(readSide("P1 convinces", sides)).toBe("X");
    expect(readSide("Undecided, though P1 convinces", sides)).toBeNull();
  });
});
