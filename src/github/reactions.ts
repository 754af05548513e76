import type { GitHub } from "./client.ts";
import { ownerAndRepo } from "./repository.ts";

/** A sign on a comment; giving it twice changes nothing. */
export async function react(
  github: GitHub,
  repo: string,
  comment: number,
  content: "eyes" | "+1" | "-1",
  signal: AbortSignal,
): Promise<void> {
  const body = { ...ownerAndRepo(repo), comment_id: comment, content, request: { signal } };
  await github.request("POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions", body);
}

export async function reply(
  github: GitHub,
  repo: string,
  number: number,
  body: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = { ...ownerAndRepo(repo), issue_number: number, body, request: { signal } };
  await github.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", answer);
}
