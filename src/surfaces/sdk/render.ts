import packageJson from "../../../package.json" with { type: "json" };
import type { FreeDebate } from "../../domain/discussion/free-debate.ts";
import type { Plan } from "../../domain/plan.ts";
import type { Review } from "../../domain/review.ts";
import { debateReports, planReports, reports } from "../../report/index.ts";
import type { ReportOptions } from "../../report/report.ts";

export type ReviewFormat = keyof typeof reports;
export type PlanFormat = keyof typeof planReports;
export type DebateFormat = keyof typeof debateReports;

/** A result as a report. `json` is the documented form, which stays stable. */
export function renderResult(result: Review, format: ReviewFormat, options?: Partial<ReportOptions>): string;
export function renderResult(result: Plan, format: PlanFormat, options?: Partial<ReportOptions>): string;
export function renderResult(result: FreeDebate, format: DebateFormat, options?: Partial<ReportOptions>): string;
export function renderResult(
  result: Review | Plan | FreeDebate,
  format: ReviewFormat,
  options: Partial<ReportOptions> = {},
): string {
  const filled = { version: packageJson.version, ...options };
  if (result.kind === "review") return writerOf(result, format, reports)(result, filled);
  if (result.kind === "debate") return writerOf(result, format, debateReports)(result, filled);
  return writerOf(result, format, planReports)(result, filled);
}

/** Programs without types may name any format. */
function writerOf<Writer>(result: { readonly kind: string }, format: string, table: Record<string, Writer>): Writer {
  const writer = Object.hasOwn(table, format) ? table[format] : undefined;
  if (writer !== undefined) return writer;
  throw new TypeError(`A ${result.kind} has no format "${format}". Choose one of ${Object.keys(table).join(", ")}.`);
}
