import { describe, expect, test } from "vitest";
import type { DebateClaim, DebatePosition, TurnReply, TurnRequest } from "../../../src/domain/discussion/answers.ts";
import { isStill } from "../../../src/question/debate/convergence.ts";
import { aTurn, debaters, discussed } from "../../support/debaters.ts";

const consensus = { topology: "consensus", minRounds: 2, maxRounds: 6 } as const;
/** A turn with new words that holds what the seat held, with more in given rounds. */
const steady =
  (more: Readonly<Record<number, (request: TurnRequest) => Partial<TurnReply>>> = {}) =>
  async (request: TurnRequest): Promise<TurnReply> => {
    const { round, own, positions } = request;
    const words = ["first", "second", "third", "fourth"].map((word) => `${word}${own}${round}`).join(" ");
    const position = positions.find(({ id }) => id === own)?.text ?? "";
    return { ...aTurn(position, `P1 and P2: ${words}`), ...more[round]?.(request) };
  };

describe("the topology consensus", () => {
  test("a round that moves nothing ends the debate, after min-rounds; the report says so", async () => {
    const debate = await discussed(debaters({ turn: steady() }, { turn: steady() }), { rules: consensus });
    expect([debate.stopReason, debate.rounds.length]).toEqual(["no-change", 2]);
    expect(debate.topology).toEqual({ name: "consensus", passes: 2, stop: "no-change" });
  });

  test("in parallel the same seats go on to the limit, and nothing is reported", async () => {
    const rules = { ...consensus, topology: "parallel" } as const;
    const debate = await discussed(debaters({ turn: steady() }, { turn: steady() }), { rules });
    expect([debate.stopReason, debate.rounds.length, debate.topology]).toEqual(["max-rounds", 6, undefined]);
  });

  const concedes = ({ claims, own }: TurnRequest): Partial<TurnReply> => ({
    concessions: claims.filter(({ position }) => position !== own).map(({ id }) => ({ id, reason: "shown" })),
  });
  test.each([
    ["a position", () => ({ position: "Build an index." })],
    ["a confidence", () => ({ confidence: 0.3 })],
    ["a claim of another", concedes],
  ] as const)("a round that moves %s does not end it; the one after it does", async (_case, more) => {
    const seats = debaters({ turn: steady({ 2: more, 3: more }) }, { turn: steady() });
    const debate = await discussed(seats, { rules: consensus });
    expect([debate.stopReason, debate.rounds.length]).toEqual(["no-change", 3]);
  });

  test("all seats in one camp have agreed, whether that camp moved or not", async () => {
    const joining = steady({
      1: ({ positions }) => ({ position: positions.find(({ seat }) => seat === "ada")?.text ?? "" }),
    });
    const debate = await discussed(debaters({ turn: steady() }, { turn: joining }), { rules: consensus });
    expect(debate.topology).toEqual({ name: "consensus", passes: 2, stop: "agreed" });
  });

  test("a socratic last word that moves a position has not stayed as it was", async () => {
    const asking = async (request: TurnRequest): Promise<TurnReply> => {
      const said = await steady()(request);
      if (request.duty === "ask") return { ...said, argument: `${said.argument}?` };
      return request.round === 3 ? { ...said, position: "Build an index." } : said;
    };
    const rules = { ...consensus, strategy: "socratic" } as const;
    const debate = await discussed(debaters({ turn: steady() }, { turn: asking }), { rules });
    expect([debate.stopReason, debate.rounds.length]).toEqual(["no-change", 5]);
  });

  test("after failed openings there are no rounds, and without a debate nothing is reported", async () => {
    const open = async (): Promise<never> => {
      throw new Error("the line is dead");
    };
    const lost = await discussed(debaters({}, { open }), { rules: consensus });
    expect(lost.topology).toEqual({ name: "consensus", passes: 0, stop: "panel-lost" });
    expect((await discussed(debaters({}), { rules: consensus })).topology).toBeUndefined();
  });
});

describe("still", () => {
  const position: DebatePosition = {
    ...{ id: "P1", seat: "ada", opening: "a", text: "a", adopted: null, confidence: 0.8, uncertainties: [] },
  };
  const claim: DebateClaim = {
    ...{ id: "C1", position: "P1", seat: "ada", title: "t", detail: "", confidence: 0.5, evidence: [] },
    ...{ requiredChanges: [], givenUp: null, grantedBy: [] },
  };
  const before = { positions: [position], claims: [claim] };
  test.each([
    ["nothing", before, true],
    // The mean of three claims of 0.8 is 0.8000000000000002.
    ["less than a hundredth", { ...before, positions: [{ ...position, confidence: 2.4000000000000004 / 3 }] }, true],
    ["a text", { ...before, positions: [{ ...position, text: "b" }] }, false],
    ["where a text comes from", { ...before, positions: [{ ...position, adopted: "P2" }] }, false],
    ["a confidence", { ...before, positions: [{ ...position, confidence: 0.79 }] }, false],
    ["a confidence that was not stated", { ...before, positions: [{ ...position, confidence: null }] }, false],
    ["a claim that was given up", { ...before, claims: [{ ...claim, givenUp: { round: 1, reason: "" } }] }, false],
    ["a claim that was granted", { ...before, claims: [{ ...claim, grantedBy: ["bob"] }] }, false],
  ])("%s changed: %s", (_case, after, expected) => {
    expect(isStill(before, after)).toBe(expected);
  });
});
