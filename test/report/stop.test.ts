import { expect, test } from "vitest";
import { reports } from "../../src/report/index.ts";
import { stopOf } from "../../src/report/stop.ts";
import { aFinding, aReview, aSeat } from "../support/review-builder.ts";

const withVotes = (agree: string[], dispute: string[], abstain: string[]) =>
  aFinding({ raisedBy: ["one"], votes: { agree, dispute, abstain } });
const agreed = withVotes(["two"], [], ["three"]);
const alone = withVotes([], [], ["two", "three"]);
const heard = withVotes(["two"], ["three"], []);
const unasked = withVotes([], [], []);

test.each([
  ["nothing was found", [], "the seats agree"],
  ["another seat agrees", [agreed], "the seats agree"],
  ["no other seat was asked", [unasked], "the seats agree"],
  ["a hearing settled what another seat disputes", [agreed, heard], "no finding was left to debate"],
  ["all others abstained", [alone], "no seat objects (on the finding all others abstained)"],
  ["all others abstained on each", [alone, alone], "no seat objects (on all 2 findings all others abstained)"],
  [
    "all others abstained on one of two",
    [agreed, alone],
    "the seats that voted agree (on 1 of 2 findings all others abstained)",
  ],
])("%s", (_, findings, words) => {
  expect(stopOf({ stopReason: "agreed", findings })).toBe(words);
});

test("other ends of a debate say nothing about votes", () => {
  expect(stopOf({ stopReason: "max-rounds", findings: [alone] })).toBe("all rounds were held");
  expect(stopOf({ stopReason: "constructor", findings: [] })).toBe("constructor");
  expect(stopOf({ stopReason: null, findings: [] })).toBeNull();
});

test.each(["text", "markdown", "html"] as const)("the %s report names the abstentions", (format) => {
  const panel = { state: "full" as const, seats: [aSeat({ name: "one" }), aSeat({ name: "two" })] };
  const review = aReview({ panel, findings: [alone], stopReason: "agreed", result: "findings" });
  expect(reports[format](review, { version: "0" }).replace(/\s+/g, " ")).toContain(
    "then no seat objects (on the finding all others abstained)",
  );
});
