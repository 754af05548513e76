import { overrideOf } from "../domain/decisions.ts";
import type { GitHubRunOptions } from "../domain/run.ts";
import { readChecks, refusedChecks, startCheck } from "../github/check-run.ts";
import { clientFor } from "../github/client.ts";
import { readPullRequest } from "../github/pull-request.ts";
import type { GivenUp } from "../server/ports.ts";
import { conclude } from "./conclude.ts";
import { isDraftLeftOut } from "./draft.ts";
import { groupAsPull, runAlone } from "./merge-group.ts";
import { basisReader, without } from "./review-now.ts";
import { attemptOn, runSubject } from "./run-identity.ts";

/**
 * Concludes the check of a review that could not be done: as failed, with the reason, and nothing said about the code; an override counts all
 * the same. `stuck` names a check that was left in progress, perhaps on an earlier head; without it the check of the current head is meant, and
 * made where there is none.
 */
export async function giveUp(
  options: GitHubRunOptions,
  { why, stuck, decisions }: GivenUp,
  signal: AbortSignal,
): Promise<void> {
  const github = clientFor(options);
  const { task } = options;
  const now =
    task.kind === "pull-request" ? await readPullRequest(github, task.repo, task.number, signal) : groupAsPull(task);
  // A draft gets no conclusion, so that its required check stays pending.
  if (stuck === null && (await isDraftLeftOut({ pull: now, basis: basisReader(github, now, options) }, signal))) return;
  const headSha = stuck?.head ?? now.head.sha;
  const pull = { ...now, head: { ...now.head, sha: headSha } };
  const { repo } = pull;
  const checks = await readChecks(github, { repo, headSha }, signal);
  if (checks === null) throw refusedChecks();
  const { attempt, runId, open, last } = attemptOn(runSubject(options, pull), checks);
  const isOverridden = overrideOf(decisions, headSha) !== undefined;
  const left = stuck === null ? (open ?? (isOverridden ? last : null)) : checks.find(({ id }) => id === stuck.check);
  if (left === undefined || (stuck !== null && left?.isCompleted === true)) return;
  const output = { title: "The review could not be done", summary: why, text: "" };
  const check =
    left ?? (await startCheck(github, { repo, headSha, externalId: runId, detailsUrl: null, output }, signal));
  const run = runAlone({ options, github, pull, checks, attempt });
  const isCurrent = headSha === now.head.sha && now.isOpen;
  const hindrance = isCurrent ? { fault: why } : { headCurrent: false, supersededBy: now.head.sha };
  await conclude(run, { ...without(run, hindrance), decisions }, check, signal);
}
