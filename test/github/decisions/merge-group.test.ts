import { describe, expect, test } from "vitest";
import { type Decisions, undecided } from "../../../src/domain/decisions.ts";
import type { PullRequest } from "../../../src/domain/github/own-posts.ts";
import type { Conclusion } from "../../../src/domain/review.ts";
import type { State } from "../../../src/domain/state.ts";
import {
  groupDecisions,
  inherited,
  isJudgedAlike,
  isSameChange,
  type Member,
  missingIn,
  pausedIn,
} from "../../../src/github/decisions/merge-group.ts";
import { aFinding, aReview } from "../../support/review-builder.ts";

function pull(number: number): PullRequest {
  return {
    kind: "pull-request",
    ...{ repo: "o/r", number, isOpen: true, isDraft: false, author: "ann", labels: [], title: "", body: "" },
    ...{ base: { ref: "main", sha: "b" }, head: { ref: "topic", sha: `head-${number}` }, headRepo: "o/r" },
    changedFiles: null,
  };
}

function member(number: number, conclusion: Conclusion, more: Partial<State> = {}): Member {
  const state: State = {
    ...{ version: 1, head: `head-${number}`, base: "main@b", fingerprint: "f", attempt: 1, complete: true },
    ...{ result: "clean", conclusion, title: `verdict of ${number}`, panel: { state: "full", seats: [] } },
    ...{ confidence: 80, findings: [], posted: [], spentUsd: 0 },
    ...more,
  };
  return { pull: pull(number), mergeBase: "b", state };
}

describe("a member without a complete review stops the group", () => {
  test.each([
    ["no review", { ...member(7, "success"), state: null }],
    ["a review of another head", member(7, "success", { head: "older" })],
    ["a review that did not finish", member(7, "failure", { complete: false, result: "inconclusive" })],
  ])("%s", (_, lacking) => {
    expect(missingIn([member(6, "success"), lacking])).toBe(
      "#7 of this merge group has no complete review of its head",
    );
  });

  test("a commit with an override needs nothing else", () => {
    expect(missingIn([member(7, "success", { complete: false, result: "overridden" })])).toBeNull();
    expect(missingIn([])).toBeNull();
  });
});

describe("the group takes the verdict of its members", () => {
  test("takes the worst verdict, marked as theirs, with the open findings of all", () => {
    const open = aFinding({ title: "open" });
    const dismissed = aFinding({ title: "dismissed", status: "dismissed" });
    const worse = aFinding({ title: "worse" });
    const members = [
      member(6, "neutral", { findings: [open, dismissed] }),
      member(7, "failure", { result: "blocked", findings: [worse] }),
      member(8, "failure", { title: "a later one" }),
    ];
    const review = inherited(aReview(), members);
    expect(review).toMatchObject({
      result: "blocked",
      conclusion: "failure",
      title: "#7: verdict of 7",
      confidence: 80,
    });
    expect(review.findings).toEqual([open, worse]);
    expect(review.coverage).toEqual({ complete: true, files: [] });
    expect(review.reason).toContain("reviewed in #6, #7, #8; the worst verdict is that of #7");
    expect(review.notes).toEqual([review.reason]);
  });

  test("takes over nothing without members", () => {
    const blank = aReview({ conclusion: "failure" });
    expect(inherited(blank, [])).toBe(blank);
  });
});

describe("a group matches what was reviewed", () => {
  const file = { filename: "a.ts", status: "modified", patch: "@@ -1,2 +1,2 @@ f\n a\n-b\n+c" };
  const other = { filename: "b.ts", status: "added", patch: "@@ -0,0 +1 @@\n+d" };

  test("at other line numbers and with its files in another order", () => {
    const shifted = { ...file, patch: "@@ -11,2 +21,2 @@ g\n a\n-b\n+c" };
    expect(isSameChange([shifted, other], [other, file])).toBe(true);
  });

  test.each([
    ["another line", { ...file, patch: "@@ -1,2 +1,2 @@ f\n a\n-b\n+x" }],
    ["other surrounding lines", { ...file, patch: "@@ -1,2 +1,2 @@ f\n x\n-b\n+c" }],
    ["another name", { ...file, filename: "c.ts" }],
    ["another former name", { ...file, previous_filename: "c.ts" }],
    ["another status", { ...file, status: "added" }],
  ])("but not with %s", (_, changed) => {
    expect(isSameChange([changed], [file])).toBe(false);
  });

  test("but not with an extra file, or one without a patch", () => {
    expect(isSameChange([file, other], [file])).toBe(false);
    const { patch: _, ...binary } = file;
    expect(isSameChange([binary], [binary])).toBe(false);
  });

  test("without a patch by the name of the blob; a renamed file is gone at its old place", () => {
    const { patch: _, ...large } = { ...file, sha: "1" };
    expect(isSameChange([large], [{ ...file, sha: "1" }])).toBe(true);
    expect(isSameChange([large], [{ ...file, sha: "2" }])).toBe(false);
    expect(isSameChange([large, large], [large, large])).toBe(false);
    const moved = { filename: "new.ts", previous_filename: "old.ts", status: "renamed", sha: "3" };
    const asTwo = [
      { filename: "new.ts", status: "added", sha: "3" },
      { filename: "old.ts", status: "removed", sha: "0" },
    ];
    expect(isSameChange(asTwo, [moved])).toBe(true);
    expect(isSameChange(asTwo.slice(0, 1), [moved])).toBe(false);
    expect(isSameChange([{ ...large, status: "removed" }], [large])).toBe(false);
  });

  test("only under the same settings and on the same base", () => {
    const now = { base: "main@b", fingerprint: "f" };
    expect(isJudgedAlike(member(7, "success"), now)).toBe(true);
    expect(isJudgedAlike(member(7, "success", { fingerprint: "g" }), now)).toBe(false);
    expect(isJudgedAlike(member(7, "success", { base: "dev@b" }), now)).toBe(false);
    expect(isJudgedAlike({ ...member(7, "success"), state: null }, now)).toBe(false);
  });
});

describe("decisions in the pull requests", () => {
  const paused: Decisions = { ...undecided, paused: { by: "max", at: "2026-11-20T10:00:00Z" } };
  const dismissal: Decisions["dismissals"][number] = {
    finding: "0000000a",
    kind: "wont-fix",
    why: "",
    by: "max",
    at: "2026-11-20T10:00:00Z",
    mayUnblock: true,
  };

  test("dismissals count in the group, but overrides and pauses do not", () => {
    const overrides = [{ head: "a", by: "mia", why: "", at: "2026-11-20T10:00:00Z" }];
    const decided = { ...paused, dismissals: [dismissal], overrides };
    const all = groupDecisions([member(6, "success", { decisions: decided }), member(7, "success")]);
    expect(all).toEqual({ ...undecided, dismissals: [dismissal] });
  });

  test("a pause names its pull request and its author", () => {
    expect(pausedIn([member(6, "success")])).toBeNull();
    expect(pausedIn([member(6, "success"), member(7, "success", { decisions: paused })])).toMatch(
      /^in #7 by @max since .*2026/,
    );
  });
});
