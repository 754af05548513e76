import type { PullRequest } from "../domain/own-posts.ts";
import { once, writeOnce } from "./ambiguous.ts";
import type { GitHub } from "./client.ts";
import { updateComment } from "./comment.ts";
import { firstLine } from "./file-comment.ts";
import { readOwnPosts } from "./own-posts.ts";
import { ownerAndRepo } from "./repository.ts";

/** Writes the one summary comment: in place where there is one, anew where there is none or somebody deleted it. */
export async function writeSummary(
  github: GitHub,
  pull: PullRequest,
  { id, body }: { readonly id: number | null; readonly body: string },
  signal: AbortSignal,
): Promise<void> {
  if (id !== null && (await updateComment(github, pull.repo, { id, body }, signal))) return;
  const post = async () => {
    await github.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
      ...ownerAndRepo(pull.repo),
      issue_number: pull.number,
      body,
      request: once(signal),
    });
    return true;
  };
  const look = async () => {
    const { comments } = await readOwnPosts(github, pull, signal);
    return comments.some((comment) => comment.body.startsWith(firstLine(body))) ? true : null;
  };
  await writeOnce(post, look, signal);
}
