import type { Refusal } from "../domain/snapshot.ts";
import type { ToolOutcome } from "./tool.ts";

const mostLines = 500;
const longestLine = 2_000;

interface Asked {
  readonly path: string;
  readonly text: string;
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
}

/** Numbered lines of a text, as many as fit. `to` is the last one that is shown. */
export function readLines(asked: Asked, mostBytes: number, hide: (text: string) => string): ToolOutcome | Refusal {
  const lines = asked.text === "" ? [] : asked.text.replace(/\r?\n$/, "").split(/\r?\n/);
  const path = hide(asked.path);
  const total = lines.length;
  if (total === 0) return { result: { path, from: 0, to: 0, total, text: "" }, truncated: false };
  const from = asked.from ?? 1;
  const last = Math.min(asked.to ?? total, total);
  if (from > last)
    return {
      refused: `There are no lines ${from} to ${asked.to ?? total}: the file has ${total}. Ask for lines in it.`,
    };
  const shown: string[] = [];
  let [bytes, isCut] = [0, false];
  for (const [index, line] of lines.slice(from - 1, Math.min(last, from - 1 + mostLines)).entries()) {
    const part = numbered(from + index, line);
    // In JSON a line break, a quote and a backslash take two bytes.
    bytes += Buffer.byteLength(JSON.stringify(part)) + 2;
    if (bytes > mostBytes && shown.length > 0) break;
    shown.push(part);
    isCut ||= line.length > longestLine;
  }
  const to = from + shown.length - 1;
  return { result: { path, from, to, total, text: shown.join("\n") }, truncated: isCut || to < last };
}

function numbered(number: number, line: string): string {
  const cut = line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()} … (line cut)` : line;
  return `${number}: ${cut}`;
}
