import type { Sibling } from "../domain/publication.ts";
import type { Conclusion, Review } from "../domain/review.ts";

/** From best to worst. */
const order: readonly Conclusion[] = ["success", "skipped", "neutral", "cancelled", "failure"];

function isWorse(one: Conclusion, other: Conclusion): boolean {
  return order.indexOf(one) > order.indexOf(other);
}

export interface Published {
  readonly conclusion: Conclusion;
  readonly title: string;
  /** The pull request whose verdict this is, where it is not the reviewed one's. */
  readonly from: number | null;
}

/**
 * A check attaches to a sha, so what is published is the worst of all open pull requests with that head (design §6). Only what was decided
 * about this very head counts; `skipped` says nothing about code and gives way to anything that was said. What stood here before counts
 * only then: a new review of the same head replaces the old one.
 */
export function worstOf(review: Review, siblings: readonly Sibling[]): Published {
  const own: Published = { conclusion: review.conclusion, title: review.title, from: null };
  const { head, number: ownNumber } = review.change;
  const said = siblings.flatMap(({ number, state }): Published[] => {
    if (state === null || state.head !== head.sha) return [];
    if (number === ownNumber && own.conclusion !== "skipped") return [];
    return [{ conclusion: state.conclusion, title: state.title, from: number === ownNumber ? null : number }];
  });
  return said.reduce((worst, one) => (givesWay(worst, one) ? one : worst), own);
}

function givesWay(one: Published, other: Published): boolean {
  return other.conclusion !== "skipped" && isWorse(other.conclusion, one.conclusion);
}
