import type { Estimate } from "../domain/estimate.ts";
import type { DebateEvent } from "../domain/events.ts";
import type { ChangeSource } from "../domain/ports.ts";
import type { Review } from "../domain/review.ts";
import { estimateLocally, reviewLocally } from "../main/review-locally.ts";
import type { Settings } from "../settings/settings.ts";
import { redactAll, secretsIn } from "../text/redact.ts";
import { checkOneChange, checkOptions } from "./check-options.ts";
import { type CommonOptions, environmentOf, localOptions } from "./options.ts";
import { type Pending, start } from "./run.ts";
import type { RuleSeat } from "./seats.ts";

export interface ReviewOptions extends CommonOptions {
  /** The text of a unified diff, instead of a change of the repository. */
  readonly diff?: string | undefined;
  /** A range of git such as `main..HEAD`. Without it the work against the default branch is reviewed. */
  readonly range?: string | undefined;
  /** Reviews the changes that are staged for the next commit. */
  readonly staged?: boolean | undefined;
  /** Reviews only files at or below these paths, relative to `directory`. */
  readonly paths?: readonly string[] | undefined;
  /** Where the change comes from, such as another forge. */
  readonly source?: ChangeSource | undefined;
  /** Rule seats beside ours. */
  readonly rules?: readonly RuleSeat[] | undefined;
  /** Rules only, whatever keys are set. */
  readonly offline?: boolean | undefined;
  /** The severity that blocks, instead of the one in the settings. */
  readonly blockOn?: Settings["review"]["blockOn"] | undefined;
  readonly effort?: Settings["review"]["effort"] | undefined;
  /** How the seats work together, instead of the settings. */
  readonly topology?: Settings["debate"]["topology"] | undefined;
  /** A question that the panel looks at too, besides the whole change. */
  readonly focus?: string | undefined;
}

/**
 * Reviews a change. Nothing is published and nothing is printed; with a journal, answers are kept in `.debate` of the directory. The result
 * holds no secrets. Rejects with a `ReviewError` for a mistake that the caller can correct.
 */
export function startReview(options: ReviewOptions = {}): Pending<Review, DebateEvent> {
  return start(async (emit) => {
    const request = requestOf(options, emit);
    const { signal = new AbortController().signal } = options;
    const found = await reviewLocally(request, signal);
    signal.throwIfAborted();
    return redactAll(found, secretsIn(environmentOf(options)));
  });
}

/** The likely use of a review. No model is asked. */
export function estimateReview(options: ReviewOptions = {}): Promise<Estimate> {
  return start(async (emit) => {
    const request = requestOf(options, emit);
    return estimateLocally(request, options.signal ?? new AbortController().signal);
  }).result;
}

function requestOf(options: ReviewOptions, emit: (event: DebateEvent) => void): Parameters<typeof reviewLocally>[0] {
  checkOptions("review", options);
  checkOneChange(options);
  const { diff, range, staged, paths, source, rules, offline = false, focus, topology } = options;
  const change = diff === undefined ? { range, staged, paths } : { diff: { text: diff }, paths };
  const { blockOn = null, effort = null } = options;
  return { ...localOptions(options, rules), change, source, offline, blockOn, effort, topology, focus, emit };
}
