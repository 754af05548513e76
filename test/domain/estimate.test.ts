import { expect, test } from "vitest";
import { type EstimatedPart, forecastOf, maxOutputTokens } from "../../src/domain/estimate.ts";

const stage = (name: string, calls: number, turns = 1): EstimatedPart => ({
  name,
  uses: [
    { seat: "one", calls, usage: { inputTokens: calls * 1_000, cachedInputTokens: 0, outputTokens: calls * 100 } },
  ],
  turns,
});
const stages = [stage("first", 2), stage("second", 4, 4), stage("third", 2)];
const plenty = { calls: 100, tokens: 1_000_000, usd: 100, minutes: 15 };
const cents = (_seat: string, { outputTokens }: { outputTokens: number }): number => outputTokens / 10_000;
const endOf = (budget: Partial<typeof plenty>) => forecastOf(stages, cents, { ...plenty, ...budget }).end;

test("what fits has no end; the amounts are those of all stages", () => {
  expect(forecastOf(stages, cents, plenty)).toEqual({
    ...{ calls: 8, inputTokens: 8_000, outputTokens: 800, costUsd: 0.08, end: null },
  });
});

test.each([
  [{ calls: 1 }, { stage: "first", limit: "calls" }],
  [{ calls: 5 }, { stage: "second", limit: "calls" }],
  [{ calls: 8 }, null],
  [{ tokens: 2 * (1_000 + maxOutputTokens) - 1 }, { stage: "first", limit: "tokens" }],
  [{ tokens: 8_799 + 2 * (maxOutputTokens - 100) }, { stage: "third", limit: "tokens" }],
  [{ usd: 1.5 }, { stage: "first", limit: "usd" }],
  [{ usd: 1.61 }, { stage: "third", limit: "usd" }],
])("a budget of %j ends it there", (budget, end) => {
  expect(endOf(budget)).toEqual(end);
});

test("where no price is known, dollars end nothing", () => {
  const { end, costUsd } = forecastOf(stages, () => null, { ...plenty, usd: 0.01 });
  expect([end, costUsd]).toEqual([null, null]);
});
