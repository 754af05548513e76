import { z } from "zod";
import { readCommand } from "../domain/command.ts";
import { ReviewError } from "../domain/errors.ts";
import type { CommentGiven, Task } from "../domain/request.ts";

/** What an event asks for. `nothing` says why there is nothing to do. */
export type Request =
  | { readonly kind: "review"; readonly task: Task }
  | { readonly kind: "resolve"; readonly repo: string; readonly headSha: string; readonly headRepo: string }
  | { readonly kind: "command"; readonly given: CommentGiven }
  | { readonly kind: "nothing"; readonly why: string };

const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
const Repository = z.object({
  id: z.number().int().positive().nullish(),
  full_name: z.string().regex(/^(?!\.\.?\/)[\w.-]+\/(?!\.\.?$)[\w.-]+$/),
});
const PullEvent = z.object({
  action: z.string(),
  repository: Repository,
  pull_request: z.object({ number: z.number().int().positive(), head: z.object({ sha: Sha }) }),
});
const WorkflowRun = z.object({
  repository: Repository,
  workflow_run: z.object({ head_sha: Sha, head_repository: Repository.nullable() }),
});
const Comment = z.object({
  id: z.number().int(),
  body: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  in_reply_to_id: z.number().int().positive().nullish(),
  user: z.object({ login: z.string(), type: z.string() }).nullable(),
});
const CommentEvent = z.object({
  action: z.string(),
  repository: Repository,
  issue: z.object({ number: z.number().int().positive(), pull_request: z.object({}).nullish() }),
  comment: Comment,
});
const ThreadEvent = z.object({
  action: z.string(),
  repository: Repository,
  pull_request: z.object({ number: z.number().int().positive() }),
  comment: Comment,
});
const MergeGroup = z.object({
  action: z.string(),
  repository: Repository,
  merge_group: z.object({ head_sha: Sha, base_sha: Sha, head_ref: z.string() }),
});
const Dispatch = z.object({ repository: Repository, inputs: z.object({ pr: z.coerce.string() }).nullish() });

/** GitHub's id of the repository of an event; undefined where the payload has none. */
export function repositoryIdIn(payload: unknown): string | undefined {
  const id = z.object({ repository: Repository }).safeParse(payload).data?.repository.id;
  return id == null ? undefined : String(id);
}

/** One reader per event of a workflow; any other event is a mistake in the workflow, and said to be one. */
const readers: Readonly<Record<string, (payload: unknown) => Request>> = {
  pull_request: pullRequest,
  pull_request_target: pullRequest,
  workflow_run: workflowRun,
  issue_comment: comment,
  pull_request_review_comment: commentInThread,
  merge_group: mergeGroup,
  workflow_dispatch: dispatch,
};

export function readEvent(name: string, payload: unknown): Request {
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (reader === undefined)
    throw new ReviewError(
      `The event "${name}" cannot be reviewed.`,
      `Run this step on one of ${Object.keys(readers).join(", ")}; docs/action.md has recipes.`,
    );
  return reader(payload);
}

function read<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: "" };
  throw new ReviewError(
    `The event's payload is not of the documented shape (${path.join(".")}: ${message}).`,
    "Run again; if it stays, report it.",
  );
}

function pullRequest(payload: unknown): Request {
  const { action, repository, pull_request: pull } = read(PullEvent, payload);
  if (action === "closed") return { kind: "nothing", why: "the pull request was closed" };
  const { number, head } = pull;
  const task: Task = { kind: "pull-request", repo: repository.full_name, number, isExplicit: false, head: head.sha };
  return { kind: "review", task };
}

/** The second half of the fork-safe recipe: which pull request it is, GitHub says, never an artifact of the first half. */
function workflowRun(payload: unknown): Request {
  const { repository, workflow_run: run } = read(WorkflowRun, payload);
  if (run.head_repository === null) return { kind: "nothing", why: "the repository of the head was deleted" };
  return {
    kind: "resolve",
    repo: repository.full_name,
    headSha: run.head_sha,
    headRepo: run.head_repository.full_name,
  };
}

function comment(payload: unknown): Request {
  const { action, repository, issue, comment: given } = read(CommentEvent, payload);
  const place = { repo: repository.full_name, number: issue.number, isInThread: false };
  return commandIn(given, { action, ...place, isOnIssue: !issue.pull_request });
}

function commentInThread(payload: unknown): Request {
  const { action, repository, pull_request: pull, comment: given } = read(ThreadEvent, payload);
  return commandIn(given, {
    action,
    repo: repository.full_name,
    number: pull.number,
    isInThread: true,
    isOnIssue: false,
  });
}

function commandIn(
  { id, body, created_at: createdAt, updated_at: updatedAt, user, in_reply_to_id: inReplyTo }: z.infer<typeof Comment>,
  {
    action,
    ...place
  }: Pick<CommentGiven, "repo" | "number" | "isInThread" | "isOnIssue"> & { readonly action: string },
): Request {
  if (action !== "created" || createdAt !== updatedAt)
    return { kind: "nothing", why: "only new comments are read, edited ones are not" };
  if (user?.type !== "User") return { kind: "nothing", why: "only people are answered" };
  if (readCommand(body ?? "") === null && !inReplyTo)
    return { kind: "nothing", why: "the comment is no command and no reply in a thread" };
  const words = { body: body ?? "", ...(inReplyTo ? { inReplyTo } : {}) };
  return { kind: "command", given: { ...place, comment: id, login: user.login, writtenAt: createdAt, ...words } };
}

function mergeGroup(payload: unknown): Request {
  const { action, repository, merge_group: group } = read(MergeGroup, payload);
  if (action !== "checks_requested") return { kind: "nothing", why: `a merge group was ${action}` };
  const { head_sha: head, base_sha: base, head_ref: ref } = group;
  return { kind: "review", task: { kind: "merge-group", repo: repository.full_name, head, base, ref } };
}

function dispatch(payload: unknown): Request {
  const { repository, inputs } = read(Dispatch, payload);
  const number = inputs?.pr.trim() ?? "";
  if (!/^[1-9]\d{0,8}$/.test(number))
    throw new ReviewError(`The workflow's input pr is "${number}".`, "Give the number of a pull request.");
  const task: Task = { kind: "pull-request", repo: repository.full_name, number: Number(number), isExplicit: true };
  return { kind: "review", task };
}
