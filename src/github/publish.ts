import { messageOf } from "../domain/errors.ts";
import type { Operation, PullRequest } from "../domain/publication.ts";
import { createOnce } from "./ambiguous.ts";
import { checkActions, countAnnotations } from "./check-run.ts";
import type { GitHub } from "./client.ts";
import { resolveDocument } from "./documents.ts";
import { GitHubError } from "./errors.ts";
import { commentOnFile, writeSummary } from "./post-comments.ts";
import { deletePending, postReview } from "./post-review.ts";
import { ownerAndRepo } from "./repository.ts";

export interface PublishContext {
  readonly github: GitHub;
  readonly pull: PullRequest;
  /** Null: the token may write no checks. */
  readonly check: number | null;
  /** How many annotations the check has already. */
  readonly annotated: number;
}

/** What could not be written at all, and what went to a lower step of the ladder. */
export interface Published {
  readonly reviewId: number | null;
  readonly failed: readonly { readonly operation: string; readonly reason: string }[];
  readonly fellBack: readonly string[];
}

/**
 * Writes in order. A comment that fails stops nothing that comes after it; a conclusion that cannot be written is an error, for then
 * nobody would learn of it.
 */
export async function publish(
  operations: readonly Operation[],
  context: PublishContext,
  signal: AbortSignal,
): Promise<Published> {
  let reviewId: number | null = null;
  const failed: { operation: string; reason: string }[] = [];
  const fellBack: string[] = [];
  let { annotated } = context;
  for (const operation of operations) {
    signal.throwIfAborted();
    try {
      const done = await apply(operation, { ...context, annotated }, signal);
      annotated += "annotations" in operation ? operation.annotations.length : 0;
      reviewId = done.reviewId ?? reviewId;
      fellBack.push(...(done.fellBack ?? []));
    } catch (error) {
      if (signal.aborted || operation.kind === "conclude-check") throw error;
      failed.push({ operation: operation.kind, reason: messageOf(error) });
    }
  }
  return { reviewId, failed, fellBack };
}

interface Done {
  readonly reviewId?: number | null;
  readonly fellBack?: readonly string[];
}

async function apply(operation: Operation, context: PublishContext, signal: AbortSignal): Promise<Done> {
  switch (operation.kind) {
    case "delete-pending-review":
      await deletePending(context, operation.review, signal);
      return {};
    case "post-review":
      return reviewAndFiles(operation, context, signal);
    case "post-file-comment":
      await commentOnFile(operation, context, signal);
      return {};
    case "resolve-threads":
      await resolveThreads(operation, context, signal);
      return {};
    case "write-summary":
      await writeSummary(operation, context, signal);
      return {};
    case "annotate-check":
    case "conclude-check":
      await updateCheck(operation, context, signal);
      return {};
  }
}

async function reviewAndFiles(
  operation: Extract<Operation, { kind: "post-review" }>,
  context: PublishContext,
  signal: AbortSignal,
): Promise<Done> {
  const { id, refused } = await postReview(operation, context, signal);
  const fellBack: string[] = [];
  for (const { finding, path, line, fileBody } of refused) {
    const where = `GitHub took no comment on line ${line} of ${path}`;
    try {
      await commentOnFile({ finding, path, body: fileBody }, context, signal);
      fellBack.push(`${where}: ${finding} stands on the file.`);
    } catch (error) {
      if (!(error instanceof GitHubError) || signal.aborted) throw error;
      fellBack.push(`${where} nor on the file: ${finding} stands in the summary.`);
    }
  }
  return { reviewId: id, fellBack };
}

const threadsPerRequest = 20;

async function resolveThreads(
  { threads }: Extract<Operation, { kind: "resolve-threads" }>,
  { github }: PublishContext,
  signal: AbortSignal,
): Promise<void> {
  for (let start = 0; start < threads.length; start += threadsPerRequest) {
    const part = threads.slice(start, start + threadsPerRequest);
    const variables = part.flatMap(({ thread, reply }, index) => [
      [`t${index}`, thread],
      ...(reply === null ? [] : [[`b${index}`, reply]]),
    ]);
    const document = resolveDocument(part.map(({ reply }) => reply !== null));
    await github.graphql(document, Object.fromEntries(variables), signal);
  }
}

/** Annotations append: after a lost answer the check is asked how many it has before they are sent again. */
async function updateCheck(
  operation: Extract<Operation, { kind: "annotate-check" | "conclude-check" }>,
  { github, pull, check, annotated }: PublishContext,
  signal: AbortSignal,
): Promise<void> {
  if (check === null) throw new Error("the token may not write checks");
  const { output, annotations } = operation;
  const route = "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}";
  const where = { ...ownerAndRepo(pull.repo), check_run_id: check, request: { signal } };
  const conclusion =
    operation.kind === "conclude-check"
      ? ({ status: "completed", conclusion: operation.conclusion, actions: checkActions } as const)
      : {};
  const write = async (rest: typeof annotations): Promise<true> => {
    await github.request(route, { ...where, ...conclusion, output: { ...output, annotations: [...rest] } });
    return true;
  };
  let left = annotations;
  const find = async (): Promise<null> => {
    if (annotations.length > 0)
      left = annotations.slice((await countAnnotations(github, pull.repo, check, signal)) - annotated);
    return null;
  };
  await createOnce<true | null>(() => write(left), find, signal);
}
