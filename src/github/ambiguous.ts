import { setTimeout as wait } from "node:timers/promises";
import { GitHubError } from "./errors.ts";

const mostTries = 3;
const beforeLooking = 1_000;

/**
 * Creates something on GitHub once. Where the answer is lost (timeout, 5xx, broken connection) it looks whether the thing is there before
 * it asks again: a repeated POST is a second comment (github.md §4.1, F27).
 */
export async function createOnce<Made>(
  create: () => Promise<Made>,
  find: () => Promise<Made | null>,
  signal: AbortSignal,
): Promise<Made> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof GitHubError) || !error.isAmbiguous || signal.aborted) throw error;
      // Lists can lag behind a write.
      await wait(beforeLooking * tries, undefined, { signal });
      const made = await find();
      if (made !== null) return made;
      if (tries === mostTries) throw error;
    }
  }
}
