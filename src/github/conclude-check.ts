import type { Operation } from "../domain/operation.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import { actions, type CheckRun, type CheckTarget, readCheck, startCheck } from "./check-run.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { once, ownerAndRepo, writeOnce } from "./requests.ts";

export type CheckOperation = Extract<Operation, { kind: "annotate-check" | "conclude-check" }>;

/**
 * Adds annotations to a check, or ends it. Returns the check that was written: where it belongs to another app, which GitHub answers with
 * 403, a new one takes its place. Throws a `GitHubError`.
 */
export async function writeCheck(
  github: GitHub,
  { pull, check }: { readonly pull: PullRequest; readonly check: number },
  operation: CheckOperation,
  signal: AbortSignal,
): Promise<number> {
  try {
    await update(github, { repo: pull.repo, id: check }, operation, signal);
    return check;
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 403)) throw error;
    const fresh = await replace(github, { pull, check }, operation, signal);
    if (fresh === null) throw error;
    await update(github, { repo: pull.repo, id: fresh }, operation, signal);
    return fresh;
  }
}

/** Annotations append: whether an update without a clear answer happened is told by their number, or by the check having ended so. */
async function update(
  github: GitHub,
  target: CheckTarget,
  operation: CheckOperation,
  signal: AbortSignal,
): Promise<void> {
  const isConclusion = operation.kind === "conclude-check";
  const before = isConclusion ? 0 : (await readCheck(github, target, signal)).annotations;
  const write = async () => {
    await github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
      ...ownerAndRepo(target.repo),
      check_run_id: target.id,
      ...(isConclusion ? ending(operation.conclusion) : {}),
      output: { ...operation.output, annotations: operation.annotations.map((annotation) => ({ ...annotation })) },
      request: once(signal),
    });
    return true;
  };
  const look = async () => {
    const now = await readCheck(github, target, signal);
    return (operation.kind === "conclude-check" ? isEndedAs(now, operation) : now.annotations > before) ? true : null;
  };
  await writeOnce(write, look, signal);
}

/** Another run may have ended the check, and otherwise. */
function isEndedAs(
  now: CheckRun,
  { conclusion, output }: Extract<CheckOperation, { kind: "conclude-check" }>,
): boolean {
  return now.isCompleted && now.conclusion === conclusion && now.title === output.title;
}

function ending(conclusion: Extract<CheckOperation, { kind: "conclude-check" }>["conclusion"]) {
  return { status: "completed" as const, conclusion, completed_at: new Date().toISOString(), actions };
}

async function replace(
  github: GitHub,
  { pull, check }: { readonly pull: PullRequest; readonly check: number },
  { output }: CheckOperation,
  signal: AbortSignal,
): Promise<number | null> {
  const { repo, head } = pull;
  const { externalId, detailsUrl } = await readCheck(github, { repo, id: check }, signal);
  const fresh = await startCheck(github, { repo, headSha: head.sha, externalId, detailsUrl, output }, signal);
  return fresh?.id ?? null;
}
