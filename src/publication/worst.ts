import type { Beside, Sibling } from "../domain/beside.ts";
import type { Conclusion, Review } from "../domain/review.ts";
import { isWorse } from "../verdict/order.ts";

export interface Published {
  readonly conclusion: Conclusion;
  readonly title: string;
  /** The pull request whose verdict this is, where it is not the reviewed one's. */
  readonly from: number | null;
}

/**
 * A check attaches to a sha, so what is published is the worst of all open pull requests with that head (design §6). Only what was decided
 * about this very head counts, and where that is still open, nothing passes. `skipped` says nothing about code and gives way to anything
 * that was said. What stood here before counts only then: a new review of the same head replaces the old one.
 */
export function worstOf({ conclusion, title, change: { head } }: Review, { siblings, before }: Beside): Published {
  const own: Published = { conclusion, title, from: null };
  const stood: readonly Published[] = conclusion === "skipped" && before !== null ? [{ ...before, from: null }] : [];
  const said = siblings.flatMap((sibling) => verdictOf(sibling, head.sha));
  return [...stood, ...said].reduce((worst, one) => (givesWay(worst, one) ? one : worst), own);
}

/** A pull request that is to be reviewed and has no verdict on this head may yet get any: its run is under way, or broke off. */
function verdictOf({ number, state, isLeftOut }: Sibling, head: string): Published[] {
  if (state?.head === head) return [{ conclusion: state.conclusion, title: state.title, from: number }];
  return isLeftOut ? [] : [{ conclusion: "failure", title: unreviewed, from: number }];
}

const unreviewed =
  "Review incomplete, not a code finding: it has no review of this head yet; re-run the check when it has one, or close it";

function givesWay(one: Published, other: Published): boolean {
  return other.conclusion !== "skipped" && isWorse(other.conclusion, one.conclusion);
}
