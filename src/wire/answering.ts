import { readCommand } from "../domain/command.ts";
import type { Plan } from "../domain/plan.ts";
import type { OwnComment } from "../domain/publication.ts";
import type { CommentGiven, GitHubRunOptions } from "../domain/run.ts";
import type { GitHub } from "../github/client.ts";
import { react, reply } from "../github/reactions.ts";
import { recentComments } from "../github/recent-comments.ts";
import { type Answer, answerTo, isAnswered } from "../publication/answer.ts";

export type CommandOptions = Omit<GitHubRunOptions, "task"> & {
  /** Told every plan that was made. */
  readonly onPlan?: (plan: Plan) => Promise<void>;
};

/** A comment that may be a command, and what answers it. */
export interface Address {
  readonly given: CommentGiven;
  readonly options: CommandOptions;
  readonly github: GitHub;
}

/** What of ours stands there already, and for which head. */
export interface Room extends Address {
  readonly head: string;
  readonly comments: readonly OwnComment[];
}

export const mostCommands = 10;
export const withinMinutes = 10;

/** Every command of this person here counts, refused ones too: GitHub's own list says how many there were. */
export async function isOverLimit({ github, given, options }: Address, signal: AbortSignal): Promise<boolean> {
  const since = new Date(options.now().getTime() - withinMinutes * 60_000);
  const written = await recentComments(github, given, { login: given.login, since }, signal);
  return written.filter((body) => readCommand(body) !== null).length >= mostCommands;
}

export async function refuse(room: Room, sentence: string, signal: AbortSignal): Promise<null> {
  await sign(room, "-1", signal);
  await say(room, answerTo(`refused ${sentence}`, sentence, room.head), signal);
  room.options.emit({ type: "note", text: `A command was refused: ${sentence}` });
  return null;
}

export async function say({ given, github, options, comments }: Room, answer: Answer, signal: AbortSignal) {
  if (isAnswered(comments, answer)) return;
  await courteously(() => reply(github, given, answer.body, signal), options, signal);
}

export async function sign(
  { github, given, options }: Address,
  content: "eyes" | "-1" | "+1",
  signal: AbortSignal,
): Promise<void> {
  await courteously(() => react(github, given, content, signal), options, signal);
}

/** That a comment cannot be answered stops nothing. */
export async function courteously(
  write: () => Promise<void>,
  { emit }: CommandOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (signal.aborted) throw error;
    emit({ type: "note", text: "The comment could not be answered: the token may not write to it." });
  }
}
