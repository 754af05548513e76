import { type Decisions, undecided } from "../../domain/decisions.ts";
import { messageOf } from "../../domain/errors.ts";
import { type Command, type Malformed, readCommand, type Steering } from "../../domain/github/command.ts";
import type { CommentGiven, ReviewRequest } from "../../domain/github/request.ts";
import { clientFor } from "../client/client.ts";
import { readIssue, TooManyComments } from "../client/conversations.ts";
import { readOwnPosts } from "../client/own-posts.ts";
import { readPullRequest } from "../client/pull-request.ts";
import { isDone } from "../decisions/decide.ts";
import { recognise } from "../publication/recognise.ts";
import type { DecisionStore } from "../state/record.ts";
import { summaryDecisions } from "../state/summary-comment.ts";
import { refuse, sign } from "./answering.ts";
import { argueWith, replyIn, replyOnce } from "./argue.ts";
import { carryOut } from "./carry-out.ts";
import { answerContext, type CommandOptions, type IncomingComment, pullRequestContext, roleOf } from "./context.ts";

/** A comment whose job failed too often. */
interface Failed {
  readonly given: CommentGiven;
  readonly options: CommandOptions;
  readonly store: DecisionStore;
  /** By which an operator finds it in the log. */
  readonly reference: string;
}

/**
 * Tells the author of a comment that it was given up, and publishes a decision that was kept before the failure. Returns the review that the
 * command asks for, or null. Throws while GitHub is away, so that the caller tries again later.
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
  const context = { given, options, github: clientFor(options) };
  // The cost of a plan is kept as well, but is not a decision.
  const isSteering = command.kind !== "plan" && command.kind !== "malformed" && given.isOnIssue !== true;
  return isSteering ? giveUpSteering(failed, context, command, signal) : giveUpQuestion(failed, context, signal);
}

async function giveUpSteering(
  { store, reference }: Failed,
  comment: IncomingComment,
  command: Steering,
  signal: AbortSignal,
): Promise<ReviewRequest | null> {
  const { github, given, options } = comment;
  const pull = await readPullRequest(github, given.repo, given.number, signal);
  const posts = await readOwnPosts(github, pull, signal);
  const role = await roleOf(github, given, options.emit, signal);
  if (role === null) return signOnly(comment, signal);
  const context = pullRequestContext(comment, role, { pull, posts });
  const { decisions, fault } = await keptIn(store, posts);
  if (fault !== null) {
    await refuse(context, unread(reference), signal);
    throw fault;
  }
  const isKept = isDone(decisions, given.comment);
  await refuse(context, isKept ? keptOnly(reference) : nothingCame(reference, "Give the command again."), signal);
  if (!isKept) return null;
  const done = await carryOut(context, command, store, signal);
  return done.kind === "done" ? done.request : null;
}

/** For a comment that decides nothing. */
async function giveUpQuestion({ reference }: Failed, context: IncomingComment, signal: AbortSignal): Promise<null> {
  const { github, given, options } = context;
  try {
    const issue = await readIssue(github, given, signal);
    if ((await roleOf(github, given, options.emit, signal)) === null) return signOnly(context, signal);
    return refuse(answerContext(issue, context), nothingCame(reference, "Give the command again."), signal);
  } catch (error) {
    if (!(error instanceof TooManyComments)) throw error;
    return signOnly(context, signal);
  }
}

async function signOnly(context: IncomingComment, signal: AbortSignal): Promise<null> {
  await sign(context, "-1", signal);
  return null;
}

/** The result of a hearing that was kept goes to the thread as usual, without asking a model again. */
async function giveUpReply({ given, options, store, reference }: Failed, signal: AbortSignal): Promise<null> {
  const github = clientFor(options);
  // A role that cannot be looked up counts as none, and strangers get no answer. So GitHub must be reachable first.
  await readPullRequest(github, given.repo, given.number, signal);
  const { fault } = await keptIn(store, { comments: [], reviews: [], threads: [], checks: [] });
  const reply = await replyIn(given, options, fault === null ? store : summaryDecisions, signal);
  if (reply === null) return null;
  if (fault === null && reply.isAgain) return argueWith(given, options, store, signal);
  const sentence = fault === null ? nothingCame(reference, "Reply again.") : unread(reference);
  await replyOnce(reply.context, reply.thread, sentence, signal);
  if (fault !== null) throw fault;
  return null;
}

/** Another version may have written the decisions. The author is told, and the job is tried again until an operator has fixed that. */
async function keptIn(
  store: DecisionStore,
  posts: Parameters<typeof recognise>[0],
): Promise<{ readonly decisions: Decisions; readonly fault: Error | null }> {
  try {
    const { decisions } = await store.read(recognise(posts));
    return { decisions, fault: null };
  } catch (error) {
    return { decisions: undecided, fault: error instanceof Error ? error : new Error(messageOf(error)) };
  }
}

function nothingCame(reference: string, again: string): string {
  return `This failed repeatedly and was given up (reference \`${reference}\`), so nothing was decided. ${again}`;
}

function keptOnly(reference: string): string {
  return `The decision is stored, but publishing it failed repeatedly (reference \`${reference}\`). It is retried for a day; \`/debate status\` shows the current result.`;
}

function unread(reference: string): string {
  return `This failed repeatedly, and the stored decisions cannot be read, so it is unknown whether it counts. The operator of this App finds the reason by the reference \`${reference}\`.`;
}
