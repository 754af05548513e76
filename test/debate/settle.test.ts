import { expect, test } from "vitest";
import { settle } from "../../src/debate/settle.ts";

const p0 = { severity: "P0", category: "crash" } as const;
const p1 = { severity: "P1", category: "correctness" } as const;
const privacy = { severity: "P1", category: "privacy" } as const;
const tally = (
  agree: number,
  dispute: number,
  more: { severityGap?: number; byRule?: boolean; unproven?: boolean } = {},
) => ({
  agree,
  dispute,
  severityGap: 0,
  byRule: false,
  unproven: false,
  ...more,
});

test.each([
  ["protected with agreement and no dispute", p0, tally(1, 0), "accepted"],
  ["protected with no voter", p0, tally(0, 0), "hearing"],
  ["protected with any dispute", p0, tally(5, 1), "hearing"],
  ["protected against many votes", privacy, tally(0, 9), "hearing"],
  ["privacy at P1 is protected", privacy, tally(0, 0), "hearing"],
  ["a P0 that says no failure path, agreed by all", p0, tally(2, 0, { unproven: true }), "hearing"],
  ["a rule's P0 that says no failure path", p0, tally(0, 0, { byRule: true, unproven: true }), "accepted"],
  ["one dispute alone", p1, tally(0, 1), "hearing"],
  ["one dispute against one agree", p1, tally(1, 1), "accepted"],
  ["two disputes against one agree", p1, tally(1, 2), "eliminated"],
  ["two disputes against two agrees", p1, tally(2, 2), "accepted"],
  ["nobody else raised it", p1, tally(0, 0), "accepted"],
  ["severities two steps apart", p1, tally(2, 0, { severityGap: 2 }), "hearing"],
  ["a rule's finding needs no confirmation", p0, tally(0, 0, { byRule: true }), "accepted"],
  ["a rule's finding that is disputed is heard", p0, tally(0, 1, { byRule: true }), "hearing"],
] as const)("%s", (_, finding, votes, expected) => {
  expect(settle(finding, votes)).toBe(expected);
});
