import { openFinding, wasHeard, withHeard } from "../decisions/argue.ts";
import type { Decisions } from "../domain/decisions.ts";
import type { Severity } from "../domain/severity.ts";
import type { State } from "../domain/state.ts";
import { reply } from "../github/comments.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { resolveThreads } from "../github/resolve-threads.ts";
import { answerTo } from "../publication/answer.ts";
import { hearingReply } from "../publication/hearing-reply.ts";
import { contested, type Keeping, type Known, keep, runOptions } from "../record/keep.ts";
import type { DecisionStore, Lease } from "../record/record.ts";
import { type Recomputed, recompute } from "../run/recompute.ts";
import { openRun } from "../run/run.ts";
import { courteously } from "./answering.ts";
import { notWritten } from "./carry-out.ts";
import type { PullRequestContext } from "./context.ts";

type Thread = Known["existing"]["threads"][number];

/** How a reply was heard. `withdrawn`: why, where the seats gave the finding up. `isSaid`: the thread was told already. */
export interface Verdict {
  readonly kind: "heard";
  readonly text: string;
  readonly end: "resolve" | "leave";
  readonly withdrawn: string | null;
  /** Whether somebody else than an author of the change asked: see `Dismissal`. */
  readonly mayUnblock: boolean;
  /** The severity at which the finding was heard, and the one that it was revised to; null where there is none. */
  readonly severity: Severity | null;
  readonly revised: Severity | null;
  /** What changes of the review that it was heard on. */
  readonly apply: (state: State) => State;
  readonly costUsd: number;
  readonly isSaid: boolean;
}

/** `isBehind`: the check does not say what follows. */
interface Settled {
  readonly isBehind: boolean;
  readonly rest: () => Promise<void>;
}

/** Keeps what came of a hearing, tells the thread, and has summary and check follow; null where it could not be kept, whatever the thread says. */
export async function settleReply(
  before: PullRequestContext,
  thread: Thread,
  verdict: Verdict,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<Settled | null> {
  const { github, given, options } = before;
  const heardOn = before.pull.head.sha;
  const pull = await readPullRequest(github, given.repo, given.number, signal);
  // What was read before the hearing may be minutes old.
  const scene = { ...before, pull, posts: await readOwnPosts(github, pull, signal) };
  const isIn = (decisions: Decisions): boolean => wasHeard(decisions, given.comment);
  let left = verdict;
  let { isSaid } = verdict;
  const decide: Keeping<never>["decide"] = (known) => {
    left = unlessOvertaken(known, thread, verdict, heardOn);
    const ended = left;
    // Called again, with what people decided meanwhile, the state has it and the thread was told.
    let isNew = !isIn(known.decisions);
    const publish = async (now: Known, right: Lease | null): Promise<Recomputed> => {
      const { state } = now.existing;
      const isMeant = isNew && state?.head === heardOn;
      const existing = { ...now.existing, state: isMeant ? ended.apply(state) : state };
      const opened = await openRun(runOptions(scene, right), { ...now, github, existing }, signal);
      const written = await recompute(opened, isSaid ? [] : [writeIn(scene, thread, ended)], signal);
      [isNew, isSaid] = [false, true];
      return written;
    };
    return { decisions: decisionsAfter(known, thread, ended, scene), publish };
  };
  const kept = await keep(scene, { decide, isIn }, desk, signal);
  if (kept.kind !== "kept") {
    options.emit({ type: "note", text: `What a hearing ended in could not be kept. ${contested}` });
    return null;
  }
  if (kept.written !== null) await tellFailed(scene, kept.written.failed, signal);
  else if (!isSaid) await resolveThreads(github, pull, [writeIn(scene, thread, leftToOthers(left))], signal);
  return { isBehind: kept.written?.isBehind === true, rest: kept.rest };
}

/** What was decided is kept, but not that code is gone from a head: that is for whoever is at work on it to see. */
function leftToOthers(verdict: Verdict): Verdict {
  if (verdict.end !== "resolve" || verdict.withdrawn !== null) return verdict;
  const text = `${verdict.text} Something else is at work on this pull request and has the last word: reply again, if the finding still counts after it.`;
  return { ...verdict, text, end: "leave" };
}

async function tellFailed(
  { github, given, options, pull }: PullRequestContext,
  failed: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (failed.length === 0) return;
  const { body } = answerTo(`comment ${given.comment}`, notWritten(failed), pull.head.sha);
  await courteously(() => reply(github, given, body, signal), options, signal);
}

/** A review that ended while this was heard found it otherwise: a hearing about less has no word on that. */
function unlessOvertaken(
  { existing: { state }, decisions }: Known,
  { finding }: Thread,
  verdict: Verdict,
  heardOn: string,
): Verdict {
  const { severity, costUsd, isSaid } = verdict;
  const open = openFinding(state, decisions, finding);
  if (severity === null || open === undefined || (open.severity === severity && state?.head === heardOn))
    return verdict;
  const text =
    "A review that ended while this was heard has its own word on this finding, so the hearing changes nothing. Reply again, if it still stands.";
  return { kind: "heard", text, ...nothingNew, costUsd, isSaid };
}

/** Of a hearing that changes nothing, or changed it before. */
export const nothingNew: Omit<Verdict, "kind" | "text" | "isSaid"> = {
  end: "leave",
  withdrawn: null,
  mayUnblock: false,
  severity: null,
  revised: null,
  apply: (state) => state,
  costUsd: 0,
};

function decisionsAfter(
  { existing, decisions }: Known,
  { finding }: Thread,
  { withdrawn, mayUnblock, revised, costUsd }: Verdict,
  { given, options }: PullRequestContext,
): Decisions {
  const { comment, login: by } = given;
  const heard = { comment, finding, by, at: options.now().toISOString() };
  const open = openFinding(existing.state, decisions, finding);
  // Somebody dismissed it while it was heard: what people decide is theirs.
  if (open === undefined) return withHeard(decisions, heard, { costUsd, withdrawn: null });
  const { severity } = open;
  const change = revised === null ? {} : { from: severity, to: revised, mayUnblock };
  const why = withdrawn === null ? null : { why: withdrawn, severity, mayUnblock };
  return withHeard(decisions, { ...heard, ...change }, { costUsd, withdrawn: why });
}

function writeIn({ given, pull }: PullRequestContext, { thread }: Thread, { text, end }: Verdict) {
  return { thread, reply: hearingReply(given.comment, text, { head: pull.head.sha, attempt: 1 }), end };
}
