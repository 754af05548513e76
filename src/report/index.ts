import { FreeDebate } from "../domain/discussion/free-debate.ts";
import type { Plan } from "../domain/plan.ts";
import { redactAll } from "../text/redact.ts";
import { agent } from "./agent/agent.ts";
import { debateMarkdown } from "./discussion/markdown.ts";
import { debateText } from "./discussion/text.ts";
import { html } from "./html/html.ts";
import { json, safeJson } from "./json.ts";
import { markdown } from "./markdown/markdown.ts";
import { ndjson, planNdjson } from "./ndjson/ndjson.ts";
import { planJson } from "./plan/json.ts";
import { planMarkdown } from "./plan/markdown.ts";
import { planText } from "./plan/text.ts";
import type { Report, ReportOptions } from "./report.ts";
import { sarif } from "./sarif/sarif.ts";
import { text } from "./text/text.ts";

type PlanReport = (plan: Plan, options: ReportOptions) => string;
type DebateReport = (debate: FreeDebate, options: ReportOptions) => string;

// Named types: without them each declaration would spell out the whole result again.
const ofReview: (write: Report) => Report = withoutSecrets;
const ofPlan: (write: PlanReport) => PlanReport = withoutSecrets;
const ofDebate: (write: DebateReport) => DebateReport = withoutSecrets;

/** The formats of `--format`. Secrets are removed from the review before any format sees it. */
export const reports = {
  text: ofReview(text),
  markdown: ofReview(markdown),
  json: ofReview(json),
  sarif: ofReview(sarif),
  html: ofReview(html),
  agent: ofReview(agent),
  ndjson: ofReview(ndjson),
} satisfies Record<string, Report>;

/** The formats that are also a stream: events come before the result, while the work goes on. */
export const streamed: readonly string[] = ["ndjson"] satisfies (keyof typeof reports & keyof typeof planReports)[];

/** The formats of `plan --format`. Secrets are removed from the plan before any format sees it. */
export const planReports = {
  text: ofPlan(planText),
  markdown: ofPlan(planMarkdown),
  json: ofPlan(planJson),
  ndjson: ofPlan(planNdjson),
} satisfies Record<string, PlanReport>;

/** The formats of `debate --format`. Secrets are removed from the debate before any format sees it. */
export const debateReports = {
  text: ofDebate(debateText),
  markdown: ofDebate(debateMarkdown),
  json: ofDebate(debateJson),
} satisfies Record<string, DebateReport>;

function withoutSecrets<Result>(write: (result: Result, options: ReportOptions) => string) {
  return (result: Result, options: ReportOptions): string => write(redactAll(result, options.secrets ?? []), options);
}

/** The public form of a debate: the fields that the schema names, so that an internal field is not published by accident. */
function debateJson(debate: FreeDebate): string {
  return safeJson({ version: 1, ...FreeDebate.parse(debate) });
}
