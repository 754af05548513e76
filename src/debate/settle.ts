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
  /** A P0 that does not show how it comes to harm: agreement alone does not prove it. */
  readonly unproven: boolean;
  /** One of its raisers saw a protected finding in it: votes alone do not remove it. */
  readonly claimed?: boolean;
  /** Enough voters cite code for a lower severity to have a protected finding's severity argued. */
  readonly severityContested?: boolean;
}

/**
 * A finding with more agreements than disputes is accepted. Protected findings are never removed by votes alone: without that majority they
 * are heard. Of the others, a tie is heard, too; a finding that no other seat raised or disputed is kept: models find different things.
 */
export function settle(
  finding: Pick<Finding, "severity" | "category">,
  { agree, dispute, severityGap, byRule, unproven, claimed = false, severityContested = false }: Tally,
): Settlement {
  if (byRule && dispute === 0) return "accepted";
  if (isProtected(finding)) return agree > dispute && !unproven && !severityContested ? "accepted" : "hearing";
  if (dispute >= 2 && dispute > agree) return claimed ? "hearing" : "eliminated";
  if (severityGap >= 2) return "hearing";
  return dispute > 0 && dispute >= agree ? "hearing" : "accepted";
}

/** Worth another ballot: it could not be settled, or a dispute is left against it. */
export function isOpenQuestion({ status, votes }: Finding): boolean {
  return status === "disputed" || (status === "accepted" && votes.dispute.length > 0);
}
