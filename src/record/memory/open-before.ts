import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";

/** More findings than these are not followed: each may cost a look into a file. */
const mostFollowed = 100;

/** The reviews of a branch on this machine, from old to new. `ofCommit`: the review to come reads a commit, which need not hold what others read on disk. */
interface Branch {
  readonly reviews: readonly Pick<Review, "findings" | "eliminated" | "earlier" | "change">[];
  readonly ofCommit: boolean;
}

/**
 * The findings that earlier reviews of a branch left open, by the newest review that has them. Findings about deleted lines are not followed: a
 * deletion leaves the change when its base moves on. Pure.
 */
export function openBefore({ reviews, ofCommit }: Branch): Finding[] {
  const open = new Map<string, Finding>();
  for (const { findings, eliminated, earlier = [], change } of reviews) {
    const ended = eliminated.filter(({ eliminatedAt }) => eliminatedAt !== "gate");
    for (const { id } of [...earlier, ...ended, ...findings]) open.delete(id);
    const isOnDiskOnly = ofCommit && change.head.sha === "";
    for (const finding of findings)
      if (finding.side === "RIGHT" && finding.anchor !== "none" && !isOnDiskOnly) open.set(finding.id, finding);
  }
  return [...open.values()].slice(-mostFollowed);
}

/** The files that a change had in any of these reviews. */
export function filesBefore({ reviews }: { readonly reviews: readonly Pick<Review, "coverage">[] }): Set<string> {
  return new Set(reviews.flatMap(({ coverage }) => coverage.files.map(({ path }) => path)));
}
