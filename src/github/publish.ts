import type { Operation } from "../domain/operation.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import { plain } from "../text/text.ts";
import type { GitHub } from "./client.ts";
import { postFileComment, writeSummary } from "./comments.ts";
import { GitHubError } from "./errors.ts";
import { deleteReview, postReview } from "./post-review.ts";
import { resolveThreads } from "./resolve-threads.ts";
import { type CheckCommit, type CheckOperation, writeCheck } from "./write-check.ts";

/** `check` is null when the token may not write checks. */
export interface PublishContext {
  readonly github: GitHub;
  readonly pull: PullRequest;
  readonly check: number | null;
  readonly attempt: number;
  readonly onNote: (text: string) => void;
}

/** `failed` has at most one entry per operation. `fellBack`: one sentence for each post in another place than planned. `check`: the last one written. */
export interface Published {
  readonly reviewId: number | null;
  readonly check: number | null;
  readonly failed: readonly { readonly operation: string; readonly reason: string }[];
  readonly fellBack: readonly string[];
}

interface Outcome {
  readonly reviewId?: number | null;
  readonly check?: number;
  readonly failure?: string | null;
  readonly fellBack?: readonly string[];
}

/**
 * Applies operations in their order, each once. One that fails does not stop the next, so that a verdict is always concluded; a conclusion
 * that cannot be written throws its `GitHubError`, an abort throws at once.
 */
export async function publish(
  operations: readonly Operation[],
  context: PublishContext,
  signal: AbortSignal,
): Promise<Published> {
  const failed: { operation: string; reason: string }[] = [];
  const fellBack: string[] = [];
  let check = context.check;
  let reviewId: number | null = null;
  for (const operation of operations) {
    signal.throwIfAborted();
    const outcome = await attempt(operation, () => apply(operation, { ...context, check }, signal));
    check = outcome.check ?? check;
    reviewId = outcome.reviewId ?? reviewId;
    fellBack.push(...(outcome.fellBack ?? []));
    if (outcome.failure) failed.push({ operation: nameOf(operation), reason: outcome.failure });
  }
  return { reviewId, check, failed, fellBack };
}

async function attempt(operation: Operation, write: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await write();
  } catch (error) {
    const isTolerable = error instanceof GitHubError && operation.kind !== "conclude-check";
    if (!isTolerable) throw error;
    return { failure: error.message };
  }
}

async function apply(operation: Operation, context: PublishContext, signal: AbortSignal): Promise<Outcome> {
  const { github, pull } = context;
  switch (operation.kind) {
    case "delete-pending-review":
      await deleteReview(github, pull, operation.review, signal);
      return {};
    case "post-review":
      return postReview(github, context, operation, signal);
    case "post-file-comment":
      await postFileComment(github, pull, operation, signal);
      return {};
    case "resolve-threads":
      return { failure: await resolveThreads(github, pull, operation.threads, signal) };
    case "write-summary":
      await writeSummary(github, pull, operation, signal);
      return {};
    case "annotate-check":
    case "conclude-check":
      return applyToCheck(operation, { github, commit: pull, check: context.check }, signal);
  }
}

async function applyToCheck(
  operation: CheckOperation,
  { github, commit, check }: { readonly github: GitHub; readonly commit: CheckCommit; readonly check: number | null },
  signal: AbortSignal,
): Promise<Outcome> {
  if (check === null) return { failure: "read-only token" };
  const written = await writeCheck(github, { commit, check }, operation, signal);
  if (written === check) return {};
  return { check: written, fellBack: [`The check ${check} belongs to another app, so ${written} took its place.`] };
}

function nameOf(operation: Operation): string {
  return operation.kind === "post-file-comment" ? `${operation.kind} ${plain(operation.path)}` : operation.kind;
}
