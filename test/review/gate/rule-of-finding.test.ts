import { expect, test } from "vitest";
import type { Candidate } from "../../../src/review/gate/gate.ts";
import { merge } from "../../../src/review/gate/merge.ts";
import { readProposal } from "../../support/replies.ts";

const place = { path: "a.js", anchor: "hunk", side: "RIGHT", startLine: 3, line: 3 } as const;
const draft = {
  severity: "P1",
  category: "security",
  title: "SQL is put together from a value",
  detail: "The value reaches the statement unescaped.",
  path: "a.js",
  line: 3,
  quote: "db.run('x' + name)",
} as const;
const byModel: Candidate = { seat: "amy", draft: { ...draft, severity: "P0", failurePath: "name → db.run" }, place };
const byRule: Candidate = {
  seat: "rules",
  draft: { ...draft, rule: "js-sql", fingerprint: "0123456789abcdef" },
  place,
};

test("names the rule of a finding that a rule raised too, whichever words are used", () => {
  const [finding, ...others] = merge([byModel, byRule], () => "00000001");
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity: "P0", rule: "js-sql", fingerprint: "0123456789abcdef" });
  expect(finding?.alsoReported).toMatchObject([{ seat: "rules", rule: "js-sql" }]);
  expect(merge([byModel], () => "00000001")[0]).not.toHaveProperty("rule");
});

test("a model cannot attribute its finding to a rule", () => {
  const answer = JSON.stringify({ findings: [{ ...draft, rule: "js-sql", fingerprint: "0123456789abcdef" }] });
  const reading = readProposal(answer);
  expect(reading.ok && reading.value.drafts).toMatchObject([{ title: draft.title }]);
  expect(JSON.stringify(reading)).not.toMatch(/js-sql|0123456789abcdef/);
});
