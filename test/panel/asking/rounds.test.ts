import { describe, expect, test } from "vitest";
import { type RoundState, stopReason } from "../../../src/panel/asking/rounds.ts";
import { earlier } from "../../support/debate-table.ts";

const limits = { confidence: 80, maxRounds: 3, quorum: 2 };
const round = (overrides: Partial<RoundState> = {}): RoundState => ({
  items: [earlier(10)],
  openQuestions: 1,
  confidence: 50,
  healthy: 3,
  budgetSpent: false,
  said: ["new words every time"],
  ...overrides,
});
const moved = round({ items: [earlier(10, { severity: "P2" })], said: ["something altogether different appears"] });

describe("stop rules", () => {
  test.each([
    ["agreed", [round({ confidence: 80 })]],
    ["agreed", [round({ openQuestions: 0, confidence: null })]],
    ["panel-lost", [round({ healthy: 1 })]],
    ["panel-lost", [round({ healthy: 1, confidence: 100, openQuestions: 0 })]],
    ["budget", [round({ budgetSpent: true })]],
    ["budget", [round({ budgetSpent: true, healthy: 0 })]],
    ["max-rounds", [round(), moved, round({ said: ["third time other claims emerge"] })]],
    ["no-change", [round(), round({ said: ["something altogether different appears"] })]],
    ["repetition", [round(), { ...moved, said: ["New words, every time!"] }]],
    ["repetition", [round(), { ...moved, said: [] }]],
    [null, [round()]],
    [null, [round({ confidence: 79 })]],
    [null, [round({ confidence: null })]],
    [null, [round(), moved]],
  ] as const)("%s", (expected, rounds) => {
    expect(stopReason(rounds, limits)).toBe(expected);
  });

  test("repetition begins below a fifth of new words", () => {
    const first = round({ said: ["aaa bbb ccc ddd"] });
    expect(stopReason([first, { ...moved, said: ["aaa bbb ccc ddd eee"] }], limits)).toBeNull();
    expect(stopReason([first, { ...moved, said: ["aaa bbb ccc ddd eee fff", "aaa"] }], limits)).toBeNull();
    const longer = round({ said: ["aaa bbb ccc ddd eee"] });
    expect(stopReason([longer, { ...moved, said: ["aaa bbb ccc ddd eee fff"] }], limits)).toBe("repetition");
  });

  test("another order of the findings is not a change", () => {
    const [one, two] = [earlier(10), earlier(20)];
    const rounds = [round({ items: [one, two] }), round({ items: [two, one], said: ["wholly other words"] })];
    expect(stopReason(rounds, limits)).toBe("no-change");
  });

  test.each([
    ["status", { status: "disputed" }],
    ["severity", { severity: "P0" }],
  ] as const)("another %s is a change", (_, change) => {
    const rounds = [round(), round({ items: [earlier(10, change)], said: ["wholly other words"] })];
    expect(stopReason(rounds, limits)).toBeNull();
  });

  test("a single reviewer is asked once and agrees with no other, unless the budget ends it", () => {
    const alone = { ...limits, quorum: 1 };
    expect(stopReason([round({ healthy: 1, openQuestions: 0, confidence: null })], alone)).toBe("one-reviewer");
    expect(stopReason([round({ healthy: 1 })], alone)).toBe("one-reviewer");
    expect(stopReason([round({ healthy: 1, budgetSpent: true })], alone)).toBe("budget");
  });

  test("an offline panel needs no quorum", () => {
    expect(stopReason([round({ healthy: 0, openQuestions: 0 })], { ...limits, quorum: 0 })).toBe("agreed");
  });
});
