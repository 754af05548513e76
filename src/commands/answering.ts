import { setTimeout as pause } from "node:timers/promises";
import { readCommand } from "../domain/command.ts";
import { messageOf } from "../domain/errors.ts";
import type { OwnComment, OwnThread } from "../domain/own-posts.ts";
import type { Plan } from "../domain/plan.ts";
import type { CommentGiven } from "../domain/request.ts";
import type { GitHub } from "../github/client.ts";
import { react, reply, type Sign } from "../github/comments.ts";
import { LeftOut } from "../github/pace.ts";
import { recentComments } from "../github/people.ts";
import { resolveThreads } from "../github/resolve-threads.ts";
import { type Answer, answerTo, isAnswered, tooMany } from "../publication/answer.ts";
import { readMarker } from "../publication/marker.ts";
import type { GitHubRunOptions } from "../run/options.ts";
import type { Run } from "../run/run.ts";

export type CommandOptions = Omit<GitHubRunOptions, "task"> & {
  /** Told every plan that was made. */
  readonly onPlan?: (plan: Plan) => Promise<void>;
};

/** A comment that may be a command, and what answers it. */
export interface Address {
  readonly given: CommentGiven;
  readonly options: CommandOptions;
  readonly github: GitHub;
  /** Aborted by the last sign: from then on it need not be said that the comment is read. */
  readonly answered?: AbortController;
}

/** What of ours stands there already, and for which head. */
export interface Room extends Address {
  readonly head: string;
  readonly comments: readonly OwnComment[];
}

const mostCommands = 10;
const withinMinutes = 10;

/**
 * How many too many this is: 0 within the limit, 1 for the first beyond it. By GitHub's own list of what this person wrote here shortly before.
 * Every command counts, refused ones too, and every reply in a thread of ours; what people say to each other does not. `threads` are asked for
 * only where they matter.
 */
export async function excessOf(
  { github, given, options }: Address,
  threads: () => Promise<readonly Pick<OwnComment, "id">[]>,
  signal: AbortSignal,
): Promise<number> {
  const at = given.writtenAt === undefined ? options.now().getTime() : Date.parse(given.writtenAt);
  const since = new Date(at - withinMinutes * 60_000);
  const written = await recentComments(github, given, { login: given.login, since }, signal);
  if (written.length < mostCommands) return 0;
  const own = new Set<number | null>((await threads()).map(({ id }) => id));
  const counted = written.filter(
    ({ body, inReplyTo }) => readCommand(body) !== null || (own.has(inReplyTo) && isPlainReply(body)),
  );
  return Math.max(0, counted.length - mostCommands + 1);
}

/** The first one beyond the limit says why. The others show their sign: of many at once each would find that nobody said it yet. */
export async function refuseFlood(room: Room, excess: number, signal: AbortSignal): Promise<null> {
  if (excess === 1) return refuse(room, floodSentence(), signal);
  await sign(room, "-1", signal);
  room.options.emit({ type: "note", text: `A command was refused: ${floodSentence()}` });
  return null;
}

export function floodSentence(): string {
  return tooMany(mostCommands, withinMinutes);
}

/**
 * With a person's token our own replies are a person's by GitHub's word, and only the marker tells them apart. What begins as a command was
 * meant as one, however it is misspelt, and argues nothing.
 */
export function isPlainReply(body: string): boolean {
  return readMarker(body) === null && !/^\/debate(?![\p{L}\p{N}_])/iu.test(body);
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

/** A sign on a command: what was decided is seen elsewhere too. */
export async function sign(address: Address, content: Sign["content"], signal: AbortSignal): Promise<void> {
  if (content !== "eyes") address.answered?.abort();
  await give(address, { content, isCourtesy: true }, signal);
}

/** A sign on a reply in a thread: by it other runs know whose turn it is, and when it ended. */
export async function signTurn(address: Address, content: Sign["content"], signal: AbortSignal): Promise<void> {
  await give(address, { content, isCourtesy: false }, signal);
}

async function give({ github, given, options }: Address, content: Sign, signal: AbortSignal): Promise<void> {
  await courteously(() => react(github, given, content, signal), options, signal);
}

const atOnceMs = 2_000;

/** One sign is enough for what is answered at once. What takes longer, or failed and is tried again, shows 👀 meanwhile. */
export async function showingThatItIsRead<Result>(
  address: Address,
  work: (address: Address) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const answered = new AbortController();
  const whileOpen = AbortSignal.any([signal, answered.signal]);
  const shown = pause(atOnceMs, undefined, { signal: whileOpen })
    .then(() => sign(address, "eyes", whileOpen))
    .catch(() => {});
  try {
    return await work({ ...address, answered });
  } catch (error) {
    if (!whileOpen.aborted) await sign(address, "eyes", whileOpen);
    throw error;
  } finally {
    answered.abort();
    await shown;
  }
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
    if (error instanceof LeftOut) emit({ type: "left-out" });
    emit({ type: "note", text: `The comment could not be answered: ${messageOf(error)}` });
  }
}

/** A reply in a thread of ours, once; false where it could not be written. The thread stays as it is, resolved or not. */
export async function postInThread(
  { github, pull }: Pick<Run, "github" | "pull">,
  { thread, ownReplies }: Pick<OwnThread, "thread" | "ownReplies">,
  reply: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (ownReplies.includes(reply)) return true;
  return (await resolveThreads(github, pull, [{ thread, reply, end: "leave" }], signal)) === null;
}
