import { isDeepStrictEqual } from "node:util";
import type { Review } from "../domain/review.ts";
import type { State } from "../domain/state.ts";
import { isWorse } from "../verdict/order.ts";
import { allListed, type Existing, listedIn } from "./recognise.ts";

/**
 * The state of another run that finished the same head since `before` and found nothing better. Null: there is none. Its comments then stay as
 * they are.
 */
export function otherOn(
  head: string,
  review: Pick<Review, "conclusion">,
  { before, now }: { readonly before: State | null; readonly now: State | null },
): State | null {
  if (now?.head !== head || isSameDebate(now, before)) return null;
  return isWorse(review.conclusion, now.conclusion) ? null : now;
}

/** Decisions change a state and leave its debate as it was. */
function isSameDebate(state: State, before: State | null): boolean {
  if (state.finishedAt === undefined || before === null) return isDeepStrictEqual(state, before);
  return state.finishedAt === before.finishedAt;
}

/** Both runs reviewed this head, so the worse verdict counts. */
export function worseOf(review: Review, other: State | null): Review {
  if (other === null || review.result === "superseded" || !isWorse(other.conclusion, review.conclusion)) return review;
  const { result, conclusion, title } = other;
  return { ...review, result, conclusion, title, reason: `another run on this head found worse: ${title}` };
}

/** Whether submitted reviews list findings that neither this review nor the posts that it knows have. */
export function hasNews(review: Review, known: Existing, now: Existing): boolean {
  const listed = new Set(allListed(known, listedIn(review)));
  return allListed({ ...now, state: null }).some((id) => !listed.has(id));
}
