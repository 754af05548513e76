import packageJson from "../../package.json" with { type: "json" };
import type { FreeDebate } from "../domain/discussion/free-debate.ts";
import type { Plan } from "../domain/plan.ts";
import type { Review } from "../domain/review.ts";
import { debateReports, planReports, reports } from "../report/index.ts";
import type { ReportOptions } from "../report/report.ts";

export type PlanFormat = "text" | "markdown" | "json";
export type ReviewFormat = PlanFormat | "sarif" | "html";

/** A result as a report. `json` is the documented form, which stays stable. */
export function renderResult(result: Review, format: ReviewFormat, options?: Partial<ReportOptions>): string;
export function renderResult(result: Plan | FreeDebate, format: PlanFormat, options?: Partial<ReportOptions>): string;
export function renderResult(
  result: Review | Plan | FreeDebate,
  format: ReviewFormat,
  options: Partial<ReportOptions> = {},
): string {
  const filled = { version: packageJson.version, ...options };
  if (result.kind === "review") return reports[format](result, filled);
  if (format === "sarif" || format === "html") throw new TypeError(`A ${result.kind} has no format ${format}.`);
  if (result.kind === "debate") return debateReports[format](result, filled);
  return planReports[format](result, filled);
}
