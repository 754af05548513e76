import { expect, test } from "vitest";
import type { Sibling, State } from "../../src/domain/publication.ts";
import { type Conclusion, conclusions } from "../../src/domain/review.ts";
import { worstOf } from "../../src/publication/worst.ts";
import { aReview } from "../support/review-builder.ts";

const head = "a".repeat(40);

function sibling(conclusion: Conclusion, more: Partial<State> = {}): Sibling {
  const known = {
    version: 1 as const,
    head,
    base: "",
    fingerprint: "",
    attempt: 1,
    complete: true,
    findings: [],
    posted: [],
    spentUsd: 0,
  };
  const state: State = {
    ...known,
    result: "clean",
    conclusion,
    title: `its ${conclusion}`,
    panel: { state: "full", seats: [] },
    confidence: null,
    ...more,
  };
  return { number: 8, state };
}

function published(own: Conclusion, siblings: readonly Sibling[]): Conclusion {
  const change = { ...aReview().change, number: 7, head: { ref: "x", sha: head } };
  return worstOf(aReview({ conclusion: own, change }), siblings).conclusion;
}

test.each<[Conclusion, Conclusion, Conclusion]>([
  ["success", "failure", "failure"],
  ["success", "neutral", "neutral"],
  ["success", "skipped", "success"],
  ["neutral", "skipped", "neutral"],
  ["neutral", "success", "neutral"],
  ["skipped", "failure", "failure"],
  ["skipped", "cancelled", "cancelled"],
  ["skipped", "neutral", "neutral"],
  ["skipped", "success", "skipped"],
  ["failure", "success", "failure"],
])("own %s and another's %s: %s is published", (own, other, expected) => {
  expect(published(own, [sibling(other)])).toBe(expected);
});

test.each(conclusions)("what was decided about another head, or nothing at all, changes no %s", (own) => {
  expect(published(own, [sibling("failure", { head: "b".repeat(40) }), { number: 9, state: null }])).toBe(own);
});

test("the worst of several counts, and whose it is", () => {
  const change = { ...aReview().change, number: 7, head: { ref: "x", sha: head } };
  const siblings = [sibling("neutral"), { ...sibling("failure"), number: 9 }, sibling("success")];
  expect(worstOf(aReview({ change }), siblings)).toEqual({ conclusion: "failure", title: "its failure", from: 9 });
  expect(worstOf(aReview({ change }), [{ ...sibling("failure"), number: 7 }]).from).toBeNull();
});

test("what stood on this head before counts for a skipped review, and not against a new one", () => {
  const before = [{ ...sibling("failure"), number: 7 }];
  expect(published("skipped", before)).toBe("failure");
  expect(published("success", before)).toBe("success");
});
