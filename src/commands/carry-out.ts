import { type Decision, decideCommand, isDone } from "../decisions/decide.ts";
import { rememberedReview } from "../decisions/remembered.ts";
import type { Steering } from "../domain/command.ts";
import type { Decisions } from "../domain/decisions.ts";
import type { ThreadWrite } from "../domain/operation.ts";
import type { ReviewRequest } from "../domain/request.ts";
import type { State } from "../domain/state.ts";
import { decisionReply, explanationOf, helpText, statusText } from "../publication/answer.ts";
import { markerOf } from "../publication/marker.ts";
import type { Existing } from "../publication/recognise.ts";
import { redactedReview } from "../publication/redacted.ts";
import { contested, type Keeping, type Known, keep, runOptions } from "../record/keep.ts";
import type { DecisionStore, Lease } from "../record/record.ts";
import { ownSecrets } from "../run/options.ts";
import { type Recomputed, recompute } from "../run/recompute.ts";
import { basisReader, openRun } from "../run/run.ts";
import { isDraftLeftOut } from "../run/without-review.ts";
import { redact } from "../text/text.ts";
import { postInThread } from "./answering.ts";
import { authorsOfBot, type PullRequestContext } from "./context.ts";

/** `text`: what to answer, null where the signs say enough. `isBehind`: the check does not say it. `rest`: what is left to do once that was said. */
export type Done =
  | { readonly kind: "refused"; readonly sentence: string }
  | {
      readonly kind: "done";
      readonly text: string | null;
      readonly wish: ReviewRequest | null;
      readonly isBehind?: boolean;
      readonly rest?: () => Promise<void>;
    };

type Instead = Exclude<Decision, { kind: "decided" }>;

/** Decides about a command by what stands now, keeps what was decided, and publishes what follows from it. */
export async function carryOut(
  scene: PullRequestContext,
  command: Steering,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<Done> {
  const coAuthors = command.kind === "dismiss" ? authorsOfBot(scene) : [];
  const isIn = (decisions: Decisions): boolean => isDone(decisions, scene.given.comment);
  const decided: Keeping<Instead>["decide"] = (known) => {
    const { decisions } = known;
    const decision: Decision = isIn(decisions)
      ? { kind: "decided", decisions }
      : decide(scene, command, known, coAuthors);
    if (decision.kind !== "decided") return { instead: decision, known };
    const publish = (now: Known, right: Lease | null) => writeOut(scene, command, now, right, signal);
    return { decisions: decision.decisions, publish };
  };
  const kept = await keep(scene, { decide: decided, isIn }, desk, signal);
  if (kept.kind === "lost") return { kind: "refused", sentence: `${contested} Give the command again.` };
  if (kept.kind === "instead") return answered(scene, kept.instead, kept.known, signal);
  const { failed = [], isBehind = false } = kept.written ?? {};
  const isWished = command.kind === "resume" && scene.pull.isOpen;
  const wish = isWished ? { isExplicit: false, isFull: false, mayExceed: false } : null;
  return { kind: "done", text: failed.length === 0 ? null : notWritten(failed), wish, isBehind, rest: kept.rest };
}

async function answered(
  scene: PullRequestContext,
  decision: Instead,
  known: Known,
  signal: AbortSignal,
): Promise<Done> {
  switch (decision.kind) {
    case "refused":
      return decision;
    case "review": {
      const { isFull, mayExceed } = decision;
      const basis = basisReader(scene.github, known.pull, runOptions(scene, null));
      if (await isDraftLeftOut({ pull: known.pull, basis }, signal)) return { kind: "refused", sentence: ofDraft };
      return { kind: "done", text: null, wish: { isExplicit: true, isFull, mayExceed } };
    }
    case "tell":
      return { kind: "done", text: await tell(scene, decision, known, signal), wish: null };
  }
}

const ofDraft =
  "This pull request is a draft, and the settings ask for no review of drafts: mark it as ready, and its review begins.";

function decide(
  { given, role, options }: PullRequestContext,
  command: Steering,
  known: Known,
  coAuthors: readonly string[],
): Decision {
  const { pull, existing, decisions } = known;
  const at = options.now().toISOString();
  const { comment, login: by } = given;
  const clean = "why" in command ? { ...command, why: redact(command.why, ownSecrets(options)) } : command;
  return decideCommand({ command: clean, comment, by, role, at, pull, state: existing.state, decisions, coAuthors });
}

export function notWritten(failed: readonly string[]): string {
  return `It is decided, but not everything could be written: ${failed.join("; ")}. \`/debate status\` tells what stands.`;
}

async function writeOut(
  scene: PullRequestContext,
  command: Steering,
  { pull, existing, decisions }: Known,
  right: Lease | null,
  signal: AbortSignal,
): Promise<Recomputed> {
  const { given, github } = scene;
  const finding = command.kind === "dismiss" || command.kind === "reopen" ? command.finding : null;
  const { head, attempt } = existing.state ?? { head: pull.head.sha, attempt: 1 };
  const threads: readonly ThreadWrite[] =
    finding === null ? [] : decisionReply(existing, finding, decisions, { by: given.login, head, attempt });
  const opened = await openRun(runOptions(scene, right), { github, pull, existing, decisions }, signal);
  return recompute(opened, threads, signal);
}

/** What somebody asked to be told, as text for a comment; null where it was said in the finding's own thread. */
export async function tell(
  scene: PullRequestContext,
  { what, finding }: Extract<Decision, { kind: "tell" }>,
  { existing, decisions }: { readonly existing: Existing; readonly decisions: Decisions },
  signal: AbortSignal,
): Promise<string | null> {
  const { state } = existing;
  if (what === "help") return helpText();
  if (what === "status" || state === null || finding === null) return statusText(state, decisions, scene.pull.head.sha);
  const text = explanation(scene, state, finding);
  const thread = existing.threads.find((one) => one.finding === finding);
  if (thread === undefined) return text;
  const reply = `${markerOf({ kind: "answer", id: finding, head: state.head, attempt: state.attempt })}\n\n${text}`;
  return (await postInThread(scene, thread, reply, signal)) ? null : text;
}

function explanation({ options, pull }: PullRequestContext, state: State, id: string): string {
  const { repo, number, base, head } = pull;
  const known = rememberedReview(state, { repo, number, base, head }, options.now().toISOString());
  const review = redactedReview(known, ownSecrets(options));
  const finding = [...review.findings, ...review.eliminated].find((one) => one.id === id);
  return finding === undefined ? "" : explanationOf(review, finding);
}
