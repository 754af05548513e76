import { expect, test } from "vitest";
import { conclusions } from "../../../src/domain/review.ts";
import { isWorse, stepCodeOf, worstAmong } from "../../../src/review/verdict/conclusion.ts";

const fromBest = ["success", "skipped", "neutral", "cancelled", "failure"] as const;

test("every conclusion has its place in the order", () => {
  expect(new Set<string>(fromBest)).toEqual(new Set(conclusions));
  for (const [index, one] of fromBest.entries())
    for (const [place, other] of fromBest.entries()) expect(isWorse(one, other)).toBe(index > place);
});

test("the worst item, and of equal ones the first", () => {
  const items = fromBest.map((conclusion, id) => ({ conclusion, id }));
  expect(worstAmong(items)).toEqual({ conclusion: "failure", id: 4 });
  const equal = [
    { conclusion: "neutral" as const, id: 1 },
    { conclusion: "neutral" as const, id: 2 },
  ];
  expect(worstAmong(equal)?.id).toBe(1);
  expect(worstAmong([])).toBeUndefined();
});

test("a workflow step fails with the check, and only then", () => {
  expect(conclusions.filter((conclusion) => stepCodeOf(conclusion) === 1)).toEqual(["failure"]);
});
