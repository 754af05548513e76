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

/** The formats of `--format`. Secrets are removed from the review before any format sees it. */
export const reports = {
  text: withoutSecrets(text),
  markdown: withoutSecrets(markdown),
  json: withoutSecrets(json),
  sarif: withoutSecrets(sarif),
  html: withoutSecrets(html),
} satisfies Record<string, Report>;

type PlanReport = (plan: Plan, options: ReportOptions) => string;

/** The formats of `plan --format`. Secrets are removed from the plan before any format sees it. */
export const planReports = {
  text: withoutSecrets(planText),
  markdown: withoutSecrets(planMarkdown),
  json: withoutSecrets(planJson),
} satisfies Record<string, PlanReport>;

function withoutSecrets<Result>(write: (result: Result, options: ReportOptions) => string) {
  return (result: Result, options: ReportOptions): string => write(redactAll(result, options.secrets ?? []), options);
}
