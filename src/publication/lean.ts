import type { Finding } from "../domain/finding.ts";
import { isProtected } from "../domain/severity.ts";

/** What identity across pushes and the verdict need: the place, the quote, the title, the fate, and protected claims about other code. */
export function lean({ suggestion: _, fix: __, failurePath: ___, ...finding }: Finding): Finding {
  const { category, quote } = finding;
  const alsoReported = finding.alsoReported.flatMap(({ detail: _detail, ...claim }) => {
    const isElsewhere = claim.at !== undefined && claim.at.quote !== quote;
    return isElsewhere && isProtected({ severity: claim.severity, category }) ? [claim] : [];
  });
  return { ...finding, detail: "", alsoReported };
}
