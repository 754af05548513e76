import { type Command, type Malformed, readCommand } from "../domain/command.ts";
import type { CommentGiven, Desk, Wish } from "../domain/run.ts";
import { readIssue } from "../github/issue.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { isDone } from "../steer/decide.ts";
import { type CommandOptions, type Room, refuse, sign } from "./answering.ts";
import { argueWith, replyIn, tellOnce } from "./argue.ts";
import { carryOut } from "./carry-out.ts";
import { clientFor } from "./github-client.ts";
import type { Scene } from "./obey.ts";
import { roomOn } from "./obey-anywhere.ts";
import { roleOf } from "./role.ts";

/** A comment whose job failed too often. */
interface Failed {
  readonly given: CommentGiven;
  readonly options: CommandOptions;
  readonly desk: Desk;
  /** By which an operator finds it in the log. */
  readonly reference: string;
}

/**
 * Tells whoever wrote a comment that it was given up, and publishes what was decided by it and kept all the same; what it wants reviewed is for
 * the caller to do. Throws while GitHub is away, for then nobody can be told: it is to be called again.
 */
export async function giveUpComment(failed: Failed, signal: AbortSignal): Promise<Wish | null> {
  const command = readCommand(failed.given.body);
  return command === null ? giveUpReply(failed, signal) : giveUpCommand(failed, command, signal);
}

async function giveUpCommand(
  { given, options, desk, reference }: Failed,
  command: Command | Malformed,
  signal: AbortSignal,
): Promise<Wish | null> {
  const github = clientFor(options);
  const issue = await readIssue(github, given, signal);
  const room = roomOn(issue, { given, options, github });
  const role = await roleOf(github, given, options.emit, signal);
  if (role === null) {
    await sign(room, "-1", signal);
    return null;
  }
  // What a plan cost is kept as well, and decides nothing.
  const steering = command.kind === "plan" || command.kind === "malformed" || issue.pullHead === null ? null : command;
  const isKept = steering !== null && isDone((await desk.read()).decisions, given.comment);
  await refuse(room, isKept ? keptOnly(reference) : nothingCame(reference, "Give the command again."), signal);
  if (!isKept) return null;
  const done = await carryOut(await sceneIn(room, role, signal), steering, desk, signal);
  return done.kind === "done" ? done.wish : null;
}

async function sceneIn(room: Room, role: Scene["role"], signal: AbortSignal): Promise<Scene> {
  const { github, given } = room;
  const pull = await readPullRequest(github, given.repo, given.number, signal);
  const posts = await readOwnPosts(github, pull, signal);
  return { ...room, role, pull, posts, head: pull.head.sha, comments: posts.comments };
}

/** What was heard and kept is told in the thread as the hearing would have: no model is asked for that. */
async function giveUpReply({ given, options, desk, reference }: Failed, signal: AbortSignal): Promise<null> {
  // Whose role cannot be looked up is taken for a stranger, who is told nothing: so GitHub must answer first.
  await readPullRequest(clientFor(options), given.repo, given.number, signal);
  const reply = await replyIn(given, options, desk, signal);
  if (reply?.isAgain === true) return argueWith(given, options, desk, signal);
  if (reply !== null) await tellOnce(reply.scene, reply.thread, nothingCame(reference, "Reply again."), signal);
  return null;
}

function nothingCame(reference: string, again: string): string {
  return `This failed again and again and was given up (reference \`${reference}\`), so nothing was decided. ${again}`;
}

function keptOnly(reference: string): string {
  return `It is decided and kept, but publishing it failed again and again (reference \`${reference}\`): that is tried for a day, and \`/debate status\` tells what stands.`;
}
