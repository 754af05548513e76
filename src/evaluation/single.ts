import { comparedText, likenessOver, sameFinding } from "../anchor/same-finding.ts";
import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";

/** Which findings of several runs count: those of any run, or those of more than half of them. */
export type Repeated = "any" | "most";

/** The findings of several runs of one reviewer, each defect once, by the rule with which the protocol merges findings. */
export function severalRuns(runs: readonly (readonly Finding[])[], which: Repeated): readonly Finding[] {
  const likeness = likenessOver(runs.flat().map(comparedText));
  const groups: { readonly first: Finding; readonly runs: Set<number> }[] = [];
  runs.forEach((findings, run) => {
    for (const finding of findings) {
      const same = groups.find(
        ({ first, runs: known }) =>
          !known.has(run) && sameFinding(located(first, "earlier"), located(finding, "later"), likeness),
      );
      if (same === undefined) groups.push({ first: finding, runs: new Set([run]) });
      else same.runs.add(run);
    }
  });
  const needed = which === "any" ? 1 : Math.floor(runs.length / 2) + 1;
  return groups.filter(({ runs: found }) => found.size >= needed).map(({ first }) => first);
}

/** A finding without a line is compared by its words. */
function located({ path, side, startLine, line, title, detail }: Finding, seat: string) {
  const last = line ?? Number.NEGATIVE_INFINITY;
  return { path, side, startLine: startLine ?? last, line: last, title, detail, seat };
}

export function isFindingOf(review: Review, finding: object): boolean {
  return review.findings.some((one) => one === finding);
}
