import type { ActionRun } from "./action-run.ts";
import type { Thread } from "./github-server/world.ts";
import type { Scenario } from "./scenario.ts";

let nextComment = 500;

/** A comment that somebody writes now. `inThread`: in a thread of a review. */
export function commentBy(
  { github, pull }: Scenario,
  login: string,
  body: string,
  more: { readonly inThread?: boolean; readonly comment?: object; readonly issue?: number } = {},
): { readonly event: string; readonly payload: object; readonly id: number; readonly at: string } {
  nextComment += 1;
  const id = nextComment;
  const at = new Date().toISOString();
  const number = more.issue ?? pull.number;
  if (more.inThread !== true)
    github.world.issueComments.push({ id, number, author: login, body, editor: null, createdAt: at });
  const comment = { id, body, created_at: at, updated_at: at, user: { login, type: "User" }, ...more.comment };
  const place =
    more.inThread === true
      ? { pull_request: { number } }
      : { issue: { number, ...(more.issue === undefined ? { pull_request: {} } : {}) } };
  const payload = { action: "created", repository: { full_name: github.world.repo }, comment, ...place };
  return { id, at, payload, event: more.inThread === true ? "pull_request_review_comment" : "issue_comment" };
}

/** A reply in the thread of the first finding, as GitHub keeps and sends it. */
export function replyBy(
  scenario: Scenario,
  login: string,
  body: string,
  more: { readonly comment?: object; readonly thread?: Thread } = {},
): ReturnType<typeof commentBy> {
  const thread = more.thread ?? scenario.github.world.threads[0];
  const comment = { in_reply_to_id: thread?.comments[0]?.id, ...more.comment };
  const given = commentBy(scenario, login, body, { inThread: true, comment });
  thread?.comments.push({ id: given.id, author: login, body, editor: null, createdAt: given.at });
  return given;
}

/** Our own replies in a thread, without the comment that began it. */
export function repliesIn({ github }: Scenario): string[] {
  const replies = github.world.threads[0]?.comments.slice(1) ?? [];
  return replies.map(({ body }) => body).filter((body) => body.startsWith("<!-- pr-debate"));
}

/** Somebody gives a command, and the Action runs for it. The signs are without 👀: whether that was shown depends on how long it took. */
export async function command(
  scenario: Scenario,
  login: string,
  body: string,
  options: Parameters<Scenario["run"]>[0] = {},
): Promise<ActionRun & { readonly signs: readonly string[] }> {
  const { event, payload, id } = commentBy(scenario, login, body);
  const run = await scenario.run({ ...options, event, payload });
  return { ...run, signs: endsOn(scenario, id) };
}

/** Without 👀, which is shown where the work takes longer than a moment. */
export function endsOn(scenario: Scenario, comment: number): string[] {
  return signsOn(scenario, comment).filter((sign) => sign !== "eyes");
}

export function signsOn({ github }: Scenario, comment: number): string[] {
  return github.world.reactions.filter((one) => one.comment === comment).map(({ content }) => content);
}

/** What we answered in the conversation, without the summary. */
export function answersIn({ github }: Scenario): string[] {
  return github.world.issueComments.map(({ body }) => body).filter((body) => body.includes("kind=answer"));
}

export function summaryOf({ github }: Scenario): string {
  return github.world.issueComments.find(({ body }) => body.includes("kind=summary"))?.body ?? "";
}

/** The ids of findings that have a thread. */
export function findingsIn({ github }: Scenario): string[] {
  return github.world.threads.flatMap(({ comments }) => /id=([0-9a-f]{8})/.exec(comments[0]?.body ?? "")?.[1] ?? []);
}
