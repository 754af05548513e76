import { isDeepStrictEqual } from "node:util";
import type { Existing, State } from "../domain/publication.ts";
import type { Review } from "../domain/review.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { recognise } from "../publication/recognise.ts";
import { isWorse } from "../publication/worst.ts";
import type { Reviewed, Run } from "./review-now.ts";

/**
 * What stands on the pull request right before anything is written. `other`: the result of a run that finished this head meanwhile and found
 * no less; what that one wrote then stays as it is.
 */
export interface Now {
  readonly existing: Existing;
  readonly other: State | null;
}

/**
 * A debate takes minutes, and two workflows may run on one head. Threads are not read again: whoever wrote them left a review or a state.
 * A run with a memory is alone by its lease.
 */
export async function lookAgain(run: Run, { review, basis }: Reviewed, signal: AbortSignal): Promise<Now> {
  const { github, pull, existing, options } = run;
  if (basis === null || options.memory !== undefined) return { existing, other: null };
  const posts = await readOwnPosts(github, pull, signal, { withThreads: false });
  const now = { ...recognise(posts), threads: existing.threads };
  const { state } = now;
  const isOther = state?.head === pull.head.sha && !isDeepStrictEqual(state, existing.state);
  return { existing: now, other: isOther && !isWorse(review.conclusion, state.conclusion) ? state : null };
}

/** Both runs reviewed this head, so the worse verdict counts. */
export function worseOf(review: Review, other: State | null): Review {
  if (other === null || review.result === "superseded" || !isWorse(other.conclusion, review.conclusion)) return review;
  const { result, conclusion, title } = other;
  return { ...review, result, conclusion, title, reason: `another run on this head found worse: ${title}` };
}
