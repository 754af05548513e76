import type { Finding } from "../domain/finding.ts";
import type { RuleInfo } from "../domain/rule-info.ts";

/** The rules that findings name, each once, also where a rule's claim was merged into another finding. */
export function rulesIn(known: readonly RuleInfo[], findings: readonly Finding[]): RuleInfo[] {
  const named = new Set(
    findings.flatMap(({ rule, alsoReported }) => [rule, ...alsoReported.map((claim) => claim.rule)]),
  );
  return known.filter(({ id }) => named.has(id));
}
