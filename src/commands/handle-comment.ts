import type { Role } from "../decisions/author.ts";
import { type Command, type Malformed, readCommand, type Steering } from "../domain/command.ts";
import type { CommentGiven, ReviewRequest } from "../domain/request.ts";
import { clientFor, type GitHub } from "../github/client.ts";
import { type Issue, readIssue, TooManyComments } from "../github/conversations.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { answerTo, helpText, teach } from "../publication/answer.ts";
import { recognise } from "../publication/recognise.ts";
import type { DecisionStore } from "../record/record.ts";
import { foreignSummary } from "../record/summary-comment.ts";
import { excessOf, refuse, refuseFlood, say, showingThatItIsRead, sign } from "./answering.ts";
import { argueWith } from "./argue.ts";
import { carryOut } from "./carry-out.ts";
import { type AnswerContext, type CommandOptions, type IncomingComment, roleOf } from "./context.ts";
import { planOnGitHub } from "./plan-on-github.ts";

/** A room on a pull request, with what of ours stands there. */
export interface PullRoom extends AnswerContext {
  readonly pull: Awaited<ReturnType<typeof readPullRequest>>;
  readonly posts: Awaited<ReturnType<typeof readOwnPosts>>;
}

/** One command on its way, and who gave it. */
export interface Scene extends PullRoom {
  readonly role: Role;
}

/**
 * A comment that may be a command, or else a reply to a finding, from the first sign to the last: who may not command gets a 👎 and never a
 * comment, everybody else an answer. Without a desk the pull request itself remembers. What it wants reviewed is for the caller to do; null where there is nothing.
 */
export async function handleComment(
  given: CommentGiven,
  options: CommandOptions,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<ReviewRequest | null> {
  const command = readCommand(given.body);
  if (command === null) return argueWith(given, options, desk, signal);
  const github = clientFor(options);
  const address = { given, options, github };
  const role = await roleOf(github, given, options.emit, signal);
  // Nobody shall make this program write at will.
  if (role === null) {
    await sign(address, "-1", signal);
    return null;
  }
  const work = (open: IncomingComment): Promise<ReviewRequest | null> => obeyAs(role, open, command, desk, signal);
  if (command.kind !== "plan") return showingThatItIsRead(address, work, signal);
  // Models take longer than anybody waits without a sign.
  await sign(address, "eyes", signal);
  return work(address);
}

async function obeyAs(
  role: Role,
  address: IncomingComment,
  command: Command | Malformed,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<ReviewRequest | null> {
  const { given, github } = address;
  if (command.kind === "plan" || given.isOnIssue === true) return obeyAnywhere(address, command, desk, signal);
  const { repo, number } = given;
  const pull = await readPullRequest(github, repo, number, signal);
  const reading = readOwnPosts(github, pull, signal);
  const threads = async () => recognise(await reading).threads;
  const [posts, excess] = await Promise.all([reading, excessOf(address, threads, signal)]);
  const scene: Scene = { ...address, role, pull, posts, head: pull.head.sha, comments: posts.comments };
  if (excess > 0) return refuseFlood(scene, excess, signal);
  if (desk === null && recognise(posts).isUnreadable === true)
    return refuse(scene, `Nothing is changed: ${foreignSummary}, with all that was decided.`, signal);
  return obeyIn(scene, command, desk, signal);
}

async function obeyIn(
  scene: Scene,
  command: Steering | Malformed,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<ReviewRequest | null> {
  if (command.kind === "malformed") return refuse(scene, teach(command), signal);
  const done = await carryOut(scene, command, desk, signal);
  if (done.kind === "refused") return refuse(scene, done.sentence, signal);
  const { given, pull } = scene;
  if (done.text !== null) {
    const what = `${given.isInThread ? "thread" : "comment"} ${given.comment}`;
    await say(scene, answerTo(what, done.text, pull.head.sha), signal);
  }
  await sign(scene, done.isBehind === true ? "-1" : "+1", signal);
  await done.rest?.();
  return done.wish;
}

const noHead = "0".repeat(40);

/** A question, or any command on an issue: what can be answered without a pull request. There is never anything to review after it. */
export async function obeyAnywhere(
  address: IncomingComment,
  command: Command | Malformed,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<null> {
  if (command.kind === "help") return answerUnread(address, helpText(), "+1", signal);
  try {
    return await answerIn(address, command, desk, signal);
  } catch (error) {
    if (!(error instanceof TooManyComments)) throw error;
    return answerUnread(address, `${error.message} ${error.hint}`, "-1", signal);
  }
}

/** Whatever stands there already, which is not known. So over the limit the sign has to do, for nobody is told that again and again. */
async function answerUnread(
  address: IncomingComment,
  text: string,
  end: "+1" | "-1",
  signal: AbortSignal,
): Promise<null> {
  const isTooMuch = (await excessOf(address, async () => [], signal)) > 0;
  const room = { ...address, head: noHead, comments: [] };
  if (!isTooMuch) await say(room, answerTo(`comment ${address.given.comment}`, text, noHead), signal);
  await sign(address, isTooMuch ? "-1" : end, signal);
  return null;
}

async function answerIn(
  address: IncomingComment,
  command: Exclude<Command, { kind: "help" }> | Malformed,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<null> {
  const { github, given } = address;
  const reading = readIssue(github, given, signal);
  const threads = async () => threadsOn(github, await reading, signal);
  const [issue, excess] = await Promise.all([reading, excessOf(address, threads, signal)]);
  const room = roomOn(issue, address);
  if (excess > 0) return refuseFlood(room, excess, signal);
  if (command.kind === "malformed") return refuse(room, teach(command), signal);
  if (command.kind !== "plan")
    return refuse(room, `\`/debate ${command.kind}\` needs a pull request, and this is an issue.`, signal);
  await planOnGitHub(room, issue, command.question, desk, signal);
  return null;
}

export function roomOn({ pullHead, branch, ownComments }: Issue, address: IncomingComment): AnswerContext {
  return { ...address, head: pullHead ?? branch?.sha ?? noHead, comments: ownComments };
}

/** An issue has none. */
async function threadsOn(github: GitHub, { repo, number, pullHead }: Issue, signal: AbortSignal) {
  if (pullHead === null) return [];
  return recognise(await readOwnPosts(github, { repo, number, head: { sha: pullHead } }, signal)).threads;
}
