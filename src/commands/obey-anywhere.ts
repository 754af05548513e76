import type { Command, Malformed } from "../domain/command.ts";
import type { Desk } from "../domain/run.ts";
import type { GitHub } from "../github/client.ts";
import { type Issue, readIssue, TooManyComments } from "../github/conversations.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { answerTo, helpText, teach } from "../publication/answer.ts";
import { recognise } from "../publication/recognise.ts";
import { type Address, excessOf, type Room, refuse, refuseFlood, say, sign } from "./answering.ts";
import { planOnGitHub } from "./plan-on-github.ts";

const noHead = "0".repeat(40);

/** A question, or any command on an issue: what can be answered without a pull request. There is never anything to review after it. */
export async function obeyAnywhere(
  address: Address,
  command: Command | Malformed,
  desk: Desk | null,
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
async function answerUnread(address: Address, text: string, end: "+1" | "-1", signal: AbortSignal): Promise<null> {
  const isTooMuch = (await excessOf(address, async () => [], signal)) > 0;
  const room = { ...address, head: noHead, comments: [] };
  if (!isTooMuch) await say(room, answerTo(`comment ${address.given.comment}`, text, noHead), signal);
  await sign(address, isTooMuch ? "-1" : end, signal);
  return null;
}

async function answerIn(
  address: Address,
  command: Exclude<Command, { kind: "help" }> | Malformed,
  desk: Desk | null,
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

export function roomOn({ pullHead, branch, ownComments }: Issue, address: Address): Room {
  return { ...address, head: pullHead ?? branch?.sha ?? noHead, comments: ownComments };
}

/** An issue has none. */
async function threadsOn(github: GitHub, { repo, number, pullHead }: Issue, signal: AbortSignal) {
  if (pullHead === null) return [];
  return recognise(await readOwnPosts(github, { repo, number, head: { sha: pullHead } }, signal)).threads;
}
