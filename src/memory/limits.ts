import type { Finding } from "../domain/finding.ts";
import type { MemoryLimit } from "../domain/memory/report.ts";
import { rank, type Severity } from "../domain/severity.ts";

/** Severities from this one on block a merge. */
export type BlockOn = Severity | "never";

/**
 * Why memory has no say on a finding; null if it has one. A finding counts as grave as any of its raisers saw it, or as `raised` says, so that
 * neither votes nor lesser claims bring it into the reach of memory.
 */
export function limitOn(
  { severity, category, alsoReported }: Pick<Finding, "severity" | "category" | "alsoReported">,
  blockOn: BlockOn,
  raised: Severity = severity,
): Exclude<MemoryLimit, "rule" | "earlier-review"> | null {
  const gravest = Math.min(...[severity, raised, ...alsoReported.map((claim) => claim.severity)].map(rank));
  if (gravest === rank("P0")) return "p0";
  if (category === "security" || category === "privacy") return "security";
  return blockOn !== "never" && gravest <= rank(blockOn) ? "blocking" : null;
}
