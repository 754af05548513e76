import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";
import { hearingsOn, voicesOn } from "./view.ts";

/** A finding, and those that say the same about other places. */
export interface Alike {
  readonly finding: Finding;
  readonly others: readonly Finding[];
}

/** Findings in order; what says the same word for word, and nobody argued about, is told once with all its places. */
export function groupAlike(review: Review, findings: readonly Finding[]): readonly Alike[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = isArgued(review, finding) ? finding.id : wordsOf(finding);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap(([finding, ...others]) => (finding === undefined ? [] : [{ finding, others }]));
}

/** A debate is about one place, and so is a suggestion. */
function isArgued(review: Review, { id, suggestion, alsoReported }: Finding): boolean {
  return (
    suggestion !== undefined ||
    alsoReported.length > 0 ||
    voicesOn(review, id).length > 0 ||
    hearingsOn(review, id).length > 0
  );
}

function wordsOf({ severity, category, title, detail, failurePath, fix, status, raisedBy }: Finding): string {
  return JSON.stringify([severity, category, title, detail, failurePath, fix, status, raisedBy]);
}
