import { isDeepStrictEqual } from "node:util";
import { rememberedReview } from "../decisions/remembered.ts";
import { undecided } from "../domain/decisions.ts";
import type { GitHubRunResult } from "../domain/run.ts";
import type { Run } from "./review-now.ts";
import { baseOf, type KnownCheck, runIdOf, runSubject, stillStands } from "./run-identity.ts";
import { newestBeside, showVerdict } from "./show-verdict.ts";

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
