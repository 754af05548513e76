import { withDecisions } from "../decisions/decided.ts";
import { stateOf } from "../decisions/next-state.ts";
import type { Beside } from "../domain/beside.ts";
import type { Decisions } from "../domain/decisions.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import type { Review } from "../domain/review.ts";
import type { CheckOperation } from "../github/conclude-check.ts";
import { type Published, publish } from "../github/publish.ts";
import { otherOn, worseOf } from "../publication/other-run.ts";
import { githubLimits, planCheck, planPublication } from "../publication/plan.ts";
import type { Existing } from "../publication/recognise.ts";
import { notReviewed } from "../review/not-reviewed.ts";
import { defaultSettings } from "../settings/settings.ts";
import { decisionsOn, lookAgain, worstNow } from "./look-again.ts";
import { type GitHubRunOptions, type GitHubRunResult, ownSecrets } from "./options.ts";
import type { AnyRun } from "./review-now.ts";
import type { JudgedRun, Run } from "./run.ts";
import { besideKnown, renewCheck } from "./same-head.ts";

/** Publishes a review: comments and state first, then, knowing what stands on the same head elsewhere, the check's conclusion. */
export async function conclude(
  run: Run,
  judged: JudgedRun,
  check: { readonly id: number; readonly annotations: number } | null,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const { options, github, pull } = run;
  const { settings, basis } = judged;
  const { existing, left } = await lookAgain(run, basis, check, signal);
  const decisions = judged.decisions ?? (await decisionsOn({ options, existing }));
  const reviewed = remembering(run, judged);
  const decided = decidedOn(reviewed, decisions);
  const other = otherOn({ ...run, now: existing }, decided);
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
  const state = stateOf({ ...run, existing }, reviewed, { review: decided, decisions });
  const isSilent = basis === null || other !== null || left !== null;
  const operations = isSilent ? [] : planPublication(review, state, existing, limits, context);
  const published = await publish(operations, target, signal);
  if (basis !== null) await options.memory?.saveState(state);
  // Without a check there may still be comments: a person's own token can write those, and no checks.
  if (check === null) {
    const isReadOnly = published.failed.length === operations.length;
    return {
      ...result,
      reviewId: published.reviewId,
      isReadOnly,
      notes: isReadOnly ? [] : [noCheck, ...notesOn([published])],
    };
  }
  const stands = isSilent ? existing : { ...existing, state };
  const look = () => worstKnown(run, { review, settings }, stands, signal);
  const plan = (known: Known, annotated: number) => planCheck(known.review, known.beside, limits, context, annotated);
  const write = (planned: CheckOperation[], id: number) => publish(planned, { ...target, check: id }, signal);
  const written = await concludeCheck(run, { look, plan, write }, check, signal);
  const notes = [...(left === null ? [] : [left]), ...notesOn([published, ...written.published])];
  const ids = { checkRunId: written.checkRunId, reviewId: published.reviewId };
  return { ...result, ...ids, ...conclusionIn(written.operations, written.review), notes };
}

interface CheckWriting {
  readonly look: () => Promise<Known>;
  readonly plan: (known: Known, annotated: number) => CheckOperation[];
  readonly write: (operations: CheckOperation[], check: number) => Promise<Published>;
}

/** The check's conclusion, and a second check where a newer one of another run would stand before it. */
export async function concludeCheck(
  run: AnyRun,
  { look, plan, write }: CheckWriting,
  { id, annotations }: { readonly id: number; readonly annotations: number },
  signal: AbortSignal,
) {
  const first = await look();
  const operations = plan(first, annotations);
  const concluded = await write(operations, id);
  const checkRunId = concluded.check ?? id;
  const again = await renewCheck(run, first, { beside: first.beside, checkRunId }, signal);
  if (again === null) return { checkRunId, operations, review: first.review, published: [concluded] };
  // Whoever ended meanwhile may have found worse.
  const last = await look();
  const renewing = plan(last, 0);
  const renewed = await write(renewing, again);
  return { checkRunId: again, operations: renewing, review: last.review, published: [concluded, renewed] };
}

export interface Known {
  readonly review: Review;
  readonly beside: Beside;
}

/** What stands on the head elsewhere, and the worst that is said of it now. */
async function worstKnown(
  run: Run,
  given: Pick<JudgedRun, "review" | "settings">,
  stands: Existing,
  signal: AbortSignal,
): Promise<Known> {
  const { review, beside } = await besideKnown(run, given, signal);
  return { beside, review: await worstNow(run, review, stands, signal) };
}

function noting(review: Review, note: string | null): Review {
  return note === null ? review : { ...review, notes: [...review.notes, note] };
}

/** A review that does not know what an earlier one found may block, and never passes. */
function remembering({ isMemoryLost }: Run, reviewed: JudgedRun): JudgedRun {
  const { facts } = reviewed;
  return facts === null || !isMemoryLost ? reviewed : { ...reviewed, facts: { ...facts, lostMemory } };
}

const lostMemory = "the summary of an earlier review is missing or was edited";

function decidedOn({ review, facts }: JudgedRun, decisions: Decisions): Review {
  return facts === null ? review : withDecisions(review, facts, decisions);
}

const noCheck =
  "The check could not be written, so nothing blocks the merge but this run itself: only an app's token with checks: write can.";

/** Everything that could not be written where it was meant to be. */
export function notesOn(published: readonly Published[]): string[] {
  return published.flatMap(({ fellBack, failed }) => [
    ...fellBack,
    ...failed.map(({ operation, reason }) => `Not written to GitHub: ${operation}: ${reason}`),
  ]);
}

export function conclusionIn(
  operations: readonly CheckOperation[],
  review: Review,
): Pick<GitHubRunResult, "conclusion" | "title"> {
  const last = operations.at(-1);
  if (last?.kind !== "conclude-check") return { conclusion: review.conclusion, title: review.title };
  return { conclusion: last.conclusion, title: last.output.title };
}

/** The answer for a commit that another one has replaced: nothing is read further and nothing is written. */
export function outdated(sha: string, pull: PullRequest, options: GitHubRunOptions, startedAt: Date): GitHubRunResult {
  const { repo, number, base, head } = pull;
  const hindrance = { headCurrent: false, supersededBy: head.sha };
  const circumstances = { startedAt, finishedAt: options.now(), notes: [] };
  const change = { repo, number, base, head: { ref: head.ref, sha } };
  const { review } = notReviewed(hindrance, change, defaultSettings, circumstances);
  const { conclusion, title } = review;
  return {
    review,
    checkRunId: null,
    reviewId: null,
    isReadOnly: false,
    isStanding: false,
    conclusion,
    title,
    notes: [],
    pull: number,
  };
}
