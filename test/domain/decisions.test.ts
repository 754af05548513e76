import { expect, test } from "vitest";
import { Decisions, spentOn, undecided } from "../../src/domain/decisions.ts";

test("what was decided before hearings were kept is read as it was", () => {
  const old = { dismissals: [], overrides: [], paused: null, done: [7] };
  expect(Decisions.parse(old)).toEqual({ ...undecided, done: [7] });
});

test("spent is what reviews cost and what people asked for besides", () => {
  expect(spentOn({ spentUsd: 1 }, { ...undecided, spentUsd: 0.5 })).toBe(1.5);
  expect(spentOn(null, { ...undecided, spentUsd: 0.5 })).toBe(0.5);
});
