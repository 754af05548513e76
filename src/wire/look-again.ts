import { isDeepStrictEqual } from "node:util";
import type { Existing, State } from "../domain/publication.ts";
import type { Review } from "../domain/review.ts";
import { listChecks } from "../github/check-run.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { recognise } from "../publication/recognise.ts";
import { isWorse } from "../publication/worst.ts";
import type { Reviewed, Run } from "./review-now.ts";
import { isAppCheck, isWorkflowCheck, type KnownCheck } from "./run-identity.ts";

/**
 * What stands on the pull request right before anything is written. `other`: the result of a run that finished this head meanwhile and found
 * no less; what that one wrote then stays as it is. `left`: why the comments are left to somebody else.
 */
export interface Now {
  readonly existing: Existing;
  readonly other: State | null;
  readonly left: string | null;
}

/**
 * A debate takes minutes, and others may review the same head: a second workflow run, or the App beside a workflow. Each writes its own
 * verdict into its own check, and one of them the comments. A run with a memory is alone among the App's by its lease.
 */
export async function lookAgain(
  run: Run,
  { review, basis }: Reviewed,
  check: { readonly id: number } | null,
  signal: AbortSignal,
): Promise<Now> {
  const { github, pull, existing, checks, options } = run;
  const asBefore: Now = { existing, other: null, left: null };
  if (basis === null || !options.publish) return asBefore;
  if (options.memory !== undefined)
    return checks.some((one) => isWorkflowCheck(one) && one.isCompleted) ? { ...asBefore, left: toWorkflow } : asBefore;
  if (check !== null) {
    const now = await listChecks(github, { repo: pull.repo, headSha: pull.head.sha }, signal);
    if (now.some(isAppCheck)) return { ...asBefore, left: toApp };
    if (!isAnotherThere(check.id, checks, now)) return asBefore;
  }
  // Threads are not read again: whoever wrote them left a review or a state.
  const posts = await readOwnPosts(github, pull, signal, { withThreads: false });
  const found = { ...recognise(posts), threads: existing.threads };
  const { state } = found;
  const isOther = state?.head === pull.head.sha && !isDeepStrictEqual(state, existing.state);
  const isEnough = isOther && !isWorse(review.conclusion, state.conclusion);
  return { existing: found, other: isEnough ? state : null, left: null };
}

const toApp = "The PR Debate App reviews this commit too; the comments are left to it.";
const toWorkflow =
  "A workflow's run of PR Debate has reviewed this commit too; its comments stand and none were added.";

/** Somebody concluded a check since this run began, its own perhaps, or has one under way. */
function isAnotherThere(own: number, before: readonly KnownCheck[], now: readonly KnownCheck[]): boolean {
  const ended = new Set(before.filter(({ isCompleted }) => isCompleted).map(({ id }) => id));
  return now.some(({ id, isCompleted }) => (isCompleted ? !ended.has(id) : id !== own));
}

/** Both runs reviewed this head, so the worse verdict counts. */
export function worseOf(review: Review, other: State | null): Review {
  if (other === null || review.result === "superseded" || !isWorse(other.conclusion, review.conclusion)) return review;
  const { result, conclusion, title } = other;
  return { ...review, result, conclusion, title, reason: `another run on this head found worse: ${title}` };
}
