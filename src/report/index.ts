import type { FreeDebate } from "../domain/discussion/free-debate.ts";
import type { Plan } from "../domain/plan.ts";
import { redactAll } from "../text/redact.ts";
import { agent } from "./agent/agent.ts";
import { debateJson } from "./discussion/json.ts";
import { debateMarkdown } from "./discussion/markdown.ts";
import { debateText } from "./discussion/text.ts";
import { html } from "./html/html.ts";
import { json } from "./json.ts";
import { markdown } from "./markdown/markdown.ts";
import { ndjson, planNdjson } from "./ndjson/ndjson.ts";
import { planJson } from "./plan/json.ts";
import { planMarkdown } from "./plan/markdown.ts";
import { planText } from "./plan/text.ts";
import type { Report, ReportOptions } from "./report.ts";
import { sarif } from "./sarif/sarif.ts";
import { text } from "./text/text.ts";

/** The formats of `--format`. Secrets are removed from the review before any format sees it. */
export const reports = {
  text: withoutSecrets(text),
  markdown: withoutSecrets(markdown),
  json: withoutSecrets(json),
  sarif: withoutSecrets(sarif),
  html: withoutSecrets(html),
  agent: withoutSecrets(agent),
  ndjson: withoutSecrets(ndjson),
} satisfies Record<string, Report>;

/** The formats that are also a stream: events come before the result, while the work goes on. */
export const streamed: readonly string[] = ["ndjson"] satisfies (keyof typeof reports & keyof typeof planReports)[];

type PlanReport = (plan: Plan, options: ReportOptions) => string;

/** The formats of `plan --format`. Secrets are removed from the plan before any format sees it. */
export const planReports = {
  text: withoutSecrets(planText),
  markdown: withoutSecrets(planMarkdown),
  json: withoutSecrets(planJson),
  ndjson: withoutSecrets(planNdjson),
} satisfies Record<string, PlanReport>;

type DebateReport = (debate: FreeDebate, options: ReportOptions) => string;

/** The formats of `debate --format`. Secrets are removed from the debate before any format sees it. */
export const debateReports = {
  text: withoutSecrets(debateText),
  markdown: withoutSecrets(debateMarkdown),
  json: withoutSecrets(debateJson),
} satisfies Record<string, DebateReport>;

function withoutSecrets<Result>(write: (result: Result, options: ReportOptions) => string) {
  return (result: Result, options: ReportOptions): string => write(redactAll(result, options.secrets ?? []), options);
}
