import type { CommentGiven, Desk } from "../domain/run.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { hearingsIn, isHeard, isTold, keptText, sentenceReply } from "../publication/hearing-reply.ts";
import { readMarker } from "../publication/marker.ts";
import { decideReply } from "../steer/argue.ts";
import { type CommandOptions, sign } from "./answering.ts";
import { clientFor } from "./github-client.ts";
import { hearReply } from "./hear-reply.ts";
import { type Known, whatStands } from "./keep.ts";
import type { Scene } from "./obey.ts";
import { postInThread } from "./post-in-thread.ts";
import { roleOf } from "./role.ts";
import { nothingNew, settleReply, type Verdict } from "./settle-reply.ts";

type Thread = Known["existing"]["threads"][number];

/**
 * A person's reply in the thread of an open finding: it reopens the hearing of that finding alone. Whoever may not write gets nothing at
 * all, no sign and no word; what stands in somebody else's thread is not for us.
 */
export async function argueWith(
  given: CommentGiven,
  options: CommandOptions,
  desk: Desk | null,
  signal: AbortSignal,
): Promise<null> {
  // With a person's token our own replies are a person's by GitHub's word, and only the marker tells them apart.
  if (given.inReplyTo === undefined || readMarker(given.body) !== null || given.body.startsWith("/debate")) return null;
  const github = clientFor(options);
  const role = await roleOf(github, given, options.emit, signal);
  if (role === null) return null;
  const pull = await readPullRequest(github, given.repo, given.number, signal);
  const posts = await readOwnPosts(github, pull, signal);
  const scene: Scene = { given, options, github, role, pull, posts, head: pull.head.sha, comments: posts.comments };
  const known = await whatStands(scene, desk, 1, signal);
  const thread = known.existing.threads.find(({ id }) => id === given.inReplyTo);
  if (thread !== undefined && pull.isOpen) await answerIn(thread, scene, known, desk, signal);
  return null;
}

async function answerIn(
  thread: Thread,
  scene: Scene,
  known: Known,
  desk: Desk | null,
  signal: AbortSignal,
): Promise<void> {
  const { given, pull } = scene;
  const { state } = known.existing;
  const repeated = repetition(thread, given.comment, known);
  if (repeated !== null) {
    // The App's store may hold what its killed process did not publish yet.
    if (desk !== null || !repeated.isSaid) await settleReply(scene, thread, repeated, desk, signal);
    return sign(scene, "+1", signal);
  }
  const { decisions } = known;
  const { finding } = thread;
  const plea = decideReply({ finding, head: pull.head.sha, state, decisions, hearings: hearingsIn(thread) });
  if (plea.kind === "nothing") return;
  await sign(scene, "eyes", signal);
  const verdict =
    plea.kind === "told" ? plea : await hearReply(scene, { ...plea, decisions, found: foundOn(thread) }, signal);
  if (verdict.kind === "told") {
    const { head, attempt } = plea.kind === "hear" ? plea.state : { head: pull.head.sha, attempt: 1 };
    if (!isTold(thread, verdict.sentence))
      await postInThread(scene, thread, sentenceReply(verdict.sentence, { head, attempt }), signal);
    return sign(scene, "-1", signal);
  }
  const settled = await settleReply(scene, thread, verdict, desk, signal);
  if (settled === null) {
    await postInThread(scene, thread, sentenceReply(notKept, { head: pull.head.sha, attempt: 1 }), signal);
    return sign(scene, "-1", signal);
  }
  await sign(scene, "+1", signal);
  await settled.rest();
}

const notKept =
  "What this hearing ended in could not be kept, so it does not count, whatever stands above: the verdict is as it was. Reply again, or use `/debate dismiss`.";

/** By our own comment, which nobody edited. */
function foundOn({ body }: Thread): string {
  return readMarker(body)?.head ?? "";
}

/** A comment that was heard before: a job that is done again hears nobody twice. */
function repetition(thread: Thread, comment: number, { decisions }: Known): Verdict | null {
  const isSaid = isHeard(thread, comment);
  const heard = decisions.heard.find((one) => one.comment === comment);
  if (heard === undefined && !isSaid) return null;
  const out = decisions.dismissals.find(
    ({ kind, finding, at }) => kind === "withdrawn" && finding === heard?.finding && at === heard.at,
  );
  const text = heard === undefined ? "" : keptText(heard, out);
  return { kind: "heard", text, ...nothingNew, end: out === undefined ? "leave" : "resolve", isSaid };
}
