import { type Command, type Malformed, readCommand } from "../domain/command.ts";
import type { CommentGiven, Desk, GitHubRunOptions, Wish } from "../domain/run.ts";
import type { GitHub } from "../github/client.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { reply } from "../github/reactions.ts";
import { recentComments } from "../github/recent-comments.ts";
import { type Answer, answerTo, isAnswered, teach, tooMany } from "../publication/answer.ts";
import type { Role } from "../steer/decide.ts";
import { argueWith } from "./argue.ts";
import { carryOut } from "./carry-out.ts";
import { clientFor } from "./github-client.ts";
import { roleOf } from "./role.ts";
import { courteously, sign } from "./signs.ts";

export type CommandOptions = Omit<GitHubRunOptions, "task">;

/** One command on its way: who gave it, and what stands on the pull request. */
export interface Scene {
  readonly given: CommentGiven;
  readonly options: CommandOptions;
  readonly github: GitHub;
  readonly role: Role;
  readonly pull: Awaited<ReturnType<typeof readPullRequest>>;
  readonly posts: Awaited<ReturnType<typeof readOwnPosts>>;
}

const mostCommands = 10;
const withinMinutes = 10;

/**
 * A comment that may be a command, or else a reply to a finding, from the first sign to the last: who may not command gets a 👎 and never a comment, everybody else an
 * answer. Without a desk the pull request itself remembers. What it wants reviewed is for the caller to do; null where there is nothing.
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
  const role = await roleOf(github, given, options.emit, signal);
  // Nobody shall make this program write at will.
  if (role === null) {
    await sign(github, given, "-1", options, signal);
    return null;
  }
  await sign(github, given, "eyes", options, signal);
  const { repo, number } = given;
  const pull = await readPullRequest(github, repo, number, signal);
  const [posts, isTooMuch] = await Promise.all([
    readOwnPosts(github, pull, signal),
    isOverLimit(github, given, options.now(), signal),
  ]);
  const scene: Scene = { given, options, github, role, pull, posts };
  if (isTooMuch) return refuse(scene, tooMany(mostCommands, withinMinutes), signal);
  return obeyIn(scene, command, desk, signal);
}

async function obeyIn(
  scene: Scene,
  command: Command | Malformed,
  desk: Desk | null,
  signal: AbortSignal,
): Promise<Wish | null> {
  if (command.kind === "malformed") return refuse(scene, teach(command), signal);
  const done = await carryOut(scene, command, desk, signal);
  if (done.kind === "refused") return refuse(scene, done.sentence, signal);
  const { given, github, options, pull } = scene;
  if (done.text !== null) {
    const what = `${given.isInThread ? "thread" : "comment"} ${given.comment}`;
    await say(scene, answerTo(what, done.text, pull.head.sha), signal);
  }
  await sign(github, given, "+1", options, signal);
  await done.rest?.();
  return done.wish;
}

async function refuse(scene: Scene, sentence: string, signal: AbortSignal): Promise<null> {
  const { given, github, options, pull } = scene;
  await sign(github, given, "-1", options, signal);
  await say(scene, answerTo(`refused ${sentence}`, sentence, pull.head.sha), signal);
  options.emit({ type: "note", text: `A command was refused: ${sentence}` });
  return null;
}

/** Every command of this person here counts, refused ones too: GitHub's own list says how many there were. */
async function isOverLimit(github: GitHub, given: CommentGiven, now: Date, signal: AbortSignal): Promise<boolean> {
  const since = new Date(now.getTime() - withinMinutes * 60_000);
  const written = await recentComments(github, given, { login: given.login, since }, signal);
  return written.filter((body) => readCommand(body) !== null).length >= mostCommands;
}

async function say({ given, github, options, posts }: Scene, answer: Answer, signal: AbortSignal): Promise<void> {
  if (isAnswered(posts.comments, answer)) return;
  await courteously(() => reply(github, given, answer.body, signal), options, signal);
}
