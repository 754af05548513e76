import { FreeDebate } from "../domain/discussion/free-debate.js";
import type { Plan } from "../domain/plan.js";
import type { Report, ReportOptions } from "./report.js";
type PlanReport = (plan: Plan, options: ReportOptions) => string;
type DebateReport = (debate: FreeDebate, options: ReportOptions) => string;
/** The formats of `--format`. Secrets are removed from the review before any format sees it. */
export declare const reports: {
	text: Report;
	markdown: Report;
	json: Report;
	sarif: Report;
	html: Report;
	agent: Report;
	ndjson: Report;
};
/** The formats that are also a stream: events come before the result, while the work goes on. */
export declare const streamed: readonly string[];
/** The formats of `plan --format`. Secrets are removed from the plan before any format sees it. */
export declare const planReports: {
	text: PlanReport;
	markdown: PlanReport;
	json: PlanReport;
	ndjson: PlanReport;
};
/** The formats of `debate --format`. Secrets are removed from the debate before any format sees it. */
export declare const debateReports: {
	text: DebateReport;
	markdown: DebateReport;
	json: DebateReport;
};
export {};
