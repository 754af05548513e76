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

/** Lines for a log: a runner obeys `::command::` at the start of a printed line and `##[command]` anywhere (H80). */
export function withoutCommands(lines: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours may stand before the sign.
  return lines.replace(/^(?<before>(?:[^\S\n]|\u001b\[[0-9;]+m)*)::/gm, "$<before>\\::").replaceAll("##[", "# #[");
}
