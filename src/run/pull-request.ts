import { isDeepStrictEqual } from "node:util";
import { type Decisions, timeOf, undecided } from "../domain/decisions.ts";
import type { Emit } from "../domain/events.ts";
import type { Task } from "../domain/request.ts";
import { checkProgress } from "../github/check-progress.ts";
import { listChecks, startCheck } from "../github/check-run.ts";
import { clientFor } from "../github/client.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { progressOutput } from "../publication/check.ts";
import { attemptOn, type KnownCheck, runSubject } from "../publication/own-checks.ts";
import { githubLimits } from "../publication/plan.ts";
import { isMemoryLost, recognise } from "../publication/recognise.ts";
import { foreignSummary } from "../record/summary-comment.ts";
import { progressLine } from "../report/progress.ts";
import { conclude } from "./conclude.ts";
import { endEarly } from "./end-early.ts";
import { decisionsOn, writesAlone } from "./look-again.ts";
import { type GitHubRunOptions, type GitHubRunResult, ownSecrets } from "./options.ts";
import { publishDecisions } from "./recompute.ts";
import { postsReader, reviewNow } from "./review-now.ts";
import { basisReader, type JudgedRun, type Run, without } from "./run.ts";
import { isDraftLeftOut, outdated, standingResult, unconcluded, verdictOfApp } from "./without-review.ts";

/**
 * One run on one pull request: reads what is there, shows a check at once, reviews, publishes, concludes last. A run that was killed
 * anywhere is finished by the next one; a run on what was already reviewed answers from the pull request alone.
 */
export async function reviewPullRequest(
  task: Extract<Task, { kind: "pull-request" }>,
  options: GitHubRunOptions,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const startedAt = options.now();
  const github = clientFor(options);
  const pull = await readPullRequest(github, task.repo, task.number, signal);
  // The event was about a commit that is no longer the head: that commit's own run has the word on the new one (H41).
  if (task.head !== undefined && task.head !== pull.head.sha) return outdated(task.head, pull, options, startedAt);
  const { run, isUnreadable, last, ...own } = await readRun(task, { options, github, pull, startedAt }, signal);
  const isDraft = await isDraftLeftOut(run, signal);
  const said = await saidAlready(run, last, isDraft, signal);
  if (said !== null && !isDeepStrictEqual(run.existing.state?.decisions ?? undecided, run.decisions)) {
    // Decided since this run took the word over from its command, and it is not in what stands: nobody else publishes it.
    await publishDecisions(options, signal);
    return reviewPullRequest(task, options, signal);
  }
  if (isDraft) return unconcluded(run);
  if (said !== null) return said;

  const { check, progress, emit } = await begin(run, own, signal);
  try {
    const postsNow = writesAlone(options) ? undefined : postsReader(run, check !== null);
    const now: Run = postsNow === undefined ? run : { ...run, postsNow };
    const reviewed = hindered(run, isUnreadable) ?? (await reviewNow(now, emit, signal));
    await progress?.stop();
    return await conclude(now, reviewed, check, signal);
  } catch (error) {
    await progress?.stop();
    if (check === null) throw error;
    const end = (reviewed: JudgedRun, until: AbortSignal) => conclude(run, reviewed, check, until);
    return await endEarly({ run, check, conclude: end }, error, signal);
  }
}

/** The App's word in a workflow, or the result that stands. Paused or a draft, nobody has the head debated again: what stands there stays. */
async function saidAlready(run: Run, last: KnownCheck | null, isDraft: boolean, signal: AbortSignal) {
  const isExplicit = run.task.isExplicit && run.decisions.paused === null && !isDraft;
  const asked = { ...run, task: { ...run.task, isExplicit } };
  const ofApp = isDraft ? null : await verdictOfApp(run, signal);
  return ofApp ?? standingResult(asked, last, signal);
}

/** All that stands there already. `open`: the check of a run that was killed. `isUnreadable`: nobody knows what people decided. */
async function readRun(
  task: Extract<Task, { kind: "pull-request" }>,
  given: Pick<Run, "options" | "github" | "pull" | "startedAt">,
  signal: AbortSignal,
) {
  const { options, github, pull } = given;
  const { repo, head } = pull;
  const [posts, checks] = await Promise.all([
    readOwnPosts(github, pull, signal),
    listChecks(github, { repo, headSha: head.sha }, signal),
  ]);
  const { attempt, runId, open, last } = attemptOn(runSubject(options, pull), checks);
  const written = recognise(posts);
  const remembered = await options.memory?.stateBefore({ head: head.sha, attempt });
  const existing = remembered === undefined ? written : { ...written, state: remembered };
  // A person asked, the answer was written, and the run was killed before it could say so: nobody asked twice.
  const isAnswered = task.isExplicit && last !== null && (await options.memory?.isUntold(last.externalId)) === true;
  const isUnreadable = options.memory === undefined && existing.isUnreadable === true;
  const decisions = isUnreadable ? undecided : await decisionsOn({ options, existing });
  const asked = isAnswered ? { ...task, isExplicit: false } : task;
  const basis = basisReader(github, pull, options);
  const isForgiven = task.isFull === true && task.mayExceed === true;
  const isLost = !isForgiven && isMemoryLost(existing, { head: head.sha, attempt });
  const known = { existing, decisions, checks, attempt, isMemoryLost: isLost };
  const run: Run = { ...given, ...known, change: pull, task: asked, basis };
  return { run, runId, open, last, isUnreadable };
}

/** The check is there at once, and shows how far the debate is. Null: nothing is to be written, or it cannot be. */
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
  if (check !== null) await options.memory?.checkStarted({ head: head.sha, externalId: runId, id: check.id });
  const progress = check === null ? null : checkProgress({ github, repo, id: check.id, render });
  const emit: Emit = (event) => {
    options.emit(event);
    const line = progressLine(event, ownSecrets(options));
    if (line !== null) progress?.note(line);
  };
  return { check, progress, emit };
}

/** Why nothing is debated; null where nothing is in the way. */
function hindered(run: Run, isUnreadable: boolean): JudgedRun | null {
  // Nobody knows whether reviews are paused, nor what counts: only the check is written.
  if (isUnreadable) return { ...without(run, { fault: foreignSummary }), decisions: undecided };
  const { paused } = run.decisions;
  return paused === null ? null : pausedBy(run, paused);
}

function pausedBy(run: Run, { by, at }: NonNullable<Decisions["paused"]>): JudgedRun {
  return without(run, { paused: `by @${by} since ${timeOf(at)}` });
}
