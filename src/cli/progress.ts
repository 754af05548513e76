import type { WriteStream } from "node:tty";
import type { DebateEvent, Emit } from "../domain/events.ts";
import { progressLine } from "../report/progress.ts";

interface Spent {
  calls: number;
  replayed: number;
  tokens: number;
  usd: number;
  /** Findings; null as long as nobody reviews. */
  raised: number | null;
}

/**
 * Shows events on stderr: plain lines, and on a terminal one line at the bottom with what was spent so far. `end` removes that line and, when
 * models were asked, leaves the sum. `secrets` are values of ours that no line may hold.
 */
export function progressTo(stream: WriteStream, secrets: readonly string[]): { show: Emit; end: () => void } {
  const started = performance.now();
  const spent: Spent = { calls: 0, replayed: 0, tokens: 0, usd: 0, raised: null };
  const isLive = stream.isTTY;
  const clear = isLive ? "\r\u001b[K" : "";
  const status = (): string => `${((performance.now() - started) / 1_000).toFixed(1)} s · ${summaryOf(spent)}`;
  const refresh = (): void => {
    if (isLive) stream.write(`${clear}\u001b[2m${status()}\u001b[0m`);
  };
  const timer = isLive ? setInterval(refresh, 250) : undefined;
  timer?.unref();
  return {
    show: (event) => {
      count(event, spent);
      const line = progressLine(event, secrets);
      if (line !== null) stream.write(`${clear}${line}\n`);
      refresh();
    },
    end: () => {
      clearInterval(timer);
      stream.write(`${clear}${spent.calls + spent.replayed > 0 ? `${status()}\n` : ""}\n`);
    },
  };
}

function count(event: DebateEvent, spent: Spent): void {
  if (event.type === "stage-start" && event.stage === "propose") spent.raised ??= 0;
  if (event.type === "seat-end" && event.stage === "propose") spent.raised = (spent.raised ?? 0) + event.raised;
  if (event.type !== "call-end") return;
  if (event.replayed) spent.replayed++;
  else spent.calls++;
  spent.tokens += event.inputTokens + event.outputTokens;
  spent.usd += event.costUsd ?? 0;
}

function summaryOf({ calls, replayed, tokens, usd, raised }: Spent): string {
  const parts = [
    ...(raised === null ? [] : [`${raised} findings raised`]),
    ...(calls > 0 ? [`${calls} calls`, `${tokens.toLocaleString("en-US")} tokens`, `$${usd.toFixed(4)}`] : []),
    ...(replayed > 0 ? [`${replayed} answers replayed`] : []),
  ];
  return parts.join(" · ");
}
