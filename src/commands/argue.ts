import { setTimeout as pause } from "node:timers/promises";
import { decideReply, isTaken, openFinding, type ReplyDecision, wasHeard } from "../decisions/argue.ts";
import { type HearingResult, nothingNew } from "../decisions/hearing.ts";
import type { CommentGiven } from "../domain/request.ts";
import type { ThreadComment } from "../domain/thread.ts";
import { clientFor } from "../github/client.ts";
import { readThread } from "../github/conversations.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { hearingsIn, isHeard, isTold, keptText, sentenceReply } from "../publication/hearing-reply.ts";
import { readMarker } from "../publication/marker.ts";
import { type Known, whatStands } from "../record/keep.ts";
import type { DecisionStore } from "../record/record.ts";
import { excessOf, floodSentence, isPlainReply, postInThread, signTurn } from "./answering.ts";
import { type CommandOptions, type PullRequestContext, roleOf } from "./context.ts";
import { hearReply } from "./hear-reply.ts";
import { settleReply } from "./settle-reply.ts";

type Thread = Known["existing"]["threads"][number];

/**
 * A person's reply in the thread of an open finding: it reopens the hearing of that finding alone. Whoever may not write gets nothing at
 * all, no sign and no word; what stands in somebody else's thread is not for us.
 */
export async function argueWith(
  given: CommentGiven,
  options: CommandOptions,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<null> {
  const reply = await replyIn(given, options, desk, signal);
  if (reply !== null) await takeTurn(reply.scene, reply.thread, desk, signal);
  return null;
}

/** A reply that is for us to hear. `isAgain`: it was heard already. */
interface Reply {
  readonly scene: PullRequestContext;
  readonly thread: Thread;
  readonly isAgain: boolean;
}

export async function replyIn(
  given: CommentGiven,
  options: CommandOptions,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<Reply | null> {
  if (given.inReplyTo === undefined || !isPlainReply(given.body)) return null;
  const github = clientFor(options);
  const role = await roleOf(github, given, options.emit, signal);
  if (role === null) return null;
  const pull = await readPullRequest(github, given.repo, given.number, signal);
  const posts = await readOwnPosts(github, pull, signal);
  const scene: PullRequestContext = {
    given,
    options,
    github,
    role,
    pull,
    posts,
    head: pull.head.sha,
    comments: posts.comments,
  };
  const known = await whatStands(scene, desk, 1, signal);
  const thread = threadIn(known, given);
  if (thread === undefined) return null;
  const { existing, decisions } = known;
  const isAgain = isHeard(thread, given.comment) || wasHeard(decisions, given.comment);
  const isFor = isAgain || openFinding(existing.state, decisions, thread.finding) !== undefined;
  return isFor ? { scene, thread, isAgain } : null;
}

function threadIn({ existing }: Known, { inReplyTo }: CommentGiven): Thread | undefined {
  return existing.threads.find(({ id }) => id === inReplyTo);
}

/** GitHub tells when a sign was given in whole seconds: after more than one everybody sees all that could be before theirs. */
const settledMs = 1_100;

/** The sign first, then all that stands: whoever signs later sees it. */
async function takeTurn(
  before: PullRequestContext,
  { thread }: Thread,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<void> {
  const { given, github } = before;
  await signTurn(before, "eyes", signal);
  await pause(settledMs, undefined, { signal });
  const [pull, posts, replies] = await Promise.all([
    readPullRequest(github, given.repo, given.number, signal),
    readOwnPosts(github, before.pull, signal),
    readThread(github, thread, signal),
  ]);
  const scene = { ...before, pull, posts, head: pull.head.sha, comments: posts.comments };
  const known = await whatStands(scene, desk, 1, signal);
  const found = threadIn(known, given);
  if (found === undefined) return signTurn(scene, "-1", signal);
  const ownReplies = replies.filter(({ id, isOurs }) => isOurs && id !== found.id).map(({ body }) => body);
  await answerIn({ ...found, ownReplies }, replies, scene, known, desk, signal);
}

async function answerIn(
  thread: Thread,
  replies: readonly ThreadComment[],
  scene: PullRequestContext,
  known: Known,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<void> {
  const { given } = scene;
  const repeated = repetition(thread, given.comment, known);
  if (repeated !== null) {
    // The App's store may hold what its killed process did not publish yet.
    const isOpen = desk !== null || !repeated.isSaid;
    const again = isOpen ? await settleReply(scene, thread, repeated, desk, signal) : null;
    return signTurn(scene, again?.isBehind === true ? "-1" : "+1", signal);
  }
  const verdict = await verdictOn(thread, replies, scene, known, desk, signal);
  if (verdict.kind === "told") return tellOnce(scene, thread, verdict.sentence, signal);
  const settled = await settleReply(scene, thread, verdict, desk, signal);
  if (settled === null) return tellOnce(scene, thread, notKept, signal);
  await signTurn(scene, settled.isBehind ? "-1" : "+1", signal);
  await settled.rest();
}

async function verdictOn(
  thread: Thread,
  replies: readonly ThreadComment[],
  scene: PullRequestContext,
  { existing, decisions }: Known,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<HearingResult | Extract<ReplyDecision, { kind: "told" }>> {
  const { given, pull, options } = scene;
  const excess = await excessOf(scene, async () => existing.threads, signal);
  if (excess > 0) return { kind: "told", sentence: floodSentence() };
  const { finding } = thread;
  const people = replies.filter(({ body }) => isPlainReply(body));
  const heard = [
    ...decisions.heard.filter((one) => one.finding === finding).map(({ comment }) => comment),
    ...people.filter(({ answer }) => answer === "+1").map(({ id }) => id),
  ].filter((comment) => comment !== given.comment);
  const plea = decideReply({
    finding,
    pull,
    state: existing.state,
    decisions,
    hearings: hearingsIn(thread, heard),
    isTaken: isTaken(people, given.comment, options.now()),
  });
  return plea.kind === "told" ? plea : hearReply(scene, { ...plea, decisions, found: foundOn(thread) }, desk, signal);
}

export async function tellOnce(
  scene: PullRequestContext,
  thread: Thread,
  sentence: string,
  signal: AbortSignal,
): Promise<void> {
  const reply = sentenceReply(sentence, { head: scene.pull.head.sha, attempt: 1 });
  if (!isTold(thread, sentence)) await postInThread(scene, thread, reply, signal);
  await signTurn(scene, "-1", signal);
}

const notKept =
  "What this hearing ended in could not be kept, so it does not count, whatever stands above: the verdict is as it was. Reply again, or use `/debate dismiss`.";

/** By our own comment, which nobody edited. */
function foundOn({ body }: Thread): string {
  return readMarker(body)?.head ?? "";
}

/** A comment that was heard before: a job that is done again hears nobody twice. */
function repetition(thread: Thread, comment: number, { decisions }: Known): HearingResult | null {
  const isSaid = isHeard(thread, comment);
  const heard = decisions.heard.find((one) => one.comment === comment);
  if (heard === undefined && !isSaid) return null;
  const out = decisions.dismissals.find(
    ({ kind, finding, at }) => kind === "withdrawn" && finding === heard?.finding && at === heard.at,
  );
  const text = heard === undefined ? "" : keptText(heard, out);
  return { kind: "heard", text, ...nothingNew, end: out === undefined ? "leave" : "resolve", isSaid };
}
