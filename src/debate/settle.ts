import type { Finding } from "../domain/finding.ts";
import { isProtected } from "../domain/severity.ts";

export type Settlement = "accepted" | "eliminated" | "hearing";

/** `agree` and `dispute` count non-authors; `severityGap` is the widest distance in steps between voiced severities. */
export interface Tally {
  readonly agree: number;
  readonly dispute: number;
  readonly severityGap: number;
  /** Raised by a rule engine: needs no confirmation. */
  readonly byRule: boolean;
  /** A P0 without a concrete failure path: agreement alone does not prove it (design §4.2). */
  readonly unproven: boolean;
  /** One of its raisers saw a protected finding in it: votes alone do not remove it. */
  readonly claimed?: boolean;
}

/**
 * Design §4.5 as arithmetic. Protected findings are never settled by votes alone: without clean agreement they are heard.
 * A finding that nobody else raised is not dropped for that: models find different things.
 */
export function settle(
  finding: Pick<Finding, "severity" | "category">,
  { agree, dispute, severityGap, byRule, unproven, claimed = false }: Tally,
): Settlement {
  if (byRule && dispute === 0) return "accepted";
  if (isProtected(finding)) return agree >= 1 && dispute === 0 && !unproven ? "accepted" : "hearing";
  if (dispute >= 2 && dispute > agree) return claimed ? "hearing" : "eliminated";
  if (dispute > agree || severityGap >= 2) return "hearing";
  return "accepted";
}

/** Still worth another ballot: nobody could settle it, or somebody's dispute stands against it. */
export function isOpenQuestion({ status, votes }: Finding): boolean {
  return status === "disputed" || (status === "accepted" && votes.dispute.length > 0);
}
