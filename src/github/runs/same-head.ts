import type { PullRequest } from "../../domain/github/own-posts.ts";
import { conclusions, type Review } from "../../domain/review.ts";
import type { Beside, Sibling, State } from "../../domain/state.ts";
import { exclusionOf } from "../../settings/run-settings.ts";
import { defaultSettings, type Settings } from "../../settings/settings.ts";
import type { GitHub } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { readOwnPosts } from "../client/own-posts.ts";
import { openPullRequests } from "../client/pull-request.ts";
import { reviewedRef } from "../decisions/next-state.ts";
import type { KnownCheck } from "../publication/own-checks.ts";
import { recognise } from "../publication/recognise.ts";
import { type CommitRun, type GitHubRunOptions, without } from "./run.ts";

/** Without settings, no other pull request is left out. */
interface Known {
  readonly review: Review;
  readonly settings: Settings | null;
}

const alone: Beside = { siblings: [], before: null };

/**
 * The other verdicts on this head, and the review as it counts beside them. If they cannot be read, the review is inconclusive, because a worse
 * verdict may be among them; nothing is worse than a failure. A job that is resumed throws instead.
 */
export async function besideKnown(
  run: CommitRun,
  { review, settings }: Known,
  signal: AbortSignal,
): Promise<{ readonly review: Review; readonly beside: Beside }> {
  try {
    return { review, beside: await besideOf(run, { review, settings }, signal) };
  } catch (error) {
    if (signal.aborted || !(error instanceof GitHubError)) throw error;
    if (review.conclusion === "failure") return { review, beside: alone };
    if (run.options.record.isResumed) throw error;
    const fault = "other pull requests with this head could not be looked up";
    const { result, conclusion, title, reason } = without(run, { fault }, settings ?? defaultSettings).review;
    return { review: { ...review, result, conclusion, title, reason }, beside: alone };
  }
}

/** A superseded review has no siblings: its head is no longer the head of a pull request. */
async function besideOf(run: CommitRun, { review, settings }: Known, signal: AbortSignal): Promise<Beside> {
  if (review.result === "superseded") return alone;
  const { github, subject, options } = run;
  const own = subject.kind === "pull-request" ? subject : null;
  const open = await openPullRequests(github, subject.repo, signal);
  const others = open.filter(({ number, head }) => number !== own?.number && head.sha === subject.head.sha);
  const siblings = await Promise.all(
    others.map(async (other): Promise<Sibling> => {
      const state = await knownState(options, github, other, signal);
      // These settings are this base's: they do not decide what another base leaves out.
      const isSameBase = other.base.ref === own?.base.ref;
      const isLeftOut = settings !== null && isSameBase && exclusionOf(settings, other) !== null;
      return { number: other.number, state: verdictOn(other, state), isLeftOut };
    }),
  );
  return { siblings, before: verdictBefore(run.checks) };
}

/** After a change of its base branch, a pull request has another diff and other settings: a pass against the former base proves nothing. */
function verdictOn({ base }: PullRequest, state: State | null): State | null {
  return state?.conclusion === "failure" || reviewedRef(state) === base.ref ? state : null;
}

/** The last conclusion on the head that said something about its code, whichever pull request it was for. */
function verdictBefore(checks: readonly KnownCheck[]): Beside["before"] {
  for (const { isCompleted, conclusion: given, title } of checks) {
    const conclusion = conclusions.find((one) => one === given);
    if (isCompleted && conclusion !== undefined && conclusion !== "skipped")
      return { conclusion, title: title ?? conclusion };
  }
  return null;
}

/** The state of another pull request. */
export async function knownState(
  { record }: Pick<GitHubRunOptions, "record">,
  github: GitHub,
  pull: PullRequest,
  signal: AbortSignal,
): Promise<State | null> {
  const written = async () => recognise(await readOwnPosts(github, pull, signal)).state;
  return record.stateOf(pull.number, written);
}
