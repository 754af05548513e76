import type { ChangedFile } from "../../domain/change.ts";
import type { RuleMatch } from "../../domain/ports.ts";

/** A diff may state any line number, and the view below would fill gigabytes with blank lines before it. */
const mostLines = 1_000_000;

/**
 * The head file as a rule reads it: its text, or without it the diff's own lines at their line numbers with blank lines
 * between. `null` without a head side. Throws for impossible line numbers.
 */
export function headView(file: ChangedFile): { text: string; lines: readonly string[] } | null {
  if (file.headText === null || (file.headText === undefined && file.hunks.length === 0)) return null;
  if (file.headText !== undefined) return { text: file.headText, lines: file.headText.split("\n") };
  const lines: string[] = [];
  for (const { text, head } of file.hunks.flatMap((hunk) => hunk.lines)) {
    if (head === null) continue;
    if (head > mostLines) throw new Error(`its line numbers go up to ${head}; rules read up to ${mostLines}`);
    while (lines.length < head - 1) lines.push("");
    lines.push(text);
  }
  return { text: lines.join("\n"), lines };
}

/** Whether the match covers an added line. */
export function touchesChange(file: ChangedFile, match: RuleMatch): boolean {
  return file.hunks.some((hunk) =>
    hunk.lines.some(
      ({ kind, head }) => kind === "added" && head !== null && head >= match.startLine && head <= match.endLine,
    ),
  );
}

/** The head's line numbers that this change did not add. */
export function keptLines(file: ChangedFile, count: number): number[] {
  const added = new Set(
    file.hunks.flatMap(({ lines }) =>
      lines.flatMap(({ kind, head }) => (kind === "added" && head !== null ? [head] : [])),
    ),
  );
  return Array.from({ length: count }, (_, index) => index + 1).filter((line) => !added.has(line));
}

export function hasDeletions(file: ChangedFile): boolean {
  return file.hunks.some(({ lines }) => lines.some(({ kind }) => kind === "removed"));
}

/** Whether the base file had the same match at the line that the head line comes from. */
export function wasThere(file: ChangedFile, match: RuleMatch, before: readonly RuleMatch[]): boolean {
  let shift = 0;
  for (const hunk of file.hunks) {
    if (hunk.headStart > match.startLine) break;
    const own = hunk.lines.find(({ head }) => head === match.startLine);
    if (own !== undefined) return before.some(({ startLine }) => startLine === own.base);
    shift = hunk.baseStart + hunk.baseLength - (hunk.headStart + hunk.headLength);
  }
  return before.some(({ startLine }) => startLine === match.startLine + shift);
}

/** The deleted line nearest to a head line that has content and does not occur in the head side of the diff. */
export function lastDeletionNear(file: ChangedFile, headLine: number): { line: number; text: string } | null {
  const all = file.hunks.flatMap((hunk) => hunk.lines);
  const kept = new Set(all.filter(({ kind }) => kind !== "removed").map(({ text }) => text.trim()));
  let position = 1;
  let nearest: { line: number; text: string; distance: number } | null = null;
  for (const { kind, text, base, head } of all) {
    if (head !== null) position = head;
    if (kind !== "removed" || base === null || kept.has(text.trim()) || !/\w.*\w/.test(text)) continue;
    const distance = Math.abs(headLine - position);
    if (distance <= (nearest?.distance ?? 60)) nearest = { line: base, text, distance };
  }
  return nearest === null ? null : { line: nearest.line, text: nearest.text };
}

/** Drops a match if its line differs from a line that matched at the base only in text that `mayChange` matches. */
export function newAmong(
  mayChange: string | undefined,
  { baseText }: ChangedFile,
  lines: readonly string[],
  known: readonly RuleMatch[],
): (match: RuleMatch) => boolean {
  if (mayChange === undefined || typeof baseText !== "string") return () => true;
  const kept = (line = ""): string => line.replace(new RegExp(mayChange, "g"), "").trim();
  const before = baseText.split("\n");
  const old = new Set(known.map(({ startLine }) => kept(before[startLine - 1])));
  return ({ startLine }) => !old.has(kept(lines[startLine - 1]));
}
