import type { Decisions } from "../domain/decisions.ts";
import type { State } from "../domain/publication.ts";
import type { Desk, Right } from "../domain/run.ts";
import type { Severity } from "../domain/severity.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { reply } from "../github/reactions.ts";
import { resolveThreads } from "../github/resolve-threads.ts";
import { answerTo } from "../publication/answer.ts";
import { hearingReply } from "../publication/hearing-reply.ts";
import { openFinding, withWithdrawn } from "../steer/argue.ts";
import { courteously } from "./answering.ts";
import { isInBlock, type Known, notWritten, runOptions, whatStands } from "./carry-out.ts";
import type { Scene } from "./obey.ts";
import { openRun } from "./open-run.ts";
import { recompute } from "./recompute.ts";

type Thread = Known["existing"]["threads"][number];

/** How a reply was heard. `withdrawn`: why, where the seats gave the finding up. `isSaid`: the thread was told already. */
export interface Verdict {
  readonly kind: "heard";
  readonly text: string;
  readonly end: "resolve" | "leave";
  readonly withdrawn: string | null;
  /** The severity at which the finding was heard; null where nothing was. */
  readonly severity: Severity | null;
  /** What changes of the review that it was heard on. */
  readonly apply: (state: State) => State;
  readonly costUsd: number;
  readonly isSaid: boolean;
}

/** `left`: a review at work may write over it. `lost`: nothing of it counts, whatever the thread says. */
export type Settled = "kept" | "left" | "lost";

const mostTries = 5;

/** Keeps what came of a hearing, tells the thread, and has summary and check follow. */
export async function settleReply(
  before: Scene,
  thread: Thread,
  verdict: Verdict,
  desk: Desk | null,
  signal: AbortSignal,
): Promise<Settled> {
  const { github, given, options } = before;
  const pull = await readPullRequest(github, given.repo, given.number, signal);
  const scene = { ...before, pull };
  let left = verdict;
  for (let tries = 1; tries <= mostTries; tries += 1) {
    // What was read before the hearing may be minutes old.
    const known = await whatStands(scene, desk, tries + 1, signal);
    left = unlessOvertaken(known.existing.state, thread, left, before.pull.head.sha);
    const decisions = decisionsAfter(known, thread, left, scene);
    if (desk !== null && decisions !== known.decisions && !(await desk.keep(decisions))) continue;
    const write = writer(scene, { ...known, decisions }, thread, { ...left, heardOn: before.pull.head.sha }, signal);
    const written = desk === null ? await write(null) : await desk.alone(write);
    if (written === null) await tellThread(scene, thread, left, signal);
    else await tellFailed(scene, written.failed, signal);
    left = { ...left, isSaid: true };
    const isKept = desk !== null || decisions === known.decisions || (await isInBlock(scene, signal));
    if (isKept) return desk === null && written?.isUnderWay === true ? "left" : "kept";
  }
  options.emit({
    type: "note",
    text: "What a hearing ended in could not be kept: others wrote the summary meanwhile.",
  });
  return "lost";
}

async function tellFailed(
  { github, given, options, pull }: Scene,
  failed: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (failed.length === 0) return;
  const { body } = answerTo(`comment ${given.comment}`, notWritten(failed), pull.head.sha);
  await courteously(() => reply(github, given, body, signal), options, signal);
}

/** A review that ended while this was heard found it otherwise: a hearing about less has no word on that. */
function unlessOvertaken(state: State | null, { finding }: Thread, verdict: Verdict, heardOn: string): Verdict {
  const { severity, costUsd, isSaid } = verdict;
  const open = openFinding(state, finding);
  if (severity === null || open === undefined || (open.severity === severity && state?.head === heardOn))
    return verdict;
  const text =
    "A review that ended while this was heard has its own word on this finding, so the hearing changes nothing. Reply again, if it still stands.";
  return {
    kind: "heard",
    text,
    end: "leave",
    withdrawn: null,
    severity: null,
    apply: (state) => state,
    costUsd,
    isSaid,
  };
}

function decisionsAfter(
  { existing, decisions }: Known,
  { finding }: Thread,
  { withdrawn }: Verdict,
  scene: Scene,
): Decisions {
  const { given, options } = scene;
  // Somebody dismissed it while it was heard: what people decide is theirs.
  const open = openFinding(existing.state, finding);
  if (withdrawn === null || open === undefined) return decisions;
  const at = options.now().toISOString();
  const { comment, login: by } = given;
  return withWithdrawn(decisions, { finding, comment, by, why: withdrawn, at, severity: open.severity });
}

function writer(
  scene: Scene,
  { existing, decisions }: Known,
  thread: Thread,
  verdict: Verdict & { readonly heardOn: string },
  signal: AbortSignal,
) {
  const { github, pull } = scene;
  const write = writeIn(scene, thread, verdict);
  let seen: { readonly state: State | null } | null = null;
  return async (right: Right | null) => {
    const newest = right === null ? decisions : await right.memory.decisions();
    // Called again with what people decided meanwhile: the thread was told by then, and the state has it.
    const threads = seen === null && write !== null ? [write] : [];
    seen ??= { state: after(await remembered(right, scene, existing.state), verdict) };
    const { state } = seen;
    const opened = await openRun(
      runOptions(scene, right),
      { github, pull, existing: { ...existing, state }, decisions: newest },
      signal,
    );
    return recompute(opened, threads, signal);
  };
}

async function remembered(right: Right | null, { given }: Scene, state: State | null): Promise<State | null> {
  return (await right?.memory.stateOf(given.number)) ?? state;
}

/** What was heard is about the head that was reviewed then; a later review has its own word. What it cost counts all the same. */
function after(state: State | null, { apply, costUsd, heardOn }: Parameters<typeof writer>[3]): State | null {
  if (state === null) return null;
  const paid = { ...state, spentUsd: state.spentUsd + costUsd };
  return state.head === heardOn ? apply(paid) : paid;
}

function writeIn({ given, pull }: Scene, { thread }: Thread, { text, end, isSaid }: Verdict) {
  if (isSaid) return null;
  return { thread, reply: hearingReply(given.comment, text, { head: pull.head.sha, attempt: 1 }), end };
}

async function tellThread(scene: Scene, thread: Thread, verdict: Verdict, signal: AbortSignal): Promise<void> {
  const write = writeIn(scene, thread, verdict);
  if (write !== null) await resolveThreads(scene.github, scene.pull, [write], signal);
}
