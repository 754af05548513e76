import { z } from "zod";
import { rulings } from "../domain/debate.ts";
import { criteria } from "../domain/plan.ts";
import { categories, severities } from "../domain/severity.ts";
import type { Task } from "../prompts/task.ts";

/** Vendors' strict modes want every field present and nothing else, so what is optional in design §12 is nullable here. */
const evidence = z.array(z.object({ path: z.string(), line: z.number().nullable(), quote: z.string() }));
const severity = z.enum(severities);
const texts = z.array(z.string());
const optional = z.string().nullable();

const finding = z.object({
  severity,
  category: z.enum(categories),
  title: z.string(),
  detail: z.string(),
  path: z.string(),
  line: z.number().nullable(),
  quote: z.string(),
  failurePath: optional,
  fix: optional,
  suggestion: optional,
});
const vote = z.object({
  id: z.string(),
  verdict: z.enum(["agree", "dispute", "duplicate", "abstain"]),
  severity: severity.nullable(),
  reason: z.string(),
  of: optional,
  evidence,
});
const argument = z.object({ argument: z.string(), concede: z.boolean(), evidence });

const step = z.object({
  phase: z.string(),
  title: z.string(),
  description: z.string(),
  files: texts,
  dependencies: texts,
});
const concessions = z.array(z.object({ id: z.string(), reason: z.string() }));
const points = z.object(Object.fromEntries(criteria.map((name) => [name, z.number()])));
const approvals = z.object({
  items: z.array(z.object({ id: z.string(), verdict: z.enum(["approve", "reject"]), reason: z.string(), evidence })),
});

const replies = {
  propose: z.object({ findings: z.array(finding), residualRisks: texts, openQuestions: texts }),
  ballot: z.object({ votes: z.array(vote), missed: z.array(finding) }),
  refute: argument,
  defend: argument,
  judge: z.object({ ruling: z.enum(rulings), severity: severity.nullable(), reason: z.string(), evidence }),
  compose: z.object({
    summary: z.string(),
    items: z.array(z.object({ id: z.string(), title: z.string(), body: z.string() })),
  }),
  validate: approvals,
  "plan-open": z.object({
    summary: z.string(),
    steps: z.array(step),
    risks: texts,
    openQuestions: texts,
    assumptions: texts,
  }),
  "plan-rebut": z.object({
    votes: z.array(
      z.object({
        id: z.string(),
        verdict: z.enum(["agree", "disagree", "modify"]),
        reason: z.string(),
        change: optional,
      }),
    ),
    missing: z.array(step),
  }),
  "plan-assume": z.object({ premises: texts, concessions }),
  "plan-close": z.object({ position: z.string(), concessions }),
  "plan-compose": z.object({
    summary: z.string(),
    steps: z.array(z.object({ id: z.string(), phase: z.string(), title: z.string(), description: z.string() })),
    risks: texts,
    openQuestions: texts,
  }),
  "plan-validate": approvals,
  jury: z.object({
    scores: z.object({ X: points, Y: points }),
    winner: z.enum(["X", "Y", "tie"]),
    reason: z.string(),
  }),
} satisfies Record<Task["stage"], z.ZodType>;

/** The JSON Schema of a stage's reply, for seats with `structured-output: true`. */
export function replySchema(stage: Task["stage"]): { name: string; value: Record<string, unknown> } {
  const { $schema: _dialect, ...value } = z.toJSONSchema(replies[stage]);
  return { name: `pr_debate_${stage.replaceAll("-", "_")}`, value };
}
