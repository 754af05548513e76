import type { Decisions } from "../domain/decisions.ts";
import type { Existing, PullRequest } from "../domain/publication.ts";
import type { GitHubRunOptions } from "../domain/run.ts";
import { listChecks } from "../github/check-run.ts";
import type { GitHub } from "../github/client.ts";
import { basisReader, type Run } from "./review-now.ts";
import { attemptOn, type KnownCheck, runSubject } from "./run-identity.ts";

/** A run's view of a pull request for whoever reviews nothing: `under` is the check of a review at work, `last` the one that ended last. */
export interface OpenRun {
  readonly run: Run;
  readonly under: KnownCheck | null;
  readonly last: KnownCheck | null;
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
  const checks = await listChecks(github, { repo, headSha: head.sha }, signal);
  const { attempt, open, last } = attemptOn(runSubject(options, pull), checks);
  const task: Run["task"] = { kind: "pull-request", repo, number, isExplicit: false };
  const basis = basisReader(github, pull, options);
  const run = { task, options, github, pull, existing, decisions, checks, attempt, startedAt: options.now(), basis };
  return { run, under: open, last };
}
