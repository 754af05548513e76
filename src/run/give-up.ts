import { overrideOf, undecided } from "../domain/decisions.ts";
import { readChecks, refusedChecks, startCheck } from "../github/check-run.ts";
import { clientFor, type GitHub } from "../github/client.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { attemptOn, runSubject } from "../publication/own-checks.ts";
import type { GivenUp } from "../server/ports.ts";
import { conclude } from "./conclude.ts";
import { groupChange, type RunChange } from "./fingerprint.ts";
import { concludeGroup } from "./merge-group.ts";
import type { GitHubRunOptions } from "./options.ts";
import type { AnyRun } from "./review-now.ts";
import { basisReader, type Run, without } from "./run.ts";
import { isDraftLeftOut } from "./without-review.ts";

/**
 * Concludes the check of a review that could not be done: as failed, with the reason, and without a word about the code. An override still
 * counts. `stuck` names a check that was left in progress, perhaps on an earlier head. Without it the check of the current head is meant, and
 * made where there is none.
 */
export async function giveUpReview(options: GitHubRunOptions, given: GivenUp, signal: AbortSignal): Promise<void> {
  const github = clientFor(options);
  const { task } = options;
  const { decisions, stuck } = given;
  if (task.kind === "merge-group") {
    const found = await unended(options, github, { ...groupChange(task), isOpen: true }, given, signal);
    if (found === null) return;
    const { run, check, hindrance } = found;
    await concludeGroup(run, { ...without(run, hindrance), decisions }, check, signal);
    return;
  }
  const now = await readPullRequest(github, task.repo, task.number, signal);
  // A draft gets no conclusion, so that its required check stays pending.
  if (stuck === null && (await isDraftLeftOut({ pull: now, basis: basisReader(github, now, options) }, signal))) return;
  const found = await unended(options, github, now, given, signal);
  if (found === null) return;
  const { check, hindrance } = found;
  const pull = { ...now, head: found.run.change.head };
  const run: Run = {
    ...found.run,
    task: { kind: "pull-request", repo: task.repo, number: task.number, isExplicit: false },
    pull,
    existing: { summary: null, state: null, reviews: [], pending: [], threads: [] },
    decisions: undecided,
    isMemoryLost: false,
    basis: basisReader(github, pull, options),
  };
  await conclude(run, { ...without(run, hindrance), decisions }, check, signal);
}

/** The check that is to be concluded, with the reason; null where there is none. */
async function unended(
  options: GitHubRunOptions,
  github: GitHub,
  now: RunChange & { readonly isOpen: boolean },
  { why, stuck, decisions }: GivenUp,
  signal: AbortSignal,
) {
  const { repo, number, base, head } = now;
  const headSha = stuck?.head ?? head.sha;
  const change: RunChange = { repo, number, base, head: { ...head, sha: headSha } };
  const checks = await readChecks(github, { repo, headSha }, signal);
  if (checks === null) throw refusedChecks();
  const { attempt, runId, open, last } = attemptOn(runSubject(options, change), checks);
  const isOverridden = overrideOf(decisions, headSha) !== undefined;
  const left = stuck === null ? (open ?? (isOverridden ? last : null)) : checks.find(({ id }) => id === stuck.check);
  if (left === undefined || (stuck !== null && left?.isCompleted === true)) return null;
  const output = { title: "The review could not be done", summary: why, text: "" };
  const check =
    left ?? (await startCheck(github, { repo, headSha, externalId: runId, detailsUrl: null, output }, signal));
  const run: AnyRun = { options, github, change, checks, attempt, startedAt: options.now() };
  const isCurrent = headSha === head.sha && now.isOpen;
  const hindrance = isCurrent ? { fault: why } : { headCurrent: false, supersededBy: head.sha };
  return { run, check, hindrance };
}
