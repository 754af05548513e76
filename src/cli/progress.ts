import type { WriteStream } from "node:tty";
import type { DebateEvent, Emit } from "../domain/events.ts";
import { progressLine } from "../report/progress.ts";

/** Shows events on stderr: plain lines, each with the seconds since the start on a terminal. */
export function progressTo(stream: WriteStream): { show: Emit; end: () => void } {
  const started = performance.now();
  const show = (event: DebateEvent): void => {
    const line = progressLine(event);
    if (line === null) return;
    const seconds = ((performance.now() - started) / 1_000).toFixed(1).padStart(5);
    stream.write(stream.isTTY ? `\u001b[2m${seconds}s\u001b[0m ${line}\n` : `${line}\n`);
  };
  return { show, end: () => stream.write("\n") };
}
