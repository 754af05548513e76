import { z } from "zod";
import type { InlineComment, Operation } from "../domain/publication.ts";
import { createOnce } from "./ambiguous.ts";
import { GitHubError } from "./errors.ts";
import { findBad } from "./ladder.ts";
import { allPages } from "./pages.ts";
import type { PublishContext } from "./publish.ts";
import { read } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";

type PostReview = Extract<Operation, { kind: "post-review" }>;

const Posted = z.object({ id: z.number(), body: z.string().nullish() });
const route = "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews";

/**
 * One review with all comments that GitHub takes. `refused` are those it does not: they go to a comment on their file. Where finding them
 * is not possible (someone else's pending review of the same bot stands in the way), all of them go there.
 */
export async function postReview(
  { marker, body, comments }: PostReview,
  context: PublishContext,
  signal: AbortSignal,
): Promise<{ readonly id: number | null; readonly refused: readonly InlineComment[] }> {
  const post = async (accepted: readonly InlineComment[]): Promise<number> => {
    const create = async () => submit(context, body, accepted, signal);
    return createOnce(create, () => findReview(context, marker, signal), signal);
  };
  try {
    return { id: await post(comments), refused: [] };
  } catch (error) {
    if (!isUnprocessable(error)) throw error;
  }
  const bad = await findBad(comments, (part) => wouldTake(context, body, part, signal), comments.length * 2);
  const accepted = comments.filter(({ finding }) => !bad.has(finding));
  const refused = comments.filter(({ finding }) => bad.has(finding));
  return { id: accepted.length === 0 ? null : await post(accepted), refused };
}

async function submit(
  { github, pull }: PublishContext,
  body: string,
  comments: readonly InlineComment[],
  signal: AbortSignal,
): Promise<number> {
  const review = { commit_id: pull.head.sha, body, event: "COMMENT", comments: comments.map(asGitHub) } as const;
  const where = { ...ownerAndRepo(pull.repo), pull_number: pull.number, request: { signal } };
  return read(Posted, (await github.request(route, { ...where, ...review })).data, route).id;
}

/** A pending review is seen by nobody and can be deleted: the one way to ask. */
async function wouldTake(
  { github, pull }: PublishContext,
  body: string,
  comments: readonly InlineComment[],
  signal: AbortSignal,
): Promise<boolean> {
  const where = { ...ownerAndRepo(pull.repo), pull_number: pull.number, request: { signal } };
  try {
    const review = { commit_id: pull.head.sha, body, comments: comments.map(asGitHub) };
    const { id } = read(Posted, (await github.request(route, { ...where, ...review })).data, route);
    await deletePending({ github, pull }, id, signal);
    return true;
  } catch (error) {
    if (isUnprocessable(error)) return false;
    throw error;
  }
}

export async function deletePending(
  { github, pull }: Pick<PublishContext, "github" | "pull">,
  review: number,
  signal: AbortSignal,
): Promise<void> {
  const where = { ...ownerAndRepo(pull.repo), pull_number: pull.number, review_id: review, request: { signal } };
  try {
    await github.request("DELETE /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}", where);
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
  }
}

async function findReview(
  { github, pull }: PublishContext,
  marker: string,
  signal: AbortSignal,
): Promise<number | null> {
  const list = { ...ownerAndRepo(pull.repo), pull_number: pull.number, per_page: 100, request: { signal } };
  const { items } = await allPages(
    (page) => github.request("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", { ...list, page }),
    30,
  );
  const found = items
    .map((item) => read(Posted, item, "GET reviews"))
    .find(({ body }) => body?.split("\n", 1)[0] === marker);
  return found?.id ?? null;
}

function asGitHub({ path, side, startLine, line, body }: InlineComment) {
  return { path, side, line, body, ...(startLine === null ? {} : { start_line: startLine, start_side: side }) };
}

function isUnprocessable(error: unknown): boolean {
  return error instanceof GitHubError && error.status === 422;
}
