import { z } from "zod";
import type { PullRequest } from "../domain/own-posts.ts";
import type { CommentGiven } from "../domain/request.ts";
import type { GitHub } from "./client.ts";
import type { CommentPlace } from "./comments.ts";
import { allPages, ownerAndRepo, read } from "./requests.ts";

const roles = ["admin", "maintain", "write", "triage", "read", "none"] as const;
export type Role = (typeof roles)[number];
const Permission = z.object({ permission: z.string(), role_name: z.string().nullish() });

/** A person's role now. A custom role counts as the permission it is built on; anything unknown is none. Callers deny on an error. */
export async function readPermission(github: GitHub, repo: string, login: string, signal: AbortSignal): Promise<Role> {
  const route = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
  const answer = await github.request(route, { ...ownerAndRepo(repo), username: login, request: { signal } });
  const { permission, role_name: name } = read(Permission, answer.data, route);
  return roles.find((role) => role === name) ?? roles.find((role) => role === permission) ?? "none";
}

const Comment = z.object({
  id: z.number().int(),
  body: z.string().nullish(),
  created_at: z.string(),
  user: z.object({ login: z.string() }).nullish(),
  in_reply_to_id: z.number().int().nullish(),
});

/** `inReplyTo`: the first comment of the thread that it answers in; null where it stands in the conversation or begins a thread. */
interface Written {
  readonly body: string;
  readonly inReplyTo: number | null;
}

const routes = {
  conversation: "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
  threads: "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
} as const;
const mostPages = 3;

/** What one person wrote on a pull request since then and before this comment: in the conversation and in threads. */
export async function recentComments(
  github: GitHub,
  {
    repo,
    number,
    comment,
    isInThread,
    isOnIssue,
    writtenAt,
  }: CommentPlace & Pick<CommentGiven, "isOnIssue" | "writtenAt">,
  { login, since }: { readonly login: string; readonly since: Date },
  signal: AbortSignal,
): Promise<Written[]> {
  const asked = { ...ownerAndRepo(repo), since: since.toISOString(), per_page: 100, request: { signal } };
  const [conversation, threads] = await Promise.all([
    allPages((page) => github.request(routes.conversation, { ...asked, issue_number: number, page }), mostPages),
    // An issue has no threads.
    isOnIssue === true
      ? { items: [] }
      : allPages((page) => github.request(routes.threads, { ...asked, pull_number: number, page }), mostPages),
  ]);
  const written = [
    ...conversation.items.map((item) => ({ ...read(Comment, item, routes.conversation), isInside: false })),
    ...threads.items.map((item) => ({ ...read(Comment, item, routes.threads), isInside: true })),
  ];
  return written
    .filter(({ id, isInside }) => id !== comment || isInside !== isInThread)
    .filter(({ user, created_at: at }) => user?.login === login && new Date(at) >= since)
    .filter(({ created_at: at, id }) => writtenAt === undefined || isBefore({ at, id }, { at: writtenAt, id: comment }))
    .map(({ body, in_reply_to_id: inReplyTo }) => ({ body: body ?? "", inReplyTo: inReplyTo ?? null }));
}

interface Moment {
  readonly at: string;
  readonly id: number;
}

/** Of those in the same second the one with the lower id: each counts only what came before, so that of many at once the first ones pass. */
function isBefore(one: Moment, other: Moment): boolean {
  const between = Date.parse(one.at) - Date.parse(other.at);
  return between < 0 || (between === 0 && one.id < other.id);
}

const Person = z.object({ login: z.string().optional() }).nullish();
const Commits = z.object({
  commits: z
    .array(z.object({ author: Person, committer: Person, commit: z.object({ message: z.string() }) }))
    .default([]),
});

const mostPages = 10;

/**
 * Who wrote, committed or co-wrote the commits of a pull request, as far as GitHub knows them: git itself believes any name. Null: there are
 * too many commits to tell.
 */
export async function readCommitAuthors(
  github: GitHub,
  { repo, base, head }: Pick<PullRequest, "repo" | "base" | "head">,
  signal: AbortSignal,
): Promise<string[] | null> {
  const route = "GET /repos/{owner}/{repo}/compare/{basehead}";
  const place = { ...ownerAndRepo(repo), basehead: `${base.sha}...${head.sha}`, per_page: 100 };
  const page = async (number: number) => {
    const { data, headers } = await github.request(route, { ...place, page: number, request: { signal } });
    return { data: read(Commits, data, route).commits, headers };
  };
  const { items, isCut } = await allPages(page, mostPages);
  if (isCut) return null;
  const logins = items.flatMap(({ author, committer, commit }) => [
    author?.login ?? "",
    committer?.login ?? "",
    ...coAuthorsIn(commit.message),
  ]);
  return [...new Set(logins.filter((login) => login !== ""))];
}

/** By the address that GitHub gives everybody. */
function coAuthorsIn(message: string): string[] {
  const trailers = message.matchAll(
    /^co-authored-by:[^<\n]*<(?:\d+\+)?(?<login>[\w-]+)@users\.noreply\.github\.com>/gim,
  );
  return [...trailers].flatMap(({ groups }) => groups?.["login"] ?? []);
}
