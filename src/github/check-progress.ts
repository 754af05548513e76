import { setTimeout as pause } from "node:timers/promises";
import type { CheckOutput } from "../domain/operation.ts";
import { type CheckTarget, showProgress } from "./check-run.ts";
import type { GitHub } from "./client.ts";

const heartbeatMs = 60_000;

/** `stop` gives an update on its way a moment, so that none comes after the conclusion, then cuts it off; it says how many failed. */
export interface Progress {
  readonly note: (line: string) => void;
  readonly stop: () => Promise<number>;
}

/** Shows on a check what goes on. */
export function checkProgress({
  github,
  repo,
  id,
  render,
  ...pace
}: CheckTarget & {
  readonly github: GitHub;
  readonly render: (lines: readonly string[]) => CheckOutput;
  readonly everyMs?: number;
  readonly graceMs?: number;
}): Progress {
  const write = (lines: readonly string[], signal: AbortSignal): Promise<void> =>
    showProgress(github, { repo, id }, render(lines), signal);
  return progress({ write, ...pace });
}

/** Shows what goes on: at most every `everyMs` where there is something new, and a sign of life each minute. Never throws. */
export function progress({
  write,
  everyMs = 15_000,
  graceMs = 2_000,
}: {
  readonly write: (lines: readonly string[], signal: AbortSignal) => Promise<void>;
  readonly everyMs?: number;
  readonly graceMs?: number;
}): Progress {
  const startedAt = performance.now();
  const cutOff = new AbortController();
  const lines: string[] = [];
  let shown = 0;
  let shownAt = startedAt;
  let dropped = 0;
  let underWay: Promise<void> | null = null;

  async function show(given: readonly string[]): Promise<void> {
    try {
      await write(given, cutOff.signal);
    } catch {
      // Progress is a courtesy: the next update shows these lines too.
      dropped += 1;
    }
    underWay = null;
  }

  function update(): void {
    const now = performance.now();
    if (underWay !== null || (lines.length === shown && now - shownAt < heartbeatMs)) return;
    const minutes = Math.floor((now - startedAt) / 60_000);
    const alive = lines.length === shown ? [`Still working, ${minutes} min.`] : [];
    shown = lines.length;
    shownAt = now;
    underWay = show([...lines, ...alive]);
  }

  const timer = setInterval(update, everyMs).unref();
  return {
    note: (line) => {
      lines.push(line);
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.race([underWay, pause(graceMs, undefined, { ref: false })]);
      cutOff.abort();
      return underWay === null ? dropped : dropped + 1;
    },
  };
}
