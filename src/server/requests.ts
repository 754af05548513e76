import { z } from "zod";
import type { CommentGiven } from "../domain/request.ts";
import { cutAtBlank, storable } from "../text/text.ts";

/** The repository of an event. `key` stays when it is renamed; `repo` is OWNER/NAME now. */
export interface Repository {
  readonly installation: string;
  readonly key: string;
  readonly repo: string;
}

/** Something that may have to be reviewed: a pull request, or a merge group on its own commit. */
export type Subject =
  | (Repository & { readonly kind: "pull-request"; readonly number: number })
  | (Repository & { readonly kind: "merge-group"; readonly head: string; readonly base: string; readonly ref: string });

/** What needs a look at GitHub or at the store before it can be done. */
export type EventJob =
  | (Repository & CommentGiven & { readonly kind: "command" })
  /** `login`: whose permission must be looked up; null where GitHub itself asks for write access. */
  | (Repository & {
      readonly kind: "rerun";
      readonly head: string;
      readonly externalId: string | null;
      readonly login: string | null;
    })
  | { readonly kind: "installation-gone"; readonly installation: string }
  | { readonly kind: "repository-gone"; readonly installation: string; readonly key: string };

/**
 * What an event asks for. `isExplicit`: a person asked, so it is debated again; `isFull`: nothing is replayed; `mayExceed`: also past the
 * budget of the pull request. `isClosed`: nothing is to be reviewed any more. `actor`: whose doing it is, where that is known.
 */
export type Request =
  | {
      readonly kind: "review";
      readonly subject: Subject;
      readonly isExplicit: boolean;
      readonly isClosed: boolean;
      readonly isFull?: boolean;
      readonly mayExceed?: boolean;
      readonly actor?: string | undefined;
    }
  | { readonly kind: "errand"; readonly errand: EventJob };

export type Reading =
  | {
      readonly kind: "requests";
      readonly requests: readonly Request[];
      readonly installation: string;
      readonly action: string;
    }
  | { readonly kind: "ignored"; readonly why: string }
  /** The unsigned header names another event than the signed body holds. */
  | { readonly kind: "inconsistent" };

/** What others wrote, and we keep. */
const Text = z.string().transform(storable);
const Id = z.number().int().positive();
const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
const FullName = z.string().regex(/^(?!\.\.?\/)[\w.-]+\/(?!\.\.?$)[\w.-]+$/);
const Common = z.object({
  action: z.string(),
  installation: z.object({ id: Id }),
  sender: z.object({ login: Text, type: z.string().nullish() }).nullish(),
});
const OfRepository = Common.extend({ repository: z.object({ id: Id.nullish(), full_name: FullName }) });
type OfRepository = z.infer<typeof OfRepository>;

const PullRequestEvent = OfRepository.extend({
  pull_request: z.object({ number: Id }),
  changes: z.object({ base: z.object({}).nullish() }).nullish(),
});
const Comment = z.object({
  id: Id,
  body: Text.nullish(),
  created_at: Text,
  updated_at: z.string(),
  in_reply_to_id: Id.nullish(),
  user: z.object({ login: Text, type: z.string() }).nullish(),
});
const CommentEvent = OfRepository.extend({
  issue: z.object({ number: Id, pull_request: z.object({}).nullish() }),
  comment: Comment,
});
const ThreadEvent = OfRepository.extend({ pull_request: z.object({ number: Id }), comment: Comment });
const CheckRunEvent = OfRepository.extend({
  check_run: z.object({ head_sha: Sha, external_id: Text.nullish(), app: z.object({ id: Id }).nullish() }),
  requested_action: z.object({ identifier: z.string() }).nullish(),
});
const CheckSuiteEvent = OfRepository.extend({
  check_suite: z.object({ head_sha: Sha, app: z.object({ id: Id }).nullish() }),
});
const MergeGroupEvent = OfRepository.extend({
  merge_group: z.object({ head_sha: Sha, base_sha: Sha, head_ref: Text }),
});
const RepositoriesEvent = Common.extend({ repositories_removed: z.array(z.object({ id: Id })) });

/** Only the fields of the event are kept of a body; `field` must be there, and none of `others`, or the header lies about the body. */
interface Reader {
  readonly field: string;
  readonly others?: readonly string[];
  readonly actions: readonly string[];
  readonly read: (payload: unknown, appId: string) => readonly Request[] | null;
}

const readers: Readonly<Record<string, Reader>> = {
  pull_request: {
    field: "pull_request",
    others: ["comment", "review", "thread"],
    actions: ["opened", "reopened", "ready_for_review", "converted_to_draft", "synchronize", "edited", "closed"],
    read: pullRequest,
  },
  issue_comment: { field: "comment", others: ["pull_request"], actions: ["created"], read: comment },
  pull_request_review_comment: { field: "comment", others: ["issue"], actions: ["created"], read: commentInThread },
  check_run: { field: "check_run", actions: ["rerequested", "requested_action"], read: checkRun },
  check_suite: { field: "check_suite", others: ["check_run"], actions: ["rerequested"], read: checkSuite },
  merge_group: { field: "merge_group", actions: ["checks_requested", "destroyed"], read: mergeGroup },
  installation: {
    field: "installation",
    others: ["repository", "repositories_removed"],
    actions: ["deleted"],
    read: installation,
  },
  installation_repositories: { field: "repositories_removed", actions: ["removed"], read: repositories },
};

export function isWaitedFor(event: string): boolean {
  return Object.hasOwn(readers, event);
}

/** What a signed body asks for. Unknown events and actions are ignored: GitHub adds some at any time (H55). */
export function readWebhook(event: string, payload: unknown, appId: string): Reading {
  const reader = isWaitedFor(event) ? readers[event] : undefined;
  if (reader === undefined) return { kind: "ignored", why: "no such event is waited for" };
  const fields = typeof payload === "object" && payload !== null ? Object.keys(payload) : [];
  if (!fields.includes(reader.field) || reader.others?.some((other) => fields.includes(other)) === true)
    return { kind: "inconsistent" };
  const common = Common.safeParse(payload);
  if (!common.success) return { kind: "ignored", why: "it names no installation" };
  const { action, installation } = common.data;
  if (!reader.actions.includes(action)) return { kind: "ignored", why: "nothing is done on this action" };
  const requests = reader.read(payload, appId);
  if (requests === null) return { kind: "ignored", why: "it is not of the documented shape" };
  if (requests.length === 0) return { kind: "ignored", why: "it asks for nothing of ours" };
  return { kind: "requests", requests, installation: String(installation.id), action };
}

function repositoryOf({ installation: { id }, repository }: OfRepository): Repository {
  return { installation: String(id), key: String(repository.id ?? repository.full_name), repo: repository.full_name };
}

function pullRequest(payload: unknown): Request[] | null {
  const { data } = PullRequestEvent.safeParse(payload);
  if (data === undefined) return null;
  // A new title or text changes nothing that is reviewed; another target branch does.
  if (data.action === "edited" && !data.changes?.base) return [];
  const subject: Subject = { ...repositoryOf(data), kind: "pull-request", number: data.pull_request.number };
  const [isClosed, actor] = [data.action === "closed", data.sender?.login];
  return [{ kind: "review", subject, isExplicit: false, isClosed, actor }];
}

function comment(payload: unknown): Request[] | null {
  const { data } = CommentEvent.safeParse(payload);
  if (data === undefined) return null;
  const { number, pull_request: pull } = data.issue;
  return commandIn(data, { number, isInThread: false, isOnIssue: !pull });
}

function commentInThread(payload: unknown): Request[] | null {
  const { data } = ThreadEvent.safeParse(payload);
  return data === undefined
    ? null
    : commandIn(data, { number: data.pull_request.number, isInThread: true, isOnIssue: false });
}

/** Only new words of a person, and of them only what can be a command or a reply in a thread: the rest is nobody's business here. */
function commandIn(
  data: OfRepository & { readonly comment: z.infer<typeof Comment> },
  place: { readonly number: number; readonly isInThread: boolean; readonly isOnIssue: boolean },
): Request[] {
  const { id, created_at: writtenAt, updated_at: updatedAt, user, in_reply_to_id: inReplyTo } = data.comment;
  const text = data.comment.body ?? "";
  const line = text.split(/\r\n|\n|\r/, 1)[0] ?? "";
  const isCommand = line.startsWith("/debate ");
  if (user?.type !== "User" || writtenAt !== updatedAt || (!isCommand && !inReplyTo)) return [];
  const body = cutAtBlank(isCommand ? line : text, mostCharacters);
  const given = { comment: id, login: user.login, writtenAt, body, ...(inReplyTo ? { inReplyTo } : {}) };
  return [{ kind: "errand", errand: { ...repositoryOf(data), kind: "command", ...place, ...given } }];
}

const mostCharacters = 4_000;

/** Other apps' checks reach us too, under our name even: only our own count (H48). The external id finds a run, and grants nothing. */
function checkRun(payload: unknown, appId: string): Request[] | null {
  const { data } = CheckRunEvent.safeParse(payload);
  if (data === undefined) return null;
  const { check_run: run, requested_action: requested, sender, action } = data;
  if (String(run.app?.id) !== appId) return [];
  if (action === "requested_action" && requested?.identifier !== "re-review") return [];
  if (action === "requested_action" && sender?.type !== "User") return [];
  const login = action === "requested_action" ? (sender?.login ?? "") : null;
  const { head_sha: head, external_id: externalId } = run;
  return [
    { kind: "errand", errand: { ...repositoryOf(data), kind: "rerun", head, externalId: externalId || null, login } },
  ];
}

function checkSuite(payload: unknown, appId: string): Request[] | null {
  const { data } = CheckSuiteEvent.safeParse(payload);
  if (data === undefined) return null;
  const { head_sha: head, app } = data.check_suite;
  if (String(app?.id) !== appId) return [];
  return [{ kind: "errand", errand: { ...repositoryOf(data), kind: "rerun", head, externalId: null, login: null } }];
}

function mergeGroup(payload: unknown): Request[] | null {
  const { data } = MergeGroupEvent.safeParse(payload);
  if (data === undefined) return null;
  const { head_sha: head, base_sha: base, head_ref: ref } = data.merge_group;
  const subject: Subject = { ...repositoryOf(data), kind: "merge-group", head, base, ref };
  return [{ kind: "review", subject, isExplicit: false, isClosed: data.action === "destroyed" }];
}

function installation(payload: unknown): Request[] | null {
  const { data } = Common.safeParse(payload);
  if (data === undefined) return null;
  return [{ kind: "errand", errand: { kind: "installation-gone", installation: String(data.installation.id) } }];
}

function repositories(payload: unknown): Request[] | null {
  const { data } = RepositoriesEvent.safeParse(payload);
  if (data === undefined) return null;
  const installation = String(data.installation.id);
  return data.repositories_removed.map(({ id }) => ({
    kind: "errand",
    errand: { kind: "repository-gone", installation, key: String(id) },
  }));
}
