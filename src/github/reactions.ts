import { once } from "./ambiguous.ts";
import type { GitHub } from "./client.ts";
import { ownerAndRepo } from "./repository.ts";

/** A sign on a comment; GitHub keeps one of each kind, so it may be given twice. */
export async function react(
  github: GitHub,
  repo: string,
  commentId: number,
  content: "eyes" | "-1" | "+1",
  signal: AbortSignal,
): Promise<void> {
  await github.request("POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions", {
    ...ownerAndRepo(repo),
    comment_id: commentId,
    content,
    request: once(signal),
  });
}

/** A comment on a pull request. It bears no marker, so it is never sent again: better none than two. */
export async function reply(
  github: GitHub,
  repo: string,
  number: number,
  body: string,
  signal: AbortSignal,
): Promise<void> {
  const content = { ...ownerAndRepo(repo), issue_number: number, body };
  await github.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
    ...content,
    request: once(signal),
  });
}
