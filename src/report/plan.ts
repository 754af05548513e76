import type { Plan } from "../domain/plan.ts";
import { redactAll } from "../text/text.ts";
import { planJson } from "./plan-json.ts";
import { planMarkdown } from "./plan-markdown.ts";
import { planText } from "./plan-text.ts";
import type { ReportOptions } from "./report.ts";

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
