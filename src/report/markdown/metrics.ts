import type { Measures } from "../../domain/discussion/metrics.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { markdownLine } from "../../text/markdown.ts";
import { isMeasured, metricRows, metricsRemark, violationTexts } from "../metric-rows.ts";
import { appendices, details, table } from "./sections.ts";

/** The sections after the findings, with the figures last. */
export function reviewAppendices(review: Review): readonly string[] {
  return [...appendices(review), ...reviewMetrics(review)];
}

/** The figures of a review, if there are any. */
export function reviewMetrics({ metrics, findings, eliminated }: Review): readonly string[] {
  return isMeasured(metrics) ? [metricsPart(metrics, [], [...findings, ...eliminated])] : [];
}

/** The folded table of figures, after it the figures of one kind of debate only. */
export function metricsPart(
  metrics: Measures,
  more: readonly (readonly [string, string])[] = [],
  findings: readonly Finding[] = [],
): string {
  const rows = [...metricRows(metrics), ...more].map((row) => [...row]);
  const broken = violationTexts(metrics.violations, findings).map((one) => `- ${markdownLine(one)}`);
  const violations = broken.length === 0 ? [] : ["**Rules that were broken**", broken.join("\n")];
  return details("Metrics", [metricsRemark, table(["Metric", "Value"], rows), ...violations].join("\n\n"));
}
