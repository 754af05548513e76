import type { Decisions } from "../domain/decisions.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import { readChecks, refusedChecks } from "../github/check-run.ts";
import type { GitHub } from "../github/client.ts";
import { attemptOn, type KnownCheck, runSubject } from "../publication/own-checks.ts";
import { type Existing, isMemoryLost } from "../publication/recognise.ts";
import type { GitHubRunOptions } from "./options.ts";

/**
 * A run's view of a pull request for whoever reviews nothing: `under` is the check of a review at work, `last` the one that ended last.
 * `isBlind`: the token may not read checks, so there may be any.
 */
export interface OpenRun {
  readonly run: Run;
  readonly under: KnownCheck | null;
  readonly last: KnownCheck | null;
  readonly isBlind: boolean;
}

interface Given {
  readonly github: GitHub;
  readonly pull: PullRequest;
  readonly existing: Existing;
  readonly decisions: Decisions;
}

export async function openRun(
  options: GitHubRunOptions,
  { github, pull, existing, decisions }: Given,
  signal: AbortSignal,
): Promise<OpenRun> {
  const { repo, number, head } = pull;
  const seen = await readChecks(github, { repo, headSha: head.sha }, signal);
  // The App may read them, so it was refused for once, and tries again.
  if (seen === null && options.memory !== undefined) throw refusedChecks();
  const checks = seen ?? [];
  const { attempt, open, last } = attemptOn(runSubject(options, pull), checks);
  const task: Run["task"] = { kind: "pull-request", repo, number, isExplicit: false };
  const basis = basisReader(github, pull, options);
  const isLost = isMemoryLost(existing, { head: head.sha, attempt });
  const known = { existing, decisions, checks, attempt, isMemoryLost: isLost };
  const run = { task, options, github, pull, change: pull, ...known, startedAt: options.now(), basis };
  return { run, under: open, last, isBlind: seen === null };
}
