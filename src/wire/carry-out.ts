import { setTimeout as pause } from "node:timers/promises";
import type { Steering } from "../domain/command.ts";
import { type Decisions, undecided } from "../domain/decisions.ts";
import type { Existing, ThreadWrite } from "../domain/publication.ts";
import type { Desk, GitHubRunOptions, Right, Wish } from "../domain/run.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { decisionReply } from "../publication/answer.ts";
import { recognise } from "../publication/recognise.ts";
import { type Decision, decideCommand, isDone } from "../steer/decide.ts";
import { redact } from "../text.ts";
import { decisionsOn } from "./look-again.ts";
import type { Scene } from "./obey.ts";
import { openRun } from "./open-run.ts";
import { ownSecrets } from "./own-secrets.ts";
import { recompute } from "./recompute.ts";
import { tell } from "./tell.ts";

/** `text`: what to answer, null where the signs say enough. `rest`: what is left to do once that was said. */
export type Done =
  | { readonly kind: "refused"; readonly sentence: string }
  | {
      readonly kind: "done";
      readonly text: string | null;
      readonly wish: Wish | null;
      readonly rest?: () => Promise<void>;
    };

/** Decides about a command by what stands now, keeps what was decided, and publishes what follows from it. */
export async function carryOut(scene: Scene, command: Steering, desk: Desk | null, signal: AbortSignal): Promise<Done> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const known = await whatStands(scene, desk, tries, signal);
    const isRepeated = isDone(known.decisions, scene.given.comment);
    const decision: Decision = isRepeated
      ? { kind: "decided", decisions: known.decisions }
      : decide(scene, command, known);
    if (decision.kind !== "decided") return answered(scene, decision, known, signal);
    const after = { ...known, decisions: decision.decisions };
    if (desk !== null && !isRepeated && !(await desk.keep(after.decisions))) continue;
    const done = await published(scene, command, after, desk, signal);
    if (desk !== null || (await isInBlock(scene, signal))) return done;
  }
  return { kind: "refused", sentence: contested };
}

async function answered(
  scene: Scene,
  decision: Exclude<Decision, { kind: "decided" }>,
  known: Known,
  signal: AbortSignal,
): Promise<Done> {
  switch (decision.kind) {
    case "refused":
      return decision;
    case "review": {
      const { isFull, mayExceed } = decision;
      return { kind: "done", text: null, wish: { isExplicit: true, isFull, mayExceed } };
    }
    case "tell":
      return { kind: "done", text: await tell(scene, decision, known, signal), wish: null };
  }
}

const mostTries = 5;
const contested =
  "Others changed what stands on this pull request again and again meanwhile, or its summary could not be written. Give the command again.";

export interface Known {
  readonly existing: Existing;
  readonly decisions: Decisions;
}

export async function whatStands(scene: Scene, desk: Desk | null, tries: number, signal: AbortSignal): Promise<Known> {
  const { github, pull } = scene;
  const posts = tries === 1 ? scene.posts : await readOwnPosts(github, pull, signal);
  const existing = recognise(posts);
  if (desk === null) return { existing, decisions: existing.state?.decisions ?? undecided };
  const { state, decisions } = await desk.read();
  return { existing: { ...existing, state: state ?? existing.state }, decisions };
}

function decide({ given, role, pull, options }: Scene, command: Steering, known: Known): Decision {
  const { existing, decisions } = known;
  const at = options.now().toISOString();
  const { comment, login: by } = given;
  const clean = "why" in command ? { ...command, why: redact(command.why, ownSecrets(options)) } : command;
  return decideCommand({ command: clean, comment, by, role, at, pull, state: existing.state, decisions });
}

/** Publishes what was decided, or leaves that to a review that is at work. */
async function published(
  scene: Scene,
  command: Steering,
  known: Known,
  desk: Desk | null,
  signal: AbortSignal,
): Promise<Done> {
  const wish = command.kind === "resume" ? { isExplicit: false, isFull: false, mayExceed: false } : null;
  const finding = command.kind === "dismiss" || command.kind === "reopen" ? command.finding : null;
  const write = (right: Right | null) => writeOut(scene, { ...known, finding }, right, signal);
  const written = desk === null ? await write(null) : await desk.alone(write);
  const text = written === null || written.failed.length === 0 ? null : notWritten(written.failed);
  if (desk !== null) return { kind: "done", text, wish };
  const again = (later: Scene) => carryOut(later, command, null, signal);
  const rest = written?.isUnderWay === true ? afterwards : lookBack;
  return { kind: "done", text, wish, rest: () => rest(scene, again, signal) };
}

export function notWritten(failed: readonly string[]): string {
  return `It is decided, but not everything could be written: ${failed.join("; ")}. \`/debate status\` tells what stands.`;
}

async function writeOut(
  scene: Scene,
  { existing, decisions, finding }: Known & { readonly finding: string | null },
  right: Right | null,
  signal: AbortSignal,
) {
  const { given, github, pull } = scene;
  const options = runOptions(scene, right);
  const newest = (await right?.memory.decisions()) ?? decisions;
  const { head, attempt } = existing.state ?? { head: pull.head.sha, attempt: 1 };
  const threads: readonly ThreadWrite[] =
    finding === null ? [] : decisionReply(existing, finding, newest, { by: given.login, head, attempt });
  const opened = await openRun(options, { github, pull, existing, decisions: newest }, signal);
  return recompute(opened, threads, signal);
}

/** Every write is fenced by the lease. */
export function runOptions({ given, options }: Scene, right: Right | null): GitHubRunOptions {
  const { repo, number } = given;
  const task = { kind: "pull-request" as const, repo, number, isExplicit: false };
  const { token } = options.github;
  if (right === null) return { ...options, task };
  const fenced = typeof token === "string" ? token : { ...token, mayWrite: right.mayWrite };
  return { ...options, task, github: { ...options.github, token: fenced }, memory: right.memory };
}

export async function isInBlock({ github, pull, given }: Scene, signal: AbortSignal): Promise<boolean> {
  const { state } = recognise(await readOwnPosts(github, pull, signal, { withThreads: false }));
  return isDone(state?.decisions ?? undecided, given.comment);
}

/** Longer than a command takes from reading the summary to writing it. */
const lookBackMs = 3_000;

/** Another command's run may have read the summary before this one wrote it, and then write over it: so it is looked at once more. */
async function lookBack(scene: Scene, again: (later: Scene) => Promise<Done>, signal: AbortSignal): Promise<void> {
  await pause(lookBackMs, undefined, { signal });
  if (await isInBlock(scene, signal)) return;
  const done = await again({ ...scene, posts: await readOwnPosts(scene.github, scene.pull, signal) });
  if (done.kind === "done") await done.rest?.();
}

const lookEveryMs = 2_000;
const longestWaitMs = 30 * 60_000;

/**
 * A review that is at work in another workflow reads what was decided right before it writes; what comes later than that it overwrites.
 * So this run waits for its end, and sees to it that the verdict has it all.
 */
export async function afterwards(
  scene: Scene,
  again: (scene: Scene) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const { github, pull } = scene;
  for (let waited = 0; waited < longestWaitMs; waited += lookEveryMs) {
    await pause(lookEveryMs, undefined, { signal });
    const posts = await readOwnPosts(github, pull, signal);
    const existing = recognise(posts);
    const options = runOptions(scene, null);
    const decisions = await decisionsOn({ options, existing });
    const opened = await openRun(options, { github, pull, existing, decisions }, signal);
    if (opened.under !== null) continue;
    await again({ ...scene, posts });
    return;
  }
}
