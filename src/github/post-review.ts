import { z } from "zod";
import type { InlineComment, Operation, PullRequest } from "../domain/publication.ts";
import { plain } from "../text.ts";
import { nothing, writeOnce } from "./ambiguous.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { postFileComment } from "./file-comment.ts";
import { afterStep, giveUp, nextStep, type Step, startLadder } from "./ladder.ts";
import { readOwnPosts } from "./own-posts.ts";
import { read } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";

type PostReview = Extract<Operation, { kind: "post-review" }>;

/** `reviewId` is null when no comment could stand on its line. `fellBack` tells what became of each that could not. */
export interface PostedReview {
  readonly reviewId: number | null;
  readonly fellBack: readonly string[];
}

/**
 * One review with every comment whose line GitHub accepts. The others become comments on their files; what is refused there too stays in
 * the summary. Throws a `GitHubError` when GitHub fails in another way.
 */
export async function postReview(
  github: GitHub,
  { pull, onNote }: { readonly pull: PullRequest; readonly onNote: (text: string) => void },
  operation: PostReview,
  signal: AbortSignal,
): Promise<PostedReview> {
  let ladder = startLadder(operation.comments);
  let reviewId: number | null = null;
  let isExamined = false;
  for (let step = nextStep(ladder); step !== null && reviewId === null; step = nextStep(ladder)) {
    const id = await unlessRefused(send(github, pull, operation, step, signal));
    if (step.kind === "post") reviewId = id;
    else if (id !== null) await deleteReview(github, pull, id, signal);
    const obstacle = id === null && !isExamined ? await pendingReview(github, pull, operation, signal) : "none";
    isExamined ||= id === null;
    if (id === null && obstacle === "none")
      onNote("GitHub refuses a line of the review; the one at fault is looked for.");
    // A review of ours that was in the way is gone now: nothing is known yet, and the same step is taken again.
    if (obstacle === "foreign") ladder = giveUp(ladder);
    else if (obstacle === "none") ladder = afterStep(ladder, step, id !== null);
  }
  const fellBack: string[] = [];
  for (const comment of ladder.bad) fellBack.push(await onFile(github, pull, comment, signal));
  return { reviewId, fellBack };
}

const reviews = "/repos/{owner}/{repo}/pulls/{pull_number}/reviews" as const;

/** Deletes a review that was never submitted; one that is gone already is fine. */
export async function deleteReview(github: GitHub, pull: PullRequest, id: number, signal: AbortSignal): Promise<void> {
  const place = { ...ownerAndRepo(pull.repo), pull_number: pull.number, review_id: id };
  const remove = () => github.request(`DELETE ${reviews}/{review_id}`, { ...place, request: { signal } });
  try {
    await writeOnce(remove, nothing, signal);
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 404)) throw error;
  }
}

async function send(
  github: GitHub,
  pull: PullRequest,
  { marker, body }: PostReview,
  { kind, comments }: Step,
  signal: AbortSignal,
): Promise<number> {
  const isPost = kind === "post";
  const content = { commit_id: pull.head.sha, body, comments: comments.map(lineComment) };
  const post = async () => {
    const answer = await github.request(`POST ${reviews}`, {
      ...ownerAndRepo(pull.repo),
      pull_number: pull.number,
      ...content,
      // Without an event a review stays pending.
      ...(isPost ? { event: "COMMENT" as const } : {}),
      request: { signal },
    });
    return read(z.object({ id: z.number() }), answer.data, `POST ${reviews}`).id;
  };
  const look = async () => {
    const { reviews: own } = await readOwnPosts(github, pull, signal);
    return own.find((review) => review.isPending !== isPost && isMarked(review, marker))?.id ?? null;
  };
  return writeOnce(post, look, signal);
}

async function unlessRefused(sent: Promise<number>): Promise<number | null> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof GitHubError && error.status === 422) return null;
    throw error;
  }
}

/** GitHub allows one pending review per author and pull request. One of ours is removed; what somebody else's run left is not ours to touch. */
async function pendingReview(
  github: GitHub,
  pull: PullRequest,
  { marker }: PostReview,
  signal: AbortSignal,
): Promise<"none" | "own" | "foreign"> {
  const pending = (await readOwnPosts(github, pull, signal)).reviews.find(({ isPending }) => isPending);
  if (pending === undefined) return "none";
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
    return `${refused}, so it stands on the file.`;
  } catch (error) {
    if (signal.aborted || !(error instanceof GitHubError)) throw error;
    return `${refused} and on the file, so it stands only in the summary: ${error.message}`;
  }
}
