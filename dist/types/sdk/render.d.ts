import type { FreeDebate } from "../domain/discussion/free-debate.js";
import type { Plan } from "../domain/plan.js";
import type { Review } from "../domain/review.js";
import type { ReportOptions } from "../report/report.js";
export type PlanFormat = "text" | "markdown" | "json";
export type ReviewFormat = PlanFormat | "sarif" | "html";
/** A result as a report. `json` is the documented form, which stays stable. */
export declare function renderResult(result: Review, format: ReviewFormat, options?: Partial<ReportOptions>): string;
export declare function renderResult(result: Plan | FreeDebate, format: PlanFormat, options?: Partial<ReportOptions>): string;
