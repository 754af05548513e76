import type { Finding } from "../domain/finding.ts";
import type { MemoryLimit } from "../domain/memory/report.ts";
import { type BlockOn, rank, type Severity } from "../domain/severity.ts";

/**
 * Why memory has no say on a finding; null if it has one. A finding counts as the most severe that any of its raisers saw, or that `raised`
 * says, so that neither votes nor lesser claims bring it into the reach of memory.
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
