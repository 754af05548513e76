import { z } from "zod";
import type { InlineComment, Operation } from "../domain/operation.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import { plain } from "../text/text.ts";
import type { GitHub } from "./client.ts";
import { postFileComment } from "./comments.ts";
import { GitHubError } from "./errors.ts";
import { afterStep, giveUp, nextStep, type Step, startLadder } from "./ladder.ts";
import { readOwnPosts } from "./own-posts.ts";
import { nothing, once, ownerAndRepo, read, writeOnce } from "./requests.ts";

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
    const id: number | null = await take(github, pull, operation, step, signal);
    if (step.kind === "post") reviewId = id;
    const obstacle = id === null && !isExamined ? await obstacleTo(github, pull, operation, signal) : "line";
    isExamined ||= id === null;
    if (obstacle === "foreign") ladder = giveUp(ladder);
    // With one of ours removed nothing is known yet: the same step is taken again.
    else if (obstacle === "line") ladder = afterStep(ladder, step, id !== null);
  }
  // No comment can stand in it: the review itself still does.
  if (reviewId === null && operation.isRecord === true)
    reviewId = await take(github, pull, operation, { kind: "post", comments: [] }, signal);
  const fellBack: string[] = [];
  for (const comment of ladder.bad) fellBack.push(await onFile(github, pull, comment, signal));
  if (fellBack.length > 0) onNote(`GitHub refused ${fellBack.length} of ${ladder.total} comments on their lines.`);
  return { reviewId, fellBack };
}

const reviews = "/repos/{owner}/{repo}/pulls/{pull_number}/reviews" as const;

/** Deletes a review that was never submitted; one that is gone already is fine. */
export async function deleteReview(github: GitHub, pull: PullRequest, id: number, signal: AbortSignal): Promise<void> {
  const place = { ...ownerAndRepo(pull.repo), pull_number: pull.number, review_id: id };
  const remove = () => github.request(`DELETE ${reviews}/{review_id}`, { ...place, request: once(signal) });
  try {
    await writeOnce(remove, nothing, signal);
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 404)) throw error;
  }
}

/** The review's id, or null when GitHub refuses its content. A probe is gone again. */
async function take(
  github: GitHub,
  pull: PullRequest,
  operation: PostReview,
  step: Step,
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
      request: once(signal),
    });
    return read(z.object({ id: z.number() }), answer.data, `POST ${reviews}`).id;
  };
  const look = async () => {
    const { reviews: own } = await readOwnPosts(github, pull, signal);
    return own.find((review) => review.isPending !== isPost && isMarked(review, marker))?.id ?? null;
  };
  return writeOnce(post, look, signal);
}

/**
 * Why GitHub refused. It allows one pending review per author and pull request: one of ours is removed, one that another program left under
 * the same name is not ours to touch. Without one it is a line.
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
    return `${refused}, so it stands on the file.`;
  } catch (error) {
    if (signal.aborted || !(error instanceof GitHubError)) throw error;
    return `${refused} and on the file, so it stands only in the summary: ${error.message}`;
  }
}
