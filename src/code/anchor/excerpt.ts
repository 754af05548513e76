import type { Change, ChangedFile } from "../../domain/change.ts";
import type { Finding, Place } from "../../domain/finding.ts";

/**
 * Numbered lines around a finding, `reach` to each side, from the head file (base for a deleted line), or from the diff
 * where the file is unknown.
 */
export function excerptAround(
  change: Change,
  finding: Pick<Finding, "path" | "side" | "line" | "startLine">,
  reach = 60,
): string {
  const { path, side, line, startLine = line } = finding;
  const file = change.files.find((one) => one.path === path);
  if (file === undefined || line === null || startLine === null) return "";
  const text = side === "LEFT" ? file.baseText : file.headText;
  const numbered =
    typeof text === "string"
      ? text.split("\n").map((content, index) => ({ number: index + 1, content }))
      : file.hunks.flatMap((hunk) =>
          hunk.lines.flatMap(({ text: content, base, head }) => {
            const number = side === "LEFT" ? base : head;
            return number === null ? [] : [{ number, content }];
          }),
        );
  return numbered
    .filter(({ number }) => number >= startLine - reach && number <= line + reach)
    .map(({ number, content }) => `${number} | ${content}`)
    .join("\n");
}

const reachToQuote = 40;
const mostRows = 200;
const longestRow = 500;

/**
 * Numbered lines of a file to choose a quote from: around the stated line, else the hunks, else the start of the file. A removed line has its
 * sign and the number that it had.
 */
export function linesToQuote({ headText, hunks }: ChangedFile, stated: number | undefined): string {
  const inHunks = hunks.flatMap(({ lines }) => lines);
  const whole = (headText ?? "").split("\n").map((text, at) => ({ line: at + 1, text, sign: "" }));
  const head =
    typeof headText === "string"
      ? whole
      : inHunks.flatMap(({ head: line, text }) => (line === null ? [] : [{ line, text, sign: "" }]));
  const removed = inHunks.flatMap(({ kind, base, text }) =>
    kind === "removed" && base !== null ? [{ line: base, text, sign: "- " }] : [],
  );
  const all = [...head, ...removed];
  const near = all.filter(({ line }) => stated !== undefined && Math.abs(line - stated) <= reachToQuote);
  const isInHunk = (line: number): boolean =>
    hunks.some(({ headStart, headLength }) => line >= headStart && line < headStart + headLength);
  const shown = [...head.filter(({ line }) => isInHunk(line)), ...removed];
  const rows = [near, shown, head].find((some) => some.length > 0) ?? [];
  return rows
    .slice(0, mostRows)
    .map(({ line, text, sign }) => `${sign}${line} | ${text.slice(0, longestRow)}`)
    .join("\n");
}

/** The code at a place of a file. */
export function codeAt({ headText, hunks }: ChangedFile, { side, startLine, line }: Place): string {
  const key = side === "RIGHT" ? "head" : "base";
  const shown = hunks.flatMap(({ lines }) => lines.map((one) => [one[key], one.text] as const));
  const whole = side === "RIGHT" ? (headText ?? "").split("\n").map((text, at) => [at + 1, text] as const) : [];
  const texts = new Map([...whole, ...shown]);
  const numbers = Array.from({ length: line - startLine + 1 }, (_, offset) => startLine + offset);
  return numbers.map((number) => texts.get(number) ?? "").join("\n");
}
