import type { conclusions } from "../domain/review.ts";
import type { severities } from "../domain/severity.ts";

const codes = {
  bold: "1",
  quiet: "2",
  P0: "1;31",
  P1: "33",
  P2: "36",
  success: "1;32",
  neutral: "1;33",
  skipped: "1;35",
  failure: "1;31",
  cancelled: "1;35",
} as const satisfies Record<"bold" | "quiet" | (typeof severities)[number] | (typeof conclusions)[number], string>;

/** Colours by meaning; each is the identity where colour is off. Apply them to finished lines: escapes have no width. */
export type Paint = Readonly<Record<keyof typeof codes, (line: string) => string>>;

export function paints(colour: boolean): Paint {
  const paint = (code: string) => (line: string) => (colour && line !== "" ? `\u001b[${code}m${line}\u001b[0m` : line);
  const { bold, quiet, P0, P1, P2, success, neutral, skipped, failure, cancelled } = codes;
  return {
    bold: paint(bold),
    quiet: paint(quiet),
    P0: paint(P0),
    P1: paint(P1),
    P2: paint(P2),
    success: paint(success),
    neutral: paint(neutral),
    skipped: paint(skipped),
    failure: paint(failure),
    cancelled: paint(cancelled),
  };
}
