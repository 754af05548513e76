import type { Review } from "../domain/review.ts";

/**
 * How a report is written. `width` in columns (text only), `limit` in UTF-8 bytes (Markdown only), `version` of this tool.
 * `secrets` are values that must not appear, beside everything that has the shape of a key.
 */
export interface ReportOptions {
  readonly version: string;
  readonly colour?: boolean;
  readonly width?: number;
  readonly limit?: number;
  readonly secrets?: readonly string[];
}

/** One output format. Pure: the same review gives the same bytes. */
export type Report = (review: Review, options: ReportOptions) => string;
