import { withDecisions } from "../decisions/decided.ts";
import { undecided } from "../domain/decisions.ts";
import { listChecks, startCheck } from "../github/check-run.ts";
import { clientFor } from "../github/client.ts";
import { publishCheck } from "../github/publish.ts";
import { progressOutput } from "../publication/check.ts";
import { attemptOn, type KnownCheck, runSubject } from "../publication/own-checks.ts";
import { githubLimits, planCheck } from "../publication/plan.ts";
import { concludeCheck, conclusionIn, type Known, notesOn } from "./conclude.ts";
import { endEarly } from "./end-early.ts";
import { groupChange } from "./fingerprint.ts";
import { type GroupRun, judgeGroup } from "./judge-group.ts";
import { type GitHubRunOptions, type GitHubRunResult, ownSecrets } from "./options.ts";
import type { AnyRun } from "./review-now.ts";
import type { JudgedRun } from "./run.ts";
import { besideKnown } from "./same-head.ts";

/**
 * Always answers a merge queue, on the group's own commit. Where the group is exactly what was reviewed in its pull requests, under the same
 * settings, the worst of their verdicts counts. A member without a complete review stops the group. Any other group is debated, unless reviews
 * of a member are paused.
 */
export async function reviewMergeGroup(
  task: GroupRun["task"],
  options: GitHubRunOptions,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const github = clientFor(options);
  const change = groupChange(task);
  const { repo, head } = change;
  const startedAt = options.now();
  const checks = await listChecks(github, { repo, headSha: head.sha }, signal);
  const { attempt, runId, open } = attemptOn(runSubject(options, change), checks);
  const run: GroupRun = { task, options, github, change, checks, attempt, startedAt };
  const target = { repo, headSha: head.sha, externalId: runId, detailsUrl: options.runUrl };
  const output = progressOutput([], githubLimits);
  const check = options.publish ? (open ?? (await startCheck(github, { ...target, output }, signal))) : null;
  if (check !== null) await options.memory?.checkStarted({ head: head.sha, externalId: runId, id: check.id });
  try {
    return await concludeGroup(run, await judgeGroup(run, signal), check, signal);
  } catch (error) {
    if (check === null) throw error;
    const end = (reviewed: JudgedRun, until: AbortSignal) => concludeGroup(run, reviewed, check, until);
    return await endEarly({ run, check, conclude: end }, error, signal);
  }
}

/** Ends the check of a merge group, the only thing that is written about one. */
export async function concludeGroup(
  run: AnyRun,
  { review: judged, facts, settings, decisions }: JudgedRun,
  check: Pick<KnownCheck, "id" | "annotations"> | null,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const { options, github, change } = run;
  const review = facts === null ? judged : withDecisions(judged, facts, decisions ?? undecided);
  const result = { review, reviewId: null, isStanding: false, pull: null };
  if (check === null) {
    const { conclusion, title } = review;
    return { ...result, checkRunId: null, isReadOnly: options.publish, conclusion, title, notes: [] };
  }
  const context = { version: options.version, secrets: ownSecrets(options) };
  const limits = { ...githubLimits, inline: 0 };
  const written = await concludeCheck(
    run,
    {
      look: () => besideKnown(run, { review, settings }, signal),
      plan: (known: Known, annotated) => planCheck(known.review, known.beside, limits, context, annotated),
      write: (operations, id) => publishCheck(operations, { github, commit: change, check: id }, signal),
    },
    check,
    signal,
  );
  const { checkRunId, operations, published } = written;
  const shown = conclusionIn(operations, written.review);
  return { ...result, checkRunId, isReadOnly: false, ...shown, notes: notesOn(published) };
}
