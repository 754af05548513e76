import { withDecisions } from "../decisions/decided.ts";
import { baseOf, nextState } from "../decisions/next-state.ts";
import type { Decisions } from "../domain/decisions.ts";
import type { Operation } from "../domain/operation.ts";
import type { Review } from "../domain/review.ts";
import type { Beside, State } from "../domain/state.ts";
import { type Published, publish } from "../github/publish.ts";
import { githubLimits } from "../publication/marker.ts";
import { otherOn, worseOf } from "../publication/other-run.ts";
import { planCheck, planPublication } from "../publication/plan.ts";
import type { Existing } from "../publication/recognise.ts";
import { lookAgain, worstNow } from "./look-again.ts";
import { type GitHubRunResult, ownSecrets } from "./options.ts";
import type { JudgedRun, Run } from "./run.ts";
import { besideKnown, renewCheck } from "./same-head.ts";

/** Publishes a review: comments and state first, then the check's conclusion, which takes in the other verdicts on the same head. */
export async function conclude(
  run: Run,
  judged: JudgedRun,
  check: { readonly id: number; readonly annotations: number } | null,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const { options, github, pull } = run;
  const { settings, basis } = judged;
  const { existing, left, decisions } = await lookAgain(run, judged, signal);
  const reviewed = remembering(run, judged);
  const decided = decidedOn(reviewed, decisions);
  const other = otherOn(pull.head.sha, decided, { before: run.existing.state, now: existing.state });
  const review = noting(worseOf(decided, other), left);
  const limits = { ...githubLimits, inline: settings.review.maxInline };
  const context = { version: options.version, secrets: ownSecrets(options), pull };
  const onNote = (text: string): void => options.emit({ type: "note", text });
  const target = { github, pull, check: check?.id ?? null, attempt: run.attempt, onNote };
  const { conclusion, title } = review;
  const result = {
    review,
    checkRunId: check?.id ?? null,
    isReadOnly: false,
    isStanding: false,
    conclusion,
    title,
    pull: pull.number,
  };
  if (!options.publish) return { ...result, reviewId: null, notes: [] };
  const state = stateAfter({ ...run, existing }, reviewed, { review: decided, decisions });
  const isSilent = basis === null || other !== null || left !== null;
  const operations = isSilent ? [] : planPublication(review, state, existing, limits, context);
  const published = await publish(operations, target, signal);
  if (basis !== null) await options.record.saveState(state);
  // There may still be comments: a person's own token can write those, but no checks.
  if (check === null) {
    const isReadOnly = published.failed.length === operations.length;
    return {
      ...result,
      reviewId: published.reviewId,
      isReadOnly,
      notes: isReadOnly ? [] : [noCheck, ...notesOn([published])],
    };
  }
  const known = isSilent ? existing : { ...existing, state };
  const look = () => worstKnown(run, { review, settings }, known, signal);
  const plan = (now: Known, annotated: number) => planCheck(now.review, now.beside, limits, context, annotated);
  const written = await writeCheck(run, { look, plan, target }, check, signal);
  const notes = [...(left === null ? [] : [left]), ...notesOn([published, ...written.published])];
  const ids = { checkRunId: written.checkRunId, reviewId: published.reviewId };
  return { ...result, ...ids, ...conclusionIn(written.operations, written.review), notes };
}

function stateAfter(
  run: Run,
  { review: raw, facts, basis, settings }: JudgedRun,
  decided: { readonly review: Review; readonly decisions: Decisions },
): State {
  const base = basis === null ? "" : baseOf(run.pull, basis.mergeBase);
  const { usdPerPr } = settings.budget;
  return nextState({ ...run, base, fingerprint: basis?.base.fingerprint ?? "", usdPerPr }, { raw, facts, ...decided });
}

interface CheckWriting {
  readonly look: () => Promise<Known>;
  readonly plan: (known: Known, annotated: number) => Operation[];
  readonly target: Parameters<typeof publish>[1];
}

/** Concludes the check, and a second check if another run has made a newer one, because GitHub counts the newest. */
async function writeCheck(
  run: Run,
  { look, plan, target }: CheckWriting,
  { id, annotations }: { readonly id: number; readonly annotations: number },
  signal: AbortSignal,
) {
  const first = await look();
  const operations = plan(first, annotations);
  const concluded = await publish(operations, target, signal);
  const checkRunId = concluded.check ?? id;
  const again = await renewCheck(run, first, { beside: first.beside, checkRunId }, signal);
  if (again === null) return { checkRunId, operations, review: first.review, published: [concluded] };
  // A run that ended in between may have found worse.
  const last = await look();
  const renewing = plan(last, 0);
  const renewed = await publish(renewing, { ...target, check: again }, signal);
  return { checkRunId: again, operations: renewing, review: last.review, published: [concluded, renewed] };
}

interface Known {
  readonly review: Review;
  readonly beside: Beside;
}

/** The other verdicts on the head, and the worst verdict by now. */
async function worstKnown(
  run: Run,
  given: Pick<JudgedRun, "review" | "settings">,
  known: Existing,
  signal: AbortSignal,
): Promise<Known> {
  const { review, beside } = await besideKnown(run, given, signal);
  return { beside, review: await worstNow(run, review, known, signal) };
}

function noting(review: Review, note: string | null): Review {
  return note === null ? review : { ...review, notes: [...review.notes, note] };
}

/** A review that has lost the findings of an earlier one may block, but never passes. */
function remembering({ isMemoryLost }: Run, reviewed: JudgedRun): JudgedRun {
  const { facts } = reviewed;
  return facts === null || !isMemoryLost ? reviewed : { ...reviewed, facts: { ...facts, lostMemory } };
}

const lostMemory = "the summary of an earlier review is missing or was edited";

function decidedOn({ review, facts }: JudgedRun, decisions: Decisions): Review {
  return facts === null ? review : withDecisions(review, facts, decisions);
}

const noCheck =
  "The check could not be written, so only this run itself can block the merge. Writing checks needs an app's token with checks: write.";

/** Every write that failed, or went to another place than planned. */
function notesOn(published: readonly Published[]): string[] {
  return published.flatMap(({ fellBack, failed }) => [
    ...fellBack,
    ...failed.map(({ operation, reason }) => `Not written to GitHub: ${operation}: ${reason}`),
  ]);
}

function conclusionIn(operations: readonly Operation[], review: Review): Pick<GitHubRunResult, "conclusion" | "title"> {
  const last = operations.at(-1);
  if (last?.kind !== "conclude-check") return { conclusion: review.conclusion, title: review.title };
  return { conclusion: last.conclusion, title: last.output.title };
}
