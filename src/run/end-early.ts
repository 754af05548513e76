import { messageOf, ReviewError, Superseded } from "../domain/errors.ts";
import { cancelCheck } from "../github/check-run.ts";
import { GitHubError } from "../github/errors.ts";
import type { GitHubRunResult } from "./options.ts";
import type { AnyRun } from "./review-now.ts";
import { type JudgedRun, without } from "./run.ts";

/** A run with its check, and how the check is concluded. */
interface Unended {
  readonly run: AnyRun;
  readonly check: { readonly id: number };
  readonly conclude: (reviewed: JudgedRun, signal: AbortSignal) => Promise<GitHubRunResult>;
}

const lastWordMs = 30_000;

/**
 * How a run ends that did not come to its end. A newer head: the check says so. Stopped, refused by GitHub or by a fault of our own with a memory: the check stays
 * open for whoever goes on, by throwing. Stopped without one: the check is cancelled. Anything else is a fault, and concluded as one.
 */
export async function endEarly(
  { run, check, conclude }: Unended,
  error: unknown,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const reason: unknown = signal.reason;
  if (signal.aborted && reason instanceof Superseded) {
    const superseded = without(run, { headCurrent: false, supersededBy: reason.by });
    return conclude(superseded, AbortSignal.timeout(lastWordMs));
  }
  const isContinued = run.options.memory !== undefined && (signal.aborted || isPassing(error) || isOwnFault(error));
  if (isContinued) throw error;
  if (!signal.aborted) return conclude(brokenOff(run, error), signal);
  await cancelCheck(run.github, { repo: run.change.repo, id: check.id, output: interrupted });
  throw error;
}

/** A database that was away, a fault of this program: what it says is for the log, never for a check, and trying again may do. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof ReviewError);
}

/** GitHub may do it a minute later: no clear answer, a limit, a token that ran out. */
function isPassing(error: unknown): boolean {
  return error instanceof GitHubError && (error.isAmbiguous || error.status === 429 || error.status === 401);
}

/** A run that broke off: the check says so, and what an earlier review left in the pull request stays as it is. */
function brokenOff(run: AnyRun, error: unknown): JudgedRun {
  const why = messageOf(error).split("\n")[0]?.replace(/\.$/, "") ?? "";
  const fault = error instanceof ReviewError ? why : `the run stopped by a fault of its own: ${why}`;
  return without(run, { fault });
}

/** What a check says whose run was stopped. */
const interrupted = {
  title: "The run was interrupted; re-run the check",
  summary: "The run was stopped before it had a result. This says nothing about the code.",
  text: "",
};
