import type { Plan } from "../domain/plan.ts";
import { redactAll } from "../text/text.ts";
import { html } from "./html/html.ts";
import { json } from "./json.ts";
import { markdown } from "./markdown/markdown.ts";
import { planJson } from "./plan/json.ts";
import { planMarkdown } from "./plan/markdown.ts";
import { planText } from "./plan/text.ts";
import type { Report, ReportOptions } from "./report.ts";
import { sarif } from "./sarif/sarif.ts";
import { text } from "./text/text.ts";

/** The formats of `--format`. Secrets are taken out of the review before any of them sees it. */
export const reports = {
  text: withoutSecrets(text),
  markdown: withoutSecrets(markdown),
  json: withoutSecrets(json),
  sarif: withoutSecrets(sarif),
  html: withoutSecrets(html),
} satisfies Record<string, Report>;

function withoutSecrets(write: Report): Report {
  return (review, options) => write(redactAll(review, options.secrets ?? []), options);
}

type PlanReport = (plan: Plan, options: ReportOptions) => string;

/** The formats of `plan --format`. Secrets are taken out of the plan before any of them sees it. */
export const planReports = {
  text: withoutSecrets(planText),
  markdown: withoutSecrets(planMarkdown),
  json: withoutSecrets(planJson),
} satisfies Record<string, PlanReport>;

function withoutSecrets(write: PlanReport): PlanReport {
  return (plan, options) => write(redactAll(plan, options.secrets ?? []), options);
}
