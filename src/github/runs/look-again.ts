import type { Decisions } from "../../domain/decisions.ts";
import type { OwnPosts, PullRequest } from "../../domain/github/own-posts.ts";
import type { Existing } from "../../domain/state.ts";
import type { HeadState } from "../../review/setup.ts";
import { showProgress } from "../client/check-run.ts";
import type { GitHub } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { readOwnPosts } from "../client/own-posts.ts";
import { compareCommits, readPullRequest } from "../client/pull-request.ts";
import { closingOutput } from "../publication/check.ts";
import { isAppCheck, isWorkflowCheck } from "../publication/own-checks.ts";
import { recognise } from "../publication/recognise.ts";
import type { Basis, JudgedRun, Run } from "./run.ts";

/**
 * Reads our posts once, at the end of the debate. Before that, it announces the reading on the check: a command that is given from then on waits
 * for the end of this run instead of relying on it (see `record/summary-comment.ts`).
 */
export function postsReader(
  { github, subject: pull, options }: Run,
  check: { readonly id: number } | null,
  beforeReading: () => Promise<unknown>,
): NonNullable<Run["postsNow"]> {
  let read: OwnPosts | undefined;
  let isAnnounced = false;
  const announce = async (id: number, signal: AbortSignal): Promise<void> => {
    await beforeReading();
    try {
      await showProgress(github, { repo: pull.repo, id }, closingOutput, signal, false);
    } catch (error) {
      if (signal.aborted || !(error instanceof GitHubError)) throw error;
      options.emit({
        type: "note",
        text: `This verdict may not include a command that arrives now: ${error.message}`,
      });
    }
  };
  return async (signal) => {
    if (check !== null && !isAnnounced) await announce(check.id, signal);
    isAnnounced = true;
    // A read that failed is tried again when the posts are needed next.
    read ??= await readOwnPosts(github, pull, signal, { withThreads: false, withChecks: check !== null });
    return read;
  };
}

/** The pull request right before anything is written. `left`: why another run's comments are kept instead of this one's. */
export interface Now {
  readonly existing: Existing;
  readonly decisions: Decisions;
  readonly left: string | null;
}

/**
 * Reads the pull request again. During a debate of some minutes, people decide, and another workflow or the App may review the same head. Each
 * run writes its own verdict into its own check, and one of them writes the comments. Threads are not read again: a run that wrote some has
 * also left a review or a state.
 */
export async function lookAgain(run: Run, judged: JudgedRun, signal: AbortSignal): Promise<Now> {
  const { existing, checks, options, postsNow } = run;
  const { record, publish } = options;
  const given = async (now: Existing): Promise<Decisions> => judged.decisions ?? (await record.decisions(now));
  if (judged.basis === null)
    return { existing, left: null, decisions: judged.decisions ?? (await latest(run, judged, signal)) };
  if (!publish || postsNow === undefined) {
    const hasSpoken = publish && record.isExclusive && checks.some((one) => isWorkflowCheck(one) && one.isCompleted);
    return { existing, left: hasSpoken ? toWorkflow : null, decisions: await given(existing) };
  }
  const posts = await postsNow(signal);
  const now = { ...recognise(posts), threads: existing.threads };
  return { existing: now, left: posts.checks.some(isAppCheck) ? toApp : null, decisions: await given(now) };
}

const toApp = "The PR Debate App reviews this commit too; the comments are left to it.";
const toWorkflow =
  "A workflow's run of PR Debate has reviewed this commit too; its comments are kept and none were added.";

/** The decisions for a run without a result, whose check must be concluded even if they cannot be read again. */
async function latest(run: Run, { review }: JudgedRun, signal: AbortSignal): Promise<Decisions> {
  const { options, existing, postsNow } = run;
  if (!options.publish || postsNow === undefined || review.result === "superseded")
    return options.record.decisions(existing);
  try {
    const now = recognise(await postsNow(signal));
    return await options.record.decisions(now.isUnreadable === true ? existing : now);
  } catch (error) {
    if (signal.aborted || !(error instanceof GitHubError)) throw error;
    return options.record.decisions(existing);
  }
}

/** Whether head, target branch and merge base are still those under review. An answer that cannot be read does not count as unchanged. */
export async function standingOf(
  { github, subject: pull, postsNow }: Run,
  { mergeBase }: Basis,
  signal: AbortSignal,
): Promise<HeadState> {
  try {
    const now = (await postsNow?.(signal))?.commits ?? (await commitsNow(github, pull, signal));
    if (now.head !== pull.head.sha) return { headCurrent: false, supersededBy: now.head };
    const isBaseMoved = now.base.ref !== pull.base.ref || now.base.sha !== pull.base.sha;
    if (!isBaseMoved) return { headCurrent: true };
    const compared = await compareCommits(github, pull.repo, now.base.sha, now.head, signal);
    if (compared.mergeBase === mergeBase && now.base.ref === pull.base.ref) return { headCurrent: true };
    return { headCurrent: false, supersededBy: `a new base (${now.base.ref})` };
  } catch (error) {
    if (signal.aborted) throw error;
    return { headCurrent: "unknown" };
  }
}

async function commitsNow(
  github: GitHub,
  { repo, number }: PullRequest,
  signal: AbortSignal,
): Promise<NonNullable<OwnPosts["commits"]>> {
  const { base, head } = await readPullRequest(github, repo, number, signal);
  return { base, head: head.sha };
}
