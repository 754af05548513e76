import { z } from "zod";
import { nothing, once, writeOnce } from "./ambiguous.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { read } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";

interface Place {
  readonly repo: string;
  readonly number: number;
}

/**
 * Writes a comment in place where there is one, anew where there is none or somebody deleted it; its id. `find`: whether it stands there
 * after all, when GitHub's answer was lost.
 */
export async function writeComment(
  github: GitHub,
  { repo, number }: Place,
  { id, body }: { readonly id: number | null; readonly body: string },
  find: () => Promise<number | null>,
  signal: AbortSignal,
): Promise<number> {
  if (id !== null && (await updateComment(github, repo, { id, body }, signal))) return id;
  const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const post = async (): Promise<number> => {
    const content = { ...ownerAndRepo(repo), issue_number: number, body, request: once(signal) };
    return read(z.object({ id: z.number().int() }), (await github.request(route, content)).data, route).id;
  };
  return writeOnce(post, find, signal);
}

/** False: the comment does not exist any more. */
export async function updateComment(
  github: GitHub,
  repo: string,
  { id, body }: { readonly id: number; readonly body: string },
  signal: AbortSignal,
): Promise<boolean> {
  const content = { ...ownerAndRepo(repo), comment_id: id, body, request: once(signal) };
  const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
  try {
    await writeOnce(() => github.request(route, content), nothing, signal);
    return true;
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return false;
    throw error;
  }
}
