import type { CheckOperation, Operation, PostOperation } from "../../domain/github/operation.ts";
import type { PullRequest } from "../../domain/github/own-posts.ts";
import { plain } from "../../text/text.ts";
import type { GitHub } from "./client.ts";
import { postFileComment, writeSummary } from "./comments.ts";
import { GitHubError } from "./errors.ts";
import { deleteReview, postReview } from "./post-review.ts";
import { resolveThreads } from "./resolve-threads.ts";
import { type CheckCommit, writeCheck } from "./write-check.ts";

export interface PublishContext {
  readonly github: GitHub;
  readonly pull: PullRequest;
  readonly onNote: (text: string) => void;
}

/**
 * `failed` has at most one entry per operation. `fellBack`: one sentence for each write that went to a different place
 * than planned.
 */
export interface Published {
  readonly failed: readonly { readonly operation: string; readonly reason: string }[];
  readonly fellBack: readonly string[];
}

interface Outcome {
  readonly reviewId?: number | null;
  readonly failure?: string | null;
  readonly fellBack?: readonly string[];
}

/** Writes to a pull request, each operation once and in order. One that fails does not stop the next; an abort throws at once. */
export async function publish(
  operations: readonly PostOperation[],
  context: PublishContext,
  signal: AbortSignal,
): Promise<Published & { readonly reviewId: number | null }> {
  let reviewId: number | null = null;
  const apply = async (operation: PostOperation): Promise<Outcome> => {
    const outcome = await post(operation, context, signal);
    reviewId = outcome.reviewId ?? reviewId;
    return outcome;
  };
  return { ...(await inOrder(operations, apply, signal)), reviewId };
}

/**
 * Writes to the check of a commit in the same way, so that a verdict is always concluded. A conclusion that cannot be written throws its
 * `GitHubError`. `check` in the result is the one written last.
 */
export async function publishCheck(
  operations: readonly CheckOperation[],
  { github, commit, check: given }: { readonly github: GitHub; readonly commit: CheckCommit; readonly check: number },
  signal: AbortSignal,
): Promise<Published & { readonly check: number }> {
  let check = given;
  const apply = async (operation: CheckOperation): Promise<Outcome> => {
    const before = check;
    check = await writeCheck(github, { commit, check }, operation, signal);
    if (check === before) return {};
    return { fellBack: [`The check ${before} belongs to another app, so the check ${check} replaces it.`] };
  };
  return { ...(await inOrder(operations, apply, signal)), check };
}

async function inOrder<Kind extends Operation>(
  operations: readonly Kind[],
  apply: (operation: Kind) => Promise<Outcome>,
  signal: AbortSignal,
): Promise<Published> {
  const failed: { operation: string; reason: string }[] = [];
  const fellBack: string[] = [];
  for (const operation of operations) {
    signal.throwIfAborted();
    const outcome = await attempt(operation, () => apply(operation));
    fellBack.push(...(outcome.fellBack ?? []));
    if (outcome.failure) failed.push({ operation: nameOf(operation), reason: outcome.failure });
  }
  return { failed, fellBack };
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

async function post(operation: PostOperation, context: PublishContext, signal: AbortSignal): Promise<Outcome> {
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
  }
}

function nameOf(operation: Operation): string {
  return operation.kind === "post-file-comment" ? `${operation.kind} ${plain(operation.path)}` : operation.kind;
}
