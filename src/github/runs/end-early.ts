import { messageOf, ReviewError, Superseded } from "../../domain/errors.ts";
import { cancelCheck } from "../client/check-run.ts";
import { GitHubError } from "../client/errors.ts";
import type { OpenCheck } from "./check.ts";
import { type CommitRun, type GitHubRunResult, type JudgedRun, without } from "./run.ts";

interface Broken<Known extends CommitRun> {
  readonly check: OpenCheck;
  readonly error: unknown;
  readonly conclude: (run: Known, judged: JudgedRun, check: OpenCheck, signal: AbortSignal) => Promise<GitHubRunResult>;
}

const lastWriteMs = 30_000;

/**
 * Ends a run that threw. Superseded: the check names the newer head. If the job is resumed, the check stays open for the next session after a
 * stop, a temporary refusal by GitHub and a fault of our own; this throws. Otherwise a stop cancels the check, and an error concludes it as failed.
 */
export async function endEarly<Known extends CommitRun>(
  run: Known,
  { check, error, conclude }: Broken<Known>,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const reason: unknown = signal.reason;
  if (signal.aborted && reason instanceof Superseded) {
    const superseded = without(run, { headCurrent: false, supersededBy: reason.by });
    return conclude(run, superseded, check, AbortSignal.timeout(lastWriteMs));
  }
  if (run.options.record.isResumed && (signal.aborted || isTemporary(error) || isOwnFault(error))) throw error;
  if (!signal.aborted) return conclude(run, brokenOff(run, error), check, signal);
  await cancelCheck(run.github, { repo: run.subject.repo, id: check.id, output: interrupted });
  throw error;
}

/** A fault of this program, or a database that is away. Its message is for the log, never for a check, and another try may succeed. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof ReviewError);
}

/** GitHub may accept the same request a minute later: the answer was unclear, a limit was reached, or a token expired. */
function isTemporary(error: unknown): boolean {
  return error instanceof GitHubError && (error.isAmbiguous || error.status === 429 || error.status === 401);
}

/** The check shows the error. The results of an earlier review stay in the pull request as they are. */
function brokenOff(run: CommitRun, error: unknown): JudgedRun {
  const why = messageOf(error).split("\n")[0]?.replace(/\.$/, "") ?? "";
  const fault = error instanceof ReviewError ? why : `the run stopped because of an internal error: ${why}`;
  return without(run, { fault });
}

const interrupted = {
  title: "The run was interrupted; re-run the check",
  summary: "The run was stopped before it had a result. This says nothing about the code.",
  text: "",
};
