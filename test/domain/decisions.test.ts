import { expect, test } from "vitest";
import { Decisions, spentOn, undecided } from "../../src/domain/decisions.ts";

test("decisions from before hearings were stored are read unchanged", () => {
  const old = { dismissals: [], overrides: [], paused: null, done: [7] };
  expect(Decisions.parse(old)).toEqual({ ...undecided, done: [7] });
});

test("the amount spent is the cost of reviews and of people's other requests", () => {
  expect(spentOn({ spentUsd: 1 }, { ...undecided, spentUsd: 0.5 })).toBe(1.5);
  expect(spentOn(null, { ...undecided, spentUsd: 0.5 })).toBe(0.5);
});
