import type { Role } from "../decisions/author.ts";
import { type Command, type Malformed, readCommand, type Steering } from "../domain/command.ts";
import type { CommentGiven, Desk, Wish } from "../domain/run.ts";
import { clientFor } from "../github/client.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { answerTo, teach } from "../publication/answer.ts";
import { recognise } from "../publication/recognise.ts";
import { unreadable } from "../run/look-again.ts";
import {
  type Address,
  type CommandOptions,
  excessOf,
  type Room,
  refuse,
  refuseFlood,
  say,
  showingThatItIsRead,
  sign,
} from "./answering.ts";
import { argueWith } from "./argue.ts";
import { carryOut } from "./carry-out.ts";
import { obeyAnywhere } from "./obey-anywhere.ts";
import { roleOf } from "./role.ts";

/** A room on a pull request, with what of ours stands there. */
export interface PullRoom extends Room {
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
export async function obey(
  given: CommentGiven,
  options: CommandOptions,
  desk: Desk | null,
  signal: AbortSignal,
): Promise<Wish | null> {
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
  const work = (open: Address): Promise<Wish | null> => obeyAs(role, open, command, desk, signal);
  if (command.kind !== "plan") return showingThatItIsRead(address, work, signal);
  // Models take longer than anybody waits without a sign.
  await sign(address, "eyes", signal);
  return work(address);
}

async function obeyAs(
  role: Role,
  address: Address,
  command: Command | Malformed,
  desk: Desk | null,
  signal: AbortSignal,
): Promise<Wish | null> {
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
    return refuse(scene, `Nothing is changed: ${unreadable}, with all that was decided.`, signal);
  return obeyIn(scene, command, desk, signal);
}

async function obeyIn(
  scene: Scene,
  command: Steering | Malformed,
  desk: Desk | null,
  signal: AbortSignal,
): Promise<Wish | null> {
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
