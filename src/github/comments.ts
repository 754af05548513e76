import { z } from "zod";
import type { PullRequest } from "../domain/own-posts.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { readOwnPosts } from "./own-posts.ts";
import { nothing, once, ownerAndRepo, read, writeOnce } from "./requests.ts";

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
