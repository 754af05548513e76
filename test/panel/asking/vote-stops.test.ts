import { expect, test } from "vitest";
import { type VotePass, voteStop } from "../../../src/panel/asking/votes.ts";

const going: VotePass = { healthy: 3, budgetSpent: false, contested: 2, moved: true, number: 2 };

test.each<[string | null, Partial<VotePass>]>([
  [null, {}],
  [null, { number: 1, moved: false }],
  ["no-change", { moved: false }],
  ["agreed", { contested: 0, moved: false }],
  ["one-reviewer", { healthy: 1, contested: 0 }],
  ["panel-lost", { healthy: 0 }],
  ["budget", { budgetSpent: true, healthy: 0 }],
  ["max-rounds", { number: 3 }],
  ["no-change", { number: 3, moved: false }],
])("%s after %j", (stop, pass) => {
  expect(voteStop({ ...going, ...pass }, { quorum: 1, maxRounds: 3 })).toBe(stop);
});

test("fewer seats than the quorum are a lost panel", () => {
  expect(voteStop({ ...going, healthy: 2 }, { quorum: 3, maxRounds: 3 })).toBe("panel-lost");
});
