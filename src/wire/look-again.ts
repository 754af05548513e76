import { isDeepStrictEqual } from "node:util";
import { type Decisions, undecided } from "../domain/decisions.ts";
import type { Existing, State } from "../domain/publication.ts";
import type { Review } from "../domain/review.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { recognise } from "../publication/recognise.ts";
import { isWorse } from "../publication/worst.ts";
import type { Reviewed, Run } from "./review-now.ts";

/**
 * What stands on the pull request right before anything is written: a debate takes minutes, two workflows may run on one head, and people
 * decide meanwhile. Threads are not read again: whoever wrote them left a review or a state. A run with a memory is alone by its lease.
 */
export async function lookAgain(run: Run, basis: Reviewed["basis"], signal: AbortSignal): Promise<Existing> {
  const { github, pull, existing, options } = run;
  if (basis === null || options.memory !== undefined) return existing;
  const posts = await readOwnPosts(github, pull, signal, { withThreads: false });
  return { ...recognise(posts), threads: existing.threads };
}

/** What people decided up to now: the store knows, or else the pull request itself. */
export async function decisionsOn({ options, existing }: Pick<Run, "options" | "existing">): Promise<Decisions> {
  return (await options.memory?.decisions()) ?? existing.state?.decisions ?? undecided;
}

/** The result of a run that finished this head meanwhile and found no less; what that one wrote then stays as it is. */
export function otherOn({ pull, existing, now }: Run & { readonly now: Existing }, review: Review): State | null {
  const [before, { state }] = [existing.state, now];
  if (state?.head !== pull.head.sha || isSameDebate(state, before)) return null;
  return isWorse(review.conclusion, state.conclusion) ? null : state;
}

/** People may have decided something about it since. */
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
