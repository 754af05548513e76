import { isDone } from "../decisions/decide.ts";
import { type Command, type Malformed, readCommand, type Steering } from "../domain/command.ts";
import { type Decisions, undecided } from "../domain/decisions.ts";
import { messageOf } from "../domain/errors.ts";
import type { CommentGiven, ReviewRequest } from "../domain/request.ts";
import { clientFor } from "../github/client.ts";
import { readIssue, TooManyComments } from "../github/conversations.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import type { DecisionStore } from "../record/record.ts";
import { refuse, sign } from "./answering.ts";
import { argueWith, replyIn, tellOnce } from "./argue.ts";
import { carryOut } from "./carry-out.ts";
import { type CommandOptions, type IncomingComment, type PullRequestContext, roleOf } from "./context.ts";
import { roomOn } from "./handle-comment.ts";

/** A comment whose job failed too often. */
interface Failed {
  readonly given: CommentGiven;
  readonly options: CommandOptions;
  readonly desk: DecisionStore;
  /** By which an operator finds it in the log. */
  readonly reference: string;
}

/**
 * Tells whoever wrote a comment that it was given up, and publishes what was decided by it and kept all the same; what it wants reviewed is for
 * the caller to do. Throws while GitHub is away, for then nobody can be told: it is to be called again.
 */
export async function giveUpComment(failed: Failed, signal: AbortSignal): Promise<ReviewRequest | null> {
  const command = readCommand(failed.given.body);
  return command === null ? giveUpReply(failed, signal) : giveUpCommand(failed, command, signal);
}

async function giveUpCommand(
  failed: Failed,
  command: Command | Malformed,
  signal: AbortSignal,
): Promise<ReviewRequest | null> {
  const { given, options } = failed;
  const address = { given, options, github: clientFor(options) };
  // What a plan cost is kept as well, and decides nothing.
  const isSteering = command.kind !== "plan" && command.kind !== "malformed" && given.isOnIssue !== true;
  return isSteering ? giveUpSteering(failed, address, command, signal) : giveUpWord(failed, address, signal);
}

async function giveUpSteering(
  { desk, reference }: Failed,
  address: IncomingComment,
  command: Steering,
  signal: AbortSignal,
): Promise<ReviewRequest | null> {
  const { github, given, options } = address;
  const pull = await readPullRequest(github, given.repo, given.number, signal);
  const posts = await readOwnPosts(github, pull, signal);
  const role = await roleOf(github, given, options.emit, signal);
  if (role === null) return signOnly(address, signal);
  const scene: PullRequestContext = { ...address, role, pull, posts, head: pull.head.sha, comments: posts.comments };
  const { decisions, fault } = await rememberedAt(desk);
  if (fault !== null) {
    await refuse(scene, unread(reference), signal);
    throw fault;
  }
  const isKept = isDone(decisions, given.comment);
  await refuse(scene, isKept ? keptOnly(reference) : nothingCame(reference, "Give the command again."), signal);
  if (!isKept) return null;
  const done = await carryOut(scene, command, desk, signal);
  return done.kind === "done" ? done.wish : null;
}

/** What decides nothing. */
async function giveUpWord({ reference }: Failed, address: IncomingComment, signal: AbortSignal): Promise<null> {
  const { github, given, options } = address;
  try {
    const issue = await readIssue(github, given, signal);
    if ((await roleOf(github, given, options.emit, signal)) === null) return signOnly(address, signal);
    return refuse(roomOn(issue, address), nothingCame(reference, "Give the command again."), signal);
  } catch (error) {
    if (!(error instanceof TooManyComments)) throw error;
    return signOnly(address, signal);
  }
}

async function signOnly(address: IncomingComment, signal: AbortSignal): Promise<null> {
  await sign(address, "-1", signal);
  return null;
}

/** What was heard and kept is told in the thread as the hearing would have: no model is asked for that. */
async function giveUpReply({ given, options, desk, reference }: Failed, signal: AbortSignal): Promise<null> {
  // Whose role cannot be looked up is taken for a stranger, who is told nothing: so GitHub must answer first.
  await readPullRequest(clientFor(options), given.repo, given.number, signal);
  const { fault } = await rememberedAt(desk);
  const reply = await replyIn(given, options, fault === null ? desk : null, signal);
  if (reply === null) return null;
  if (fault === null && reply.isAgain) return argueWith(given, options, desk, signal);
  const sentence = fault === null ? nothingCame(reference, "Reply again.") : unread(reference);
  await tellOnce(reply.scene, reply.thread, sentence, signal);
  if (fault !== null) throw fault;
  return null;
}

/** Another version may have written what is kept: whoever waits is told all the same, and it is tried again for whoever mends that. */
async function rememberedAt(
  desk: DecisionStore,
): Promise<{ readonly decisions: Decisions; readonly fault: Error | null }> {
  try {
    const { decisions } = await desk.read();
    return { decisions, fault: null };
  } catch (error) {
    return { decisions: undecided, fault: error instanceof Error ? error : new Error(messageOf(error)) };
  }
}

function nothingCame(reference: string, again: string): string {
  return `This failed again and again and was given up (reference \`${reference}\`), so nothing was decided. ${again}`;
}

function keptOnly(reference: string): string {
  return `It is decided and kept, but publishing it failed again and again (reference \`${reference}\`): that is tried for a day, and \`/debate status\` tells what stands.`;
}

function unread(reference: string): string {
  return `This failed again and again, and what was decided here cannot be read, so nobody knows whether it counts: whoever runs this App finds why by the reference \`${reference}\`.`;
}
