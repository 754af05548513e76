import { expect, test } from "vitest";
import { claimLine, otherClaims } from "../../src/report/claims.ts";
import { aFinding } from "../support/review-builder.ts";

const raisedAs = { title: "The user id goes into the SQL text", detail: "A quote in the user id ends the string." };
const composed = {
  title: "Callers can change the statement",
  detail: "Whatever a caller sends is part of the query, so another query can run.",
};
const same = {
  seat: "gpt",
  severity: "P0" as const,
  title: "User id is put into the SQL string",
  detail: "With a quote in the id the string ends.",
};
const other = {
  seat: "max",
  severity: "P1" as const,
  title: "The pool is never closed",
  detail: "Each call leaks one.",
};

test("a claim that says what the raiser said is not listed again under the composer's words", () => {
  const { claims, repeats } = otherClaims(aFinding({ ...composed, raisedAs, alsoReported: [same, other] }));
  expect(claims.map(claimLine)).toEqual(["The pool is never closed — Each call leaks one. (raised by max as P1)"]);
  expect(repeats).toEqual([same]);
});

test("without other words, or about other code, each claim is listed", () => {
  expect(otherClaims(aFinding({ ...composed, alsoReported: [same, other] })).claims).toHaveLength(2);
  const elsewhere = {
    ...same,
    at: { path: "src/b.ts", side: "RIGHT", anchor: "hunk", startLine: 9, line: 9, quote: "x" },
  } as const;
  expect(otherClaims(aFinding({ ...composed, raisedAs, alsoReported: [elsewhere] })).claims).toHaveLength(1);
});
