import { expect, test } from "vitest";
import type { Constitution } from "../../../src/domain/discussion/constitution.ts";
import { conductOfPlanners } from "../../../src/question/plan/parts.ts";

const rule = (text: string): Pick<Constitution, "rules"> => ({ rules: [{ id: "r", text, check: "narrower-claim" }] });
const shipped: Constitution = { role: "critic", duty: "d", ...rule("Ours.") };
const own: Constitution = { role: "critic", duty: "d", ...rule("Theirs."), shipped };

test("a vote on steps is held to the program's own rules, as it was shown them; a closing to the repository's", () => {
  const statements = {
    book: new Map([["s1", new Map([["bob", { step: "s1", verdict: "disagree" as const, reason: "It is wrong." }]])]]),
    positions: [{ seat: "bob", position: "All of it is wrong." }],
    concessions: [],
  };
  const rules = {
    parts: new Map([["bob", { role: "critic" as const }]]),
    context: { question: "?", thread: "", guide: "", map: [], files: [], diff: [] },
    ...{ constitutions: new Map([["critic" as const, own]]), language: "en" },
  };
  expect(conductOfPlanners(statements, rules).broken).toEqual([
    { seat: "bob", role: "critic", at: "rebuttal", rule: "Ours." },
    { seat: "bob", role: "critic", at: "closing", rule: "Theirs." },
  ]);
});
