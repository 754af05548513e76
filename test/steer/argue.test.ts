import { expect, test } from "vitest";
import { undecided } from "../../src/domain/decisions.ts";
import { claimedFix, decideReply, silence, withFixed, withHearing, withWithdrawn } from "../../src/steer/argue.ts";
import { unreviewed } from "../../src/steer/remembered.ts";
import { aFinding } from "../support/review-builder.ts";

const sha = "0123abcd".repeat(5);
const finding = aFinding({ status: "accepted", severity: "P1" });
const { id } = finding;
const state = { ...unreviewed, head: sha, findings: [finding] };
const reply = { finding: id, head: sha, state, decisions: undecided, hearings: 0 };

test.each([
  [`fixed in ${sha}`, sha],
  ["Thanks!\nFixed by: `0123abc`.", "0123abc"],
  ["FIXED IN 0123ABC", "0123abc"],
  ["fixed in 0123ab", null],
  [`> fixed in ${sha}`, null],
  [`1\n2\n3\nfixed in ${sha}`, null],
  ["fixed in the next release", null],
  [`prefixed in ${sha}`, null],
  [`fixed in ${sha}0`, null],
])("%j claims the commit %j", (text, claimed) => {
  expect(claimedFix(text)).toBe(claimed);
});

test("only an open finding's thread is answered", () => {
  expect(decideReply(reply)).toMatchObject({ kind: "hear", finding: { id } });
  for (const status of ["dismissed", "fixed", "eliminated"] as const)
    expect(decideReply({ ...reply, state: { ...state, findings: [{ ...finding, status }] } }).kind).toBe("nothing");
  expect(decideReply({ ...reply, state: null }).kind).toBe("nothing");
  expect(decideReply({ ...reply, finding: "00000000" }).kind).toBe("nothing");
});

test("a spent budget silences the seats, and so does having none", () => {
  expect(silence(id, 3, { spentUsd: 1, usdPerPr: 1 })).toContain("$1.00 of its $1.00");
  expect(silence(id, 3, { spentUsd: 0.5, usdPerPr: 1 })).toBeNull();
  expect(silence(id, 0, { spentUsd: 0, usdPerPr: 1 })).toContain("nobody is here");
});

test("withdrawn is a decision, revised and fixed are the review's own", () => {
  const out = { finding: id, by: "max", why: "They are right.", at: "2026-03-01T10:30:00.000Z" };
  expect(withWithdrawn(undecided, { ...out, comment: 5 })).toMatchObject({
    dismissals: [{ ...out, kind: "withdrawn", mayUnblock: true }],
    done: [5],
  });
  const hearing = {
    ...{ finding: id, advocate: "one", skeptic: "@max", exchanges: [], rulings: [] },
    ...{ ruling: "upheld" as const, because: "It does." },
  };
  expect(withHearing(state, { finding: { id, severity: "P2" }, hearing }).findings).toMatchObject([{ severity: "P2" }]);
  expect(withFixed(state, finding).findings).toEqual([]);
});
