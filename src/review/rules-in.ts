import type { Finding } from "../domain/finding.ts";
import type { RuleInfo } from "../domain/ports.ts";
import type { Silenced } from "../domain/review.ts";

/** The rules that findings and what was silenced name, each once, also where a rule's claim was merged into another finding. */
export function rulesIn(
  known: readonly RuleInfo[],
  findings: readonly Finding[],
  silenced: readonly Silenced[],
): RuleInfo[] {
  const named = new Set([
    ...findings.flatMap(({ rule, alsoReported }) => [rule, ...alsoReported.map((claim) => claim.rule)]),
    ...silenced.map(({ rule }) => rule),
  ]);
  return known.filter(({ id }) => named.has(id));
}
