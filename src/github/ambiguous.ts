import { setTimeout as pause } from "node:timers/promises";
import { GitHubError } from "./errors.ts";

const mostRepeats = 2;
/** What was written a moment ago may not be listed yet: the second look comes after two seconds, the third after three. */
const pauseMs = 1_000;

/**
 * A write that happens once. Where GitHub gave no clear answer (a timeout, 5xx, a broken connection), `look` tells what was written after
 * all, or null; only then is it written again, at most twice.
 */
export async function writeOnce<Written>(
  write: () => Promise<Written>,
  look: () => Promise<Written | null>,
  signal: AbortSignal,
): Promise<Written> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof GitHubError && error.isAmbiguous)) throw error;
      await pause(pauseMs * (repeats + 1), undefined, { signal });
      const found = await look();
      if (found !== null) return found;
      if (repeats === mostRepeats) throw error;
    }
  }
}

/** Options of a request that writes: no layer below may repeat it unseen. */
export function once(signal: AbortSignal): { signal: AbortSignal; retries: 0 } {
  return { signal, retries: 0 };
}

/** For a write that may happen twice without harm: there is nothing to look for. */
export async function nothing(): Promise<null> {
  return null;
}
