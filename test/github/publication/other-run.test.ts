import { expect, test } from "vitest";
import type { Existing } from "../../../src/domain/state.ts";
import { hasNews, otherOn, worseOf } from "../../../src/github/publication/other-run.ts";
import { aReview } from "../../support/review-builder.ts";
import { head, nothing, stateOf } from "./sample.ts";

const passing = aReview({ result: "clean", conclusion: "success" });
const blocked = { ...stateOf(aReview({ result: "blocked", conclusion: "failure", title: "1 P0" })), finishedAt: "2" };

test("leaves the comments to another run on this head that found nothing better", () => {
  expect(otherOn(head, passing, { before: null, now: blocked })).toBe(blocked);
  const failing = { conclusion: "failure" } as const;
  expect(otherOn(head, failing, { before: null, now: { ...blocked, conclusion: "success" } })).toBeNull();
});

test.each([
  ["there is no state", null],
  ["the state is of another head", { ...blocked, head: "b".repeat(40) }],
])("there is no other run where %s", (_name, now) => {
  expect(otherOn(head, passing, { before: null, now })).toBeNull();
});

test("decisions on the same debate make no other run", () => {
  const decided = { ...blocked, title: "Overridden", conclusion: "neutral" as const };
  expect(otherOn(head, passing, { before: blocked, now: decided })).toBeNull();
  expect(otherOn(head, passing, { before: blocked, now: { ...blocked, finishedAt: "3" } })).not.toBeNull();
});

test("of two verdicts on one head the worse counts, unless the head was superseded", () => {
  expect(worseOf(passing, blocked)).toMatchObject({ conclusion: "failure", title: "1 P0" });
  expect(worseOf(passing, null)).toBe(passing);
  const superseded = { ...passing, result: "superseded" as const };
  expect(worseOf(superseded, blocked)).toBe(superseded);
});

test("a submitted review with a finding that is not known here is news", () => {
  const now: Existing = { ...nothing, reviews: [{ id: 1, head, attempt: 1, listed: ["aaaaaaaa"] }] };
  expect(hasNews(passing, nothing, now)).toBe(true);
  expect(hasNews(passing, now, now)).toBe(false);
});
