import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { baseOf, stillStands } from "../decisions/next-state.ts";
import { rememberedReview } from "../decisions/remembered.ts";
import { undecided } from "../domain/decisions.ts";
import { ReviewError } from "../domain/errors.ts";
import { type Conclusion, conclusions } from "../domain/review.ts";
import { listChecks } from "../github/check-run.ts";
import { GitHubError } from "../github/errors.ts";
import { isAppCheck, type KnownCheck, newestBeside, runIdOf, runSubject } from "../publication/own-checks.ts";
import { draft } from "./base-settings.ts";
import type { GitHubRunResult } from "./options.ts";
import { type Run, without } from "./run.ts";
import { showVerdict } from "./same-head.ts";

const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000];
/** As long as a debate may take by the settings' own limit, twice. */
const longestMs = 60 * 60_000;

/**
 * Where the App reviews the repository too, a workflow's run asks no model and writes nothing: it waits for the App's check and repeats what
 * that says, so that a required job passes with it and fails with it. Null: the App has no check on this head.
 */
export async function verdictOfApp(run: Run, signal: AbortSignal): Promise<GitHubRunResult | null> {
  const { options, github, pull } = run;
  let check = run.checks.find(isAppCheck);
  if (options.memory !== undefined || !options.publish || check === undefined) return null;
  const note = "The PR Debate App reviews this commit: this run asks no model and repeats what the App's check says.";
  options.emit({ type: "note", text: note });
  for (let waited = 0, turn = 0; !check.isCompleted && waited < longestMs; turn += 1) {
    const wait = pausesMs[Math.min(turn, pausesMs.length - 1)] ?? longestMs;
    await pause(wait, undefined, { signal });
    waited += wait;
    const checks = await listChecks(github, { repo: pull.repo, headSha: pull.head.sha }, signal);
    check = checks.find(isAppCheck) ?? check;
  }
  const { conclusion, title } = saidBy(check);
  const { review } = without(run, { skip: { why: "the PR Debate App reviews this commit" } });
  return {
    review: { ...review, conclusion, title, reason: title, notes: [...review.notes, note] },
    checkRunId: check.id,
    reviewId: null,
    isReadOnly: false,
    isStanding: false,
    conclusion,
    title,
    notes: [note],
    pull: pull.number,
  };
}

function saidBy({ isCompleted, conclusion: given, title }: KnownCheck): { conclusion: Conclusion; title: string } {
  const conclusion = conclusions.find((one) => one === given);
  if (!isCompleted) return { conclusion: "failure", title: "The App's check is still in progress; re-run this job" };
  if (conclusion === undefined) return { conclusion: "failure", title: "The App's check has no conclusion known here" };
  return { conclusion, title: `The App's check: ${title ?? conclusion}` };
}

/** Whether the pull request is a draft that the base's settings ask no review of. Settings that cannot be used ask for none. */
export async function isDraftLeftOut(
  { pull, basis }: Pick<Run, "pull" | "basis">,
  signal: AbortSignal,
): Promise<boolean> {
  if (!pull.isDraft) return false;
  try {
    return !(await basis(signal)).base.settings.review.drafts;
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return true;
  }
}

/**
 * The result for a draft: nothing is written, so that a required check stays pending. A passing check, even a skipped one, would let an armed
 * auto-merge through as soon as the draft is ready, before its review begins.
 */
export function unconcluded(run: Run): GitHubRunResult {
  const { review } = without(run, { skip: { why: draft } });
  const title = `${review.title}. No check is concluded; the review begins when it is ready.`;
  return {
    review,
    checkRunId: null,
    reviewId: null,
    isReadOnly: false,
    isStanding: false,
    conclusion: review.conclusion,
    title,
    notes: [],
    pull: run.pull.number,
  };
}

/**
 * The result that already stands on this head, where nothing it depends on has changed and nobody asked to debate again: no model is
 * called. Nothing is written either, unless the commit shows something else: a pull request with the same head may have passed while this one
 * was closed. Null where there is no such result.
 */
export async function standingResult(
  run: Run,
  last: KnownCheck | null,
  signal: AbortSignal,
): Promise<GitHubRunResult | null> {
  const { task, pull, existing, options } = run;
  const { state } = existing;
  if (task.isExplicit || last === null || state?.head !== pull.head.sha) return null;
  if (last.externalId !== runIdOf(runSubject(options, pull), state.attempt)) return null;
  const basis = await run.basis(signal).catch(() => null);
  if (basis === null) return null;
  const now = { head: pull.head.sha, base: baseOf(pull, basis.mergeBase), fingerprint: basis.base.fingerprint };
  if (!stillStands(state, now)) return null;
  const note = `Nothing that decides has changed since the review of ${pull.head.sha.slice(0, 7)}: its result stands.`;
  options.emit({ type: "note", text: note });
  await options.memory?.checkStarted({ head: pull.head.sha, ...last });
  const notes = [note];
  const { repo, number, base, head } = pull;
  const review = rememberedReview(state, { repo, number, base, head }, options.now().toISOString());
  const newest = newestBeside(run.checks, last);
  const isShown = newest?.isCompleted === true && newest.conclusion === state.conclusion;
  // What people decided since is published first, with the verdict that follows from it.
  const isDue = !isShown && options.publish && isDeepStrictEqual(state.decisions ?? undecided, run.decisions);
  const { settings } = basis.base;
  const shown = isDue ? await showVerdict(run, { review, settings, own: last }, signal) : null;
  const { check, conclusion, title } = shown ?? { ...state, check: last.id };
  return {
    review: { ...review, usage: noUsage, notes: [...notes, ...review.notes] },
    checkRunId: check,
    reviewId: existing.reviews.find(({ head }) => head === pull.head.sha)?.id ?? null,
    isReadOnly: false,
    conclusion,
    title,
    isStanding: true,
    notes,
    pull: pull.number,
  };
}

const noUsage = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0, seats: [] };
