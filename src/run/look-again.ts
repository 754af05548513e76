import { isDeepStrictEqual } from "node:util";
import { type Decisions, undecided } from "../domain/decisions.ts";
import { ReviewError } from "../domain/errors.ts";
import type { Review } from "../domain/review.ts";
import type { State } from "../domain/state.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { allListed, listedIn } from "../publication/marker.ts";
import { isAppCheck, isWorkflowCheck } from "../publication/own-checks.ts";
import { type Existing, recognise } from "../publication/recognise.ts";
import { isWorse } from "../verdict/order.ts";
import { postsReader } from "./review-now.ts";
import { type JudgedRun, type Run, without } from "./run.ts";

/** What stands on the pull request right before anything is written. `left`: why the comments are left to somebody else. */
export interface Now {
  readonly existing: Existing;
  readonly left: string | null;
}

/**
 * A debate takes minutes: two workflows may run on one head, or the App beside a workflow, and people decide meanwhile. Each run writes its
 * own verdict into its own check, and one of them the comments. Threads are not read again: whoever wrote them left a review or a state. A
 * run with a memory is alone among the App's by its lease.
 */
export async function lookAgain(
  run: Run,
  basis: JudgedRun["basis"],
  check: { readonly id: number } | null,
  signal: AbortSignal,
): Promise<Now> {
  const { existing, checks, options } = run;
  if (basis === null || !options.publish) return { existing, left: null };
  if (options.memory !== undefined) {
    const isSaid = checks.some((one) => isWorkflowCheck(one) && one.isCompleted);
    return { existing, left: isSaid ? toWorkflow : null };
  }
  const read = run.postsNow ?? postsReader(run, check !== null);
  const posts = await read(signal);
  const left = posts.checks.some(isAppCheck) ? toApp : null;
  return { existing: { ...recognise(posts), threads: existing.threads }, left };
}

const toApp = "The PR Debate App reviews this commit too; the comments are left to it.";
const toWorkflow =
  "A workflow's run of PR Debate has reviewed this commit too; its comments stand and none were added.";

/** What people decided up to now: the store knows, or else the pull request itself. */
export async function decisionsOn({ options, existing }: Pick<Run, "options" | "existing">): Promise<Decisions> {
  return (await options.memory?.decisions()) ?? decisionsIn(existing);
}

/** Throws where another version wrote them: written over, a pause, a reopening or a dismissal would be lost without a word. */
export function decisionsIn({ state, isUnreadable }: Existing): Decisions {
  if (isUnreadable === true)
    throw new ReviewError(`This cannot go on: ${unreadable}.`, "Run the version that wrote it, or a newer one.");
  return state?.decisions ?? undecided;
}

export const unreadable =
  "what people decided stands in a summary of another version: update PR Debate, or delete that comment";

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

/** A run with a memory holds a lease, and one that publishes nothing has nothing to compare. */
export function writesAlone({ memory, publish }: Pick<Run["options"], "memory" | "publish">): boolean {
  return memory !== undefined || !publish;
}

/**
 * The last look before a verdict passes: what another run on this head posted while this one wrote its comments. Its submitted review cannot be
 * written over, its summary can. `known`: what stands there as far as this run knows. A failure needs no look, nothing is worse; a
 * merge group has no posts.
 */
export async function worstNow(run: Run, review: Review, known: Existing, signal: AbortSignal): Promise<Review> {
  const { github, pull, postsNow } = run;
  if (postsNow === undefined || review.conclusion === "failure" || review.result === "superseded") return review;
  const posts = await readOwnPosts(github, pull, signal, { withThreads: false });
  const now = recognise(posts);
  const worse = worseOf(review, otherOn({ ...run, existing: known, now }, review));
  const told = new Set(allListed(known, listedIn(review)));
  const isNews = allListed({ ...now, state: null }).some((id) => !told.has(id));
  if (worse.conclusion === "failure" || !isNews) return worse;
  const fault = "another run on this head posted findings that this one does not have";
  const { result, conclusion, title, reason } = without(run, { fault }).review;
  return { ...review, result, conclusion, title, reason };
}

/** Both runs reviewed this head, so the worse verdict counts. */
export function worseOf(review: Review, other: State | null): Review {
  if (other === null || review.result === "superseded" || !isWorse(other.conclusion, review.conclusion)) return review;
  const { result, conclusion, title } = other;
  return { ...review, result, conclusion, title, reason: `another run on this head found worse: ${title}` };
}
