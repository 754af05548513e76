import { expect, test } from "vitest";
import { settlementOf } from "../../../src/review/ballot/settle-votes.ts";

const p0 = { severity: "P0", category: "crash" } as const;
const p1 = { severity: "P1", category: "correctness" } as const;
const privacy = { severity: "P1", category: "privacy" } as const;
const tally = (agree: number, dispute: number, more: Partial<Parameters<typeof settlementOf>[1]> = {}) => ({
  agree,
  dispute,
  severityGap: 0,
  byRule: false,
  unproven: false,
  ...more,
});

test.each([
  ["protected with agreement and no dispute", p0, tally(1, 0), "accepted"],
  ["protected without voters", p0, tally(0, 0), "hearing"],
  ["§19.1 protected with more agreements than disputes", p0, tally(3, 1), "accepted"],
  ["§19.1 protected with as many disputes as agreements", p0, tally(2, 2), "hearing"],
  ["protected, and a dispute that is set aside makes it a tie", p0, tally(2, 1, { setAside: 1 }), "hearing"],
  ["protected with more disputes", p0, tally(1, 2), "hearing"],
  ["protected, and voters cite code for a lower severity", p0, tally(3, 0, { severityContested: true }), "hearing"],
  ["protected against many votes", privacy, tally(0, 9), "hearing"],
  ["privacy at P1 is protected", privacy, tally(0, 0), "hearing"],
  ["a P0 without a failure path, agreed by all", p0, tally(2, 0, { unproven: true }), "hearing"],
  ["a rule's P0 without a failure path", p0, tally(0, 0, { byRule: true, unproven: true }), "accepted"],
  ["one dispute and no agreement", p1, tally(0, 1), "hearing"],
  ["§19.3 one dispute against one agreement", p1, tally(1, 1), "hearing"],
  ["two disputes against one agreement", p1, tally(1, 2), "eliminated"],
  ["§19.3 two disputes against two agreements", p1, tally(2, 2), "hearing"],
  ["one dispute against two agreements", p1, tally(2, 1), "accepted"],
  ["two disputes against one agreement, raised as protected", p1, tally(1, 2, { claimed: true }), "hearing"],
  ["raised by one seat only", p1, tally(0, 0), "accepted"],
  ["severities two steps apart", p1, tally(2, 0, { severityGap: 2 }), "hearing"],
  ["a rule's finding needs no confirmation", p0, tally(0, 0, { byRule: true }), "accepted"],
  ["a disputed rule finding is heard", p0, tally(0, 1, { byRule: true }), "hearing"],
] as const)("%s", (_, finding, votes, expected) => {
  expect(settlementOf(finding, votes)).toBe(expected);
});
