import { z } from "zod";
import type { InlineComment, Operation } from "../../domain/github/operation.ts";
import type { PullRequest } from "../../domain/github/own-posts.ts";
import { plain } from "../../text/text.ts";
import type { GitHub } from "./client.ts";
import { postFileComment } from "./comments.ts";
import { GitHubError } from "./errors.ts";
import { afterStep, giveUp, type LadderStep, nextStep, startLadder } from "./ladder.ts";
import { readOwnPosts } from "./own-posts.ts";
import { ask, ownerAndRepo, writeOnce } from "./requests.ts";

type PostReview = Extract<Operation, { kind: "post-review" }>;

/** `reviewId` is null when GitHub accepts no comment on its line. `fellBack` has one sentence for each refused comment. */
export interface ReviewPost {
  readonly reviewId: number | null;
  readonly fellBack: readonly string[];
}

/**
 * One review with every comment whose line GitHub accepts. The others become comments on their files, and if GitHub refuses those too they
 * stay in the summary. Throws a `GitHubError` when GitHub fails in another way.
 */
export async function postReview(
  github: GitHub,
  { pull, onNote }: { readonly pull: PullRequest; readonly onNote: (text: string) => void },
  operation: PostReview,
  signal: AbortSignal,
): Promise<ReviewPost> {
  let ladder = startLadder(operation.comments);
  let reviewId: number | null = null;
  let isExamined = false;
  for (let step = nextStep(ladder); step !== null && reviewId === null; step = nextStep(ladder)) {
    const id: number | null = await take(github, pull, operation, step, signal);
    if (step.kind === "post") reviewId = id;
    const obstacle = id === null && !isExamined ? await obstacleTo(github, pull, operation, signal) : "line";
    isExamined ||= id === null;
    if (obstacle === "foreign") ladder = giveUp(ladder);
    // After one of ours was removed, the same step is tried again.
    else if (obstacle === "line") ladder = afterStep(ladder, step, id !== null);
  }
  // GitHub refuses every comment: the review is posted without them.
  if (reviewId === null && operation.isRecord === true)
    reviewId = await take(github, pull, operation, { kind: "post", comments: [] }, signal);
  const fellBack: string[] = [];
  for (const comment of ladder.bad) fellBack.push(await onFile(github, pull, comment, signal));
  if (fellBack.length > 0) onNote(`GitHub refused ${fellBack.length} of ${ladder.total} comments on their lines.`);
  return { reviewId, fellBack };
}

/** Deletes a review that was never submitted. It may be gone already. */
export async function deleteReview(github: GitHub, pull: PullRequest, id: number, signal: AbortSignal): Promise<void> {
  const place = { ...ownerAndRepo(pull.repo), pull_number: pull.number, review_id: id };
  const remove = () => github.rest.pulls.deletePendingReview({ ...place, request: { signal } });
  try {
    await writeOnce(remove, signal);
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 404)) throw error;
  }
}

/** The review's id, or null when GitHub refuses its content. A probe is deleted again. */
async function take(
  github: GitHub,
  pull: PullRequest,
  operation: PostReview,
  step: LadderStep,
  signal: AbortSignal,
): Promise<number | null> {
  let id: number;
  try {
    id = await send(github, pull, operation, step, signal);
  } catch (error) {
    if (error instanceof GitHubError && error.status === 422) return null;
    throw error;
  }
  if (step.kind === "probe") await deleteReview(github, pull, id, signal);
  return id;
}

const Created = z.object({ id: z.number() });

async function send(
  github: GitHub,
  pull: PullRequest,
  { marker, body }: PostReview,
  { kind, comments }: LadderStep,
  signal: AbortSignal,
): Promise<number> {
  const isPost = kind === "post";
  const review = {
    ...ownerAndRepo(pull.repo),
    pull_number: pull.number,
    commit_id: pull.head.sha,
    body,
    comments: comments.map(lineComment),
    // Without an event a review stays pending.
    ...(isPost ? { event: "COMMENT" as const } : {}),
  };
  const post = async () => (await ask(github.rest.pulls.createReview, review, Created, signal)).id;
  const look = async () => {
    const { reviews: own } = await readOwnPosts(github, pull, signal);
    return own.find((review) => review.isPending !== isPost && isMarked(review, marker))?.id ?? null;
  };
  return writeOnce(post, signal, look);
}

/**
 * Why GitHub refused. It allows one pending review per author and pull request. Ours is deleted; another program's review under the same
 * name is left alone. Without a pending review a line is the reason.
 */
async function obstacleTo(
  github: GitHub,
  pull: PullRequest,
  { marker }: PostReview,
  signal: AbortSignal,
): Promise<"line" | "own" | "foreign"> {
  const pending = (await readOwnPosts(github, pull, signal)).reviews.find(({ isPending }) => isPending);
  if (pending === undefined) return "line";
  if (!isMarked(pending, marker)) return "foreign";
  await deleteReview(github, pull, pending.id, signal);
  return "own";
}

function isMarked({ body }: { readonly body: string }, marker: string): boolean {
  return body.startsWith(marker);
}

function lineComment({ path, body, line, side, startLine }: InlineComment) {
  return { path, body, line, side, ...(startLine === null ? {} : { start_line: startLine, start_side: side }) };
}

async function onFile(github: GitHub, pull: PullRequest, comment: InlineComment, signal: AbortSignal): Promise<string> {
  const { path, line, fileBody: body } = comment;
  const refused = `GitHub refused a comment on ${plain(path)}:${line}`;
  try {
    await postFileComment(github, pull, { path, body }, signal);
    return `${refused}, so the comment is on the file.`;
  } catch (error) {
    if (signal.aborted || !(error instanceof GitHubError)) throw error;
    return `${refused} and on the file, so it is only in the summary: ${error.message}`;
  }
}
