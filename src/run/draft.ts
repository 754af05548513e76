import { ReviewError } from "../domain/errors.ts";
import type { GitHubRunResult } from "../domain/run.ts";
import { GitHubError } from "../github/errors.ts";
import { draft } from "./base-settings.ts";
import { type Run, without } from "./review-now.ts";

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
