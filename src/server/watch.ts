import { setTimeout as pause } from "node:timers/promises";
import { messageOf, Superseded } from "../domain/errors.ts";
import type { Whereabouts } from "./ports.ts";
import { currentWishes, LeaseLost, type SubjectLease } from "./subjects.ts";
import type { Progress, WorkerOptions } from "./worker.ts";

type WatchOptions = Pick<WorkerOptions, "store" | "reviewer" | "watchMs" | "log">;

/**
 * Looks at a review's row while it goes on: a lost lease, a newer head or a closed subject stops it. A wish that changes nothing of what is
 * reviewed is joined: this review answers it too.
 */
export async function watchOver(
  lease: SubjectLease,
  progress: Progress,
  options: WatchOptions,
  watching: AbortController,
  over: AbortSignal,
): Promise<void> {
  const { watchMs, log } = options;
  while (!over.aborted && !watching.signal.aborted) {
    try {
      await pause(watchMs, undefined, { signal: over });
      const reason = await lookAgain(lease, progress, options, over);
      if (reason !== null) watching.abort(reason);
    } catch (error) {
      if (over.aborted) return;
      log.debug({ why: messageOf(error) }, "could not look whether a review is still wanted");
    }
  }
}

/** Why the review must stop; null when it may go on. */
async function lookAgain(
  lease: SubjectLease,
  progress: Progress,
  { store, reviewer }: Pick<WatchOptions, "store" | "reviewer">,
  over: AbortSignal,
): Promise<Error | null> {
  const now = await currentWishes(store.db, lease);
  if (now === null) return new LeaseLost();
  if (now.wanted === progress.wanted) return null;
  if (lease.subject.kind === "merge-group") {
    if (now.isClosed) return new Superseded("the end of its merge group");
  } else {
    // What the review starts from is not known yet: it may be older than the wish.
    if (progress.start === null) return null;
    const by = changeSince(progress.start, await reviewer.whereabouts(lease.subject, over));
    if (by !== null) return new Superseded(by);
  }
  progress.wanted = now.wanted;
  return null;
}

/** Why the review is out of date; null where its head and base still stand. A pull request that became a draft is still reviewed to the end. */
function changeSince(start: Whereabouts, now: Whereabouts): string | null {
  if (!now.isOpen) return "the closing of its pull request";
  if (now.head !== start.head) return now.head;
  if (now.base !== start.base) return `a new base (${now.base})`;
  return start.isDraft && !now.isDraft ? "the end of its draft" : null;
}
