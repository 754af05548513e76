import { isDeepStrictEqual } from "node:util";
import { type Decisions, timeOf, undecided } from "../domain/decisions.ts";
import type { Emit } from "../domain/events.ts";
import { listChecks, startCheck } from "../github/check-run.ts";
import { clientFor } from "../github/client.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { checkProgress } from "../github/write-check.ts";
import { progressOutput } from "../publication/check.ts";
import { githubLimits } from "../publication/marker.ts";
import { attemptOn, type KnownCheck, runSubject } from "../publication/own-checks.ts";
import { type Existing, isMemoryLost, recognise } from "../publication/recognise.ts";
import { foreignSummary, UnreadableSummary } from "../record/summary-comment.ts";
import { progressLine } from "../report/progress.ts";
import { conclude } from "./conclude.ts";
import { endEarly } from "./end-early.ts";
import { postsReader } from "./look-again.ts";
import { type GitHubRunOptions, type GitHubRunResult, ownSecrets, writesAlone } from "./options.ts";
import { publishDecisions } from "./recompute.ts";
import { reviewNow } from "./review-now.ts";
import { basisReader, type JudgedRun, type Run, without } from "./run.ts";
import { isDraftLeftOut, outdated, standingResult, unconcluded, verdictOfApp } from "./without-review.ts";

/**
 * One run on one pull request: reads it, shows a check at once, reviews, publishes, and concludes last. If a run is killed at any point, the
 * next one finishes its work. A run on a head that has its result already answers from the pull request alone.
 */
export async function reviewPullRequest(
  task: Run["task"],
  options: GitHubRunOptions,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const startedAt = options.now();
  const github = clientFor(options);
  const pull = await readPullRequest(github, task.repo, task.number, signal);
  // The event was about a commit that is no longer the head. The run for the new head decides about that one (H41).
  if (task.head !== undefined && task.head !== pull.head.sha) return outdated(task.head, pull, options, startedAt);
  const { run, isUnreadable, last, ...own } = await readRun(task, { options, github, pull, startedAt }, signal);
  const isDraft = await isDraftLeftOut(run, signal);
  const earlier = await earlierResult(run, last, isDraft, signal);
  if (earlier !== null && !isDeepStrictEqual(run.existing.state?.decisions ?? undecided, run.decisions)) {
    // People decided something since that result, and no other run publishes it.
    await publishDecisions(options, signal);
    return reviewPullRequest(task, options, signal);
  }
  if (isDraft) return unconcluded(run);
  if (earlier !== null) return earlier;

  const { check, progress, emit } = await begin(run, own, signal);
  const postsNow = postsReader(run, check, async () => progress?.stop());
  const now: Run = writesAlone(options) ? run : { ...run, postsNow };
  try {
    const reviewed = hindered(run, isUnreadable) ?? (await reviewNow(now, emit, signal));
    await progress?.stop();
    return await conclude(now, reviewed, check, signal);
  } catch (error) {
    await progress?.stop();
    if (check === null) throw error;
    return await endEarly(now, check, error, signal);
  }
}

/** The App's verdict in a workflow, or this head's earlier result. While reviews are paused and for a draft, an explicit request gets it too. */
async function earlierResult(run: Run, last: KnownCheck | null, isDraft: boolean, signal: AbortSignal) {
  const isExplicit = run.task.isExplicit && run.decisions.paused === null && !isDraft;
  const asked = { ...run, task: { ...run.task, isExplicit } };
  const ofApp = isDraft ? null : await verdictOfApp(run, signal);
  return ofApp ?? standingResult(asked, last, signal);
}

/** `open`: the check that a killed run left in progress. `isUnreadable`: the decisions are unknown. */
async function readRun(
  task: Run["task"],
  given: Pick<Run, "options" | "github" | "pull" | "startedAt">,
  signal: AbortSignal,
) {
  const { options, github, pull } = given;
  const { repo, head } = pull;
  const { record } = options;
  const [posts, checks] = await Promise.all([
    readOwnPosts(github, pull, signal),
    listChecks(github, { repo, headSha: head.sha }, signal),
  ]);
  const { attempt, runId, open, last } = attemptOn(runSubject(options, pull), checks);
  const written = recognise(posts);
  const existing = { ...written, state: await record.stateBefore({ head: head.sha, attempt }, written.state) };
  // The request was answered, but the run was killed before it could report that.
  const isAnswered = task.isExplicit && last !== null && (await record.wasInterrupted(last.externalId));
  const decisions = await readableDecisions(options, existing);
  const asked = isAnswered ? { ...task, isExplicit: false } : task;
  const basis = basisReader(github, pull, options);
  const isForgiven = task.isFull === true && task.mayExceed === true;
  const isLost = !isForgiven && isMemoryLost(existing, { head: head.sha, attempt });
  const known = { existing, decisions: decisions ?? undecided, checks, attempt, isMemoryLost: isLost };
  const run: Run = { ...given, ...known, task: asked, basis };
  return { run, runId, open, last, isUnreadable: decisions === null };
}

async function readableDecisions({ record }: GitHubRunOptions, existing: Existing): Promise<Decisions | null> {
  try {
    return await record.decisions(existing);
  } catch (error) {
    if (error instanceof UnreadableSummary) return null;
    throw error;
  }
}

/** Shows a check at once and keeps it up to date. `check` is null if the run publishes nothing or may not write checks. */
async function begin(
  { options, github, pull }: Run,
  { open, runId }: { readonly open: KnownCheck | null; readonly runId: string },
  signal: AbortSignal,
) {
  const { repo, head } = pull;
  const target = { repo, headSha: head.sha, externalId: runId, detailsUrl: options.runUrl };
  const output = progressOutput([], githubLimits);
  const check = options.publish ? (open ?? (await startCheck(github, { ...target, output }, signal))) : null;
  const render = (lines: readonly string[]) => progressOutput(lines, githubLimits);
  if (check !== null) await options.record.checkStarted({ head: head.sha, externalId: runId, id: check.id });
  const progress = check === null ? null : checkProgress({ github, repo, id: check.id, render });
  const emit: Emit = (event) => {
    options.emit(event);
    const line = progressLine(event, ownSecrets(options));
    if (line !== null) progress?.note(line);
  };
  return { check, progress, emit };
}

/** Why there is no debate. Null: nothing prevents it. */
function hindered(run: Run, isUnreadable: boolean): JudgedRun | null {
  // Reviews may be paused and findings dismissed: only the check is written.
  if (isUnreadable) return { ...without(run, { fault: foreignSummary }), decisions: undecided };
  const { paused } = run.decisions;
  return paused === null ? null : without(run, { paused: `by @${paused.by} since ${timeOf(paused.at)}` });
}
