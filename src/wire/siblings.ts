import type { PullRequest, Sibling, State } from "../domain/publication.ts";
import type { Review } from "../domain/review.ts";
import type { GitHubRunOptions } from "../domain/run.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { openPullRequests } from "../github/pull-request.ts";
import { recognise } from "../publication/recognise.ts";
import { type Reviewed, type Run, without } from "./review-now.ts";

/**
 * What else was said of this head. Nothing is worse than a failure, so for one nobody is asked. Where it cannot be known, the review is
 * inconclusive: a worse verdict may stand there. A run that is gone on with later is not ended for that.
 */
export async function amongSiblings(
  run: Run,
  { review, settings }: Reviewed,
  signal: AbortSignal,
): Promise<{ readonly review: Review; readonly siblings: readonly Sibling[] }> {
  if (review.result === "superseded" || review.conclusion === "failure") return { review, siblings: [] };
  try {
    return { review, siblings: await siblingsOf(run, review, signal) };
  } catch (error) {
    if (signal.aborted || run.options.memory !== undefined || !(error instanceof GitHubError)) throw error;
    const fault = "other pull requests with this head could not be looked up";
    const { result, conclusion, title, reason } = without(run, { fault }, settings).review;
    return { review: { ...review, result, conclusion, title, reason }, siblings: [] };
  }
}

/** Other open pull requests with the same head, and for a skipped review also what stood on this head before (design §6). */
async function siblingsOf(run: Run, review: Review, signal: AbortSignal): Promise<Sibling[]> {
  const { github, pull, existing, options } = run;
  const open = await openPullRequests(github, pull.repo, signal);
  const others = open.filter(({ number, head }) => number !== pull.number && head.sha === pull.head.sha);
  const states = await Promise.all(
    others.map(async (other) => {
      return { number: other.number, state: await knownState(options, github, other, signal) };
    }),
  );
  return review.result === "skipped" ? [...states, { number: pull.number, state: existing.state }] : states;
}

/** What was said about another pull request: by the store, or where it knows nothing, by the pull request itself. */
export async function knownState(
  { memory }: Pick<GitHubRunOptions, "memory">,
  github: GitHub,
  pull: PullRequest,
  signal: AbortSignal,
): Promise<State | null> {
  return (await memory?.stateOf(pull.number)) ?? recognise(await readOwnPosts(github, pull, signal)).state;
}
