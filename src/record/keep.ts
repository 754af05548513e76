import { setTimeout as pause } from "node:timers/promises";
import type { PullRoom } from "../commands/context.ts";
import { type Decisions, undecided } from "../domain/decisions.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { type Existing, recognise } from "../publication/recognise.ts";
import { decisionsIn, decisionsOn } from "../run/look-again.ts";
import type { GitHubRunOptions } from "../run/options.ts";
import type { Recomputed } from "../run/recompute.ts";
import { openRun } from "../run/run.ts";
import type { DecisionStore, Lease } from "./record.ts";

/** A pull request, what stands on it, and what people decided about it. */
export interface Known {
  readonly pull: PullRequest;
  readonly existing: Existing;
  readonly decisions: Decisions;
}

/** What is to be kept, and how it is published: over what stands by then, with whatever else was decided. */
export interface Step {
  readonly decisions: Decisions;
  readonly publish: (now: Known, right: Lease | null) => Promise<Recomputed>;
}

export interface Keeping<Instead> {
  /** By what stands, which others may have changed: so it is asked again. `instead`: there is nothing to keep. */
  readonly decide: (known: Known) => Step | { readonly instead: Instead; readonly known: Known };
  readonly isIn: (decisions: Decisions) => boolean;
}

/**
 * `written` is null where a review is at work that publishes it. `rest` sees to it that nobody wrote over it, and may take as long as a
 * review: what is to be said comes before. `lost`: it is kept nowhere.
 */
export type Kept<Instead> =
  | { readonly kind: "kept"; readonly written: Recomputed | null; readonly rest: () => Promise<void> }
  | { readonly kind: "instead"; readonly instead: Instead; readonly known: Known }
  | { readonly kind: "lost" };

const mostTries = 5;
export const contested =
  "Others changed what stands on this pull request again and again meanwhile, or its summary could not be written.";

/** Keeps what was decided, so that of two who decide at once neither is lost: by the store's own compare and set, or by looking whether it is there. */
export async function keep<Instead>(
  scene: PullRoom,
  keeping: Keeping<Instead>,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<Kept<Instead>> {
  const { decide, isIn } = keeping;
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const known = await whatStands(scene, desk, tries, signal);
    const step = decide(known);
    if ("instead" in step) return { kind: "instead", ...step };
    if (desk !== null && !isIn(known.decisions) && !(await desk.keep(step.decisions))) continue;
    if (desk !== null)
      return {
        kind: "kept",
        written: await desk.alone((right) => underLease(step, scene, right, signal)),
        rest: nothing,
      };
    const written = await step.publish({ ...known, decisions: step.decisions }, null);
    if (!(await isInBlock(scene, isIn, signal))) continue;
    const rest = written.isUnderWay ? afterwards : lookBack;
    return { kind: "kept", written, rest: () => rest(scene, keeping, signal) };
  }
  return { kind: "lost" };
}

/** Between what was read before and the lease somebody may have pushed, and a review may have ended and written. */
async function underLease({ publish }: Step, before: PullRoom, right: Lease, signal: AbortSignal): Promise<Recomputed> {
  const { pull, posts } = await asItIsNow(before, signal);
  const existing = recognise(posts);
  const { memory } = right;
  const state = (await memory.stateOf(pull.number)) ?? existing.state;
  return publish({ pull, existing: { ...existing, state }, decisions: await memory.decisions() }, right);
}

async function asItIsNow<Place extends PullRoom>(place: Place, signal: AbortSignal): Promise<Place> {
  const { github, pull: before } = place;
  const [pull, posts] = await Promise.all([
    readPullRequest(github, before.repo, before.number, signal),
    readOwnPosts(github, before, signal),
  ]);
  return { ...place, pull, posts };
}

async function nothing(): Promise<void> {}

export async function whatStands(
  scene: PullRoom,
  desk: DecisionStore | null,
  tries: number,
  signal: AbortSignal,
): Promise<Known> {
  const { pull, posts } = tries === 1 ? scene : await asItIsNow(scene, signal);
  const existing = recognise(posts);
  if (desk === null) return { pull, existing, decisions: decisionsIn(existing) };
  const { state, decisions } = await desk.read();
  return { pull, existing: { ...existing, state: state ?? existing.state }, decisions };
}

/** Every write is fenced by the lease. */
export function runOptions({ given, options }: PullRoom, right: Lease | null): GitHubRunOptions {
  const { repo, number } = given;
  const task = { kind: "pull-request" as const, repo, number, isExplicit: false };
  const { token } = options.github;
  if (right === null) return { ...options, task };
  const fenced = typeof token === "string" ? token : { ...token, mayWrite: right.mayWrite };
  return { ...options, task, github: { ...options.github, token: fenced }, memory: right.memory };
}

async function isInBlock(
  { github, pull }: PullRoom,
  isIn: Keeping<unknown>["isIn"],
  signal: AbortSignal,
): Promise<boolean> {
  const { state } = recognise(await readOwnPosts(github, pull, signal, { withThreads: false }));
  return isIn(state?.decisions ?? undecided);
}

/** Longer than a command takes from reading the summary to writing it. */
const lookBackMs = 3_000;

/** Another run may have read the summary before this one wrote it, and then write over it: so it is looked at once more. */
async function lookBack<Instead>(scene: PullRoom, keeping: Keeping<Instead>, signal: AbortSignal): Promise<void> {
  await pause(lookBackMs, undefined, { signal });
  if (await isInBlock(scene, keeping.isIn, signal)) return;
  const kept = await keep(await asItIsNow(scene, signal), keeping, null, signal);
  if (kept.kind === "kept") await kept.rest();
  if (kept.kind === "lost") scene.options.emit({ type: "note", text: contested });
}

const lookEveryMs = 2_000;
const longestWaitMs = 30 * 60_000;

/**
 * A review that is at work in another workflow reads what was decided right before it writes; what comes later than that it overwrites.
 * So this run waits for its end, and sees to it that the verdict has it all.
 */
async function afterwards<Instead>(before: PullRoom, keeping: Keeping<Instead>, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < longestWaitMs; waited += lookEveryMs) {
    await pause(lookEveryMs, undefined, { signal });
    const scene = await asItIsNow(before, signal);
    const { github, pull, posts } = scene;
    const existing = recognise(posts);
    const options = runOptions(scene, null);
    const decisions = await decisionsOn({ options, existing });
    const opened = await openRun(options, { github, pull, existing, decisions }, signal);
    if (opened.under !== null) continue;
    const { kind } = await keep(scene, keeping, null, signal);
    if (kind === "lost") scene.options.emit({ type: "note", text: contested });
    return;
  }
  before.options.emit({ type: "note", text: unwatched });
}

const unwatched =
  "A review was still at work after half an hour, so nobody looked whether its verdict has what was decided here: `/debate status` tells.";
