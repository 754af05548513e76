import { z } from "zod";
import type { CommentGiven } from "../domain/request.ts";
import type { GitHub } from "./client.ts";
import { allPages } from "./pages.ts";
import { read } from "./pull-request.ts";
import type { CommentPlace } from "./reactions.ts";
import { ownerAndRepo } from "./repository.ts";

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
