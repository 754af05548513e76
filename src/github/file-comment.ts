import type { PullRequest } from "../domain/own-posts.ts";
import { once, writeOnce } from "./ambiguous.ts";
import type { GitHub } from "./client.ts";
import { readOwnPosts } from "./own-posts.ts";
import { ownerAndRepo } from "./repository.ts";

/** A comment on a whole file of the pull request. Its first line is its marker. Throws a `GitHubError`. */
export async function postFileComment(
  github: GitHub,
  pull: PullRequest,
  { path, body }: { readonly path: string; readonly body: string },
  signal: AbortSignal,
): Promise<void> {
  const post = async () => {
    await github.request("POST /repos/{owner}/{repo}/pulls/{pull_number}/comments", {
      ...ownerAndRepo(pull.repo),
      pull_number: pull.number,
      commit_id: pull.head.sha,
      subject_type: "file",
      path,
      body,
      request: once(signal),
    });
    return true;
  };
  const look = async () => {
    const { threads } = await readOwnPosts(github, pull, signal);
    return threads.some((thread) => thread.path === path && thread.body.startsWith(firstLine(body))) ? true : null;
  };
  await writeOnce(post, look, signal);
}

/** With its line break: a marker is a whole line. */
export function firstLine(body: string): string {
  return /^[^\n]*\n?/.exec(body)?.[0] ?? "";
}
