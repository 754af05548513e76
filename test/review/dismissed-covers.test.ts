import { expect, test } from "vitest";
import type { Draft } from "../../src/domain/finding.ts";
import { isPassing } from "../../src/review/verdict/conclusion.ts";
import { aFile } from "../support/change-builder.ts";
import { code, draftAt, earlier, sit, text } from "../support/debate-table.ts";
import { agreeing, argument, ballot, panelOf, proposal, ruling, type Script } from "../support/scripted-agent.ts";

/** A dismissal is about one defect. Another one on the same line, or the same text elsewhere, is not covered by it. */
const said = { title: "Deletes rows of other users", detail: "The where clause is missing, so all rows go." };
const p0: Draft = draftAt(20, { severity: "P0", category: "data-loss", ...said });
const dismissed = earlier(20, {
  ...{ status: "dismissed", severity: "P0", category: "security" },
  ...{ title: "A token is printed", detail: "The log holds the bearer token of the caller." },
});
const honest: Script = {
  ballot: agreeing,
  argue: ({ role }) => argument({ concede: role === "skeptic" }),
  judge: () => ruling(),
};
const raising: Script = { ...honest, propose: () => proposal(p0) };

test("the dismissal of one P0 does not cover another defect on the same line that two seats raise", async () => {
  const review = await sit(panelOf(3, { scripts: [raising, raising, honest] }), { previous: [dismissed] });
  expect(isPassing(review.conclusion)).toBe(false);
});

test("nor one that a seat calls missed, whose words are then nowhere", async () => {
  const minor = { ...honest, propose: () => proposal(draftAt(50)) };
  const late = { ...honest, ballot: ballot(() => ({ verdict: "agree" }), [p0]) };
  const review = await sit(panelOf(3, { scripts: [minor, late, honest] }), { previous: [dismissed] });
  expect(JSON.stringify([review.findings, review.eliminated, review.notes])).toContain(said.title);
});

test("nor the same text on a new line elsewhere, after the dismissed line is gone", async () => {
  const head = text()
    .replace(`${code(20)}\n`, "")
    .replace(code(45), `function purge(input) {\n${code(20)}\n}`);
  const files = [aFile("src/a.ts", text(), head)];
  const review = await sit(panelOf(3, { scripts: [raising, raising, honest] }), { previous: [dismissed], files });
  expect(isPassing(review.conclusion)).toBe(false);
});
