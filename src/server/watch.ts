import { setTimeout as pause } from "node:timers/promises";
import { messageOf } from "../domain/errors.ts";
import { Superseded } from "../domain/run.ts";
import type { Reviewer } from "./ports.ts";
import { type Lease, LeaseLost, standingOf } from "./subjects.ts";
import type { Progress, WorkerOptions } from "./worker.ts";

/**
 * Looks at a review's row while it goes on: a lost lease, a newer head or a closed subject stops it. A wish that changes nothing of what is
 * reviewed is joined: this review answers it too.
 */
export async function watchOver(
  lease: Lease,
  progress: Progress,
  options: Pick<WorkerOptions, "store" | "reviewer" | "watchMs" | "log">,
  watching: AbortController,
  over: AbortSignal,
): Promise<void> {
  const { reviewer, watchMs, log } = options;
  let start: string | null = null;
  while (!over.aborted && !watching.signal.aborted) {
    try {
      start ??= await placeOf(lease, reviewer, over);
      await pause(watchMs, undefined, { signal: over });
      const reason = await lookAgain(lease, progress, start, options, over);
      if (reason !== null) watching.abort(reason);
    } catch (error) {
      if (over.aborted) return;
      log.debug({ why: messageOf(error) }, "could not look whether a review is still wanted");
      await pause(watchMs, undefined, { signal: over }).catch(() => {});
    }
  }
}

/** Why the review must stop; null when it may go on. */
async function lookAgain(
  lease: Lease,
  progress: Progress,
  start: string,
  { store, reviewer }: Pick<WorkerOptions, "store" | "reviewer">,
  over: AbortSignal,
): Promise<Error | null> {
  const now = await standingOf(store.db, lease);
  if (now === null) return new LeaseLost();
  if (now.wanted === progress.wanted) return null;
  if (lease.subject.kind === "merge-group" && now.isClosed) return new Superseded("the end of its merge group");
  const place = await placeOf(lease, reviewer, over);
  if (place === "") return new Superseded("the closing of its pull request");
  if (place !== start) return new Superseded(place.split(" ")[0] ?? "a newer commit");
  progress.wanted = now.wanted;
  return null;
}

/** Head and target of what is reviewed; empty when it is closed. */
async function placeOf({ subject }: Lease, reviewer: Reviewer, signal: AbortSignal): Promise<string> {
  if (subject.kind === "merge-group") return subject.head;
  const { head, base, isOpen } = await reviewer.whereabouts(subject, signal);
  return isOpen ? `${head} ${base}` : "";
}
