import { nothing, once, writeOnce } from "./ambiguous.ts";
import type { GitHub } from "./client.ts";
import { ownerAndRepo } from "./repository.ts";

/** A comment in the conversation of a pull request, or in a thread of a review: their ids are counted apart. */
export interface CommentPlace {
  readonly repo: string;
  readonly number: number;
  readonly comment: number;
  readonly isInThread: boolean;
}

const routes = {
  conversation: "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
  thread: "POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions",
} as const;

/** `isCourtesy`: left out rather than waited for where writes have to wait; false where other runs go by it. */
export interface Sign {
  readonly content: "eyes" | "-1" | "+1";
  readonly isCourtesy: boolean;
}

/** A sign on a comment; GitHub keeps one of each kind, so after an unclear answer it is given again. */
export async function react(
  github: GitHub,
  { repo, comment, isInThread }: CommentPlace,
  { content, isCourtesy }: Sign,
  signal: AbortSignal,
): Promise<void> {
  const sign = { ...ownerAndRepo(repo), comment_id: comment, content, request: { ...once(signal), isCourtesy } };
  await writeOnce(() => github.request(routes[isInThread ? "thread" : "conversation"], sign), nothing, signal);
}

/** A comment on a pull request. It is never sent again after an unclear answer: better none than two. */
export async function reply(
  github: GitHub,
  { repo, number }: Pick<CommentPlace, "repo" | "number">,
  body: string,
  signal: AbortSignal,
): Promise<void> {
  const content = { ...ownerAndRepo(repo), issue_number: number, body };
  await github.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
    ...content,
    request: once(signal),
  });
}
