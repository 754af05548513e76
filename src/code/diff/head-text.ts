import type { ChangedFile, Hunk, Line } from "../../domain/change.ts";
import { firstLine } from "./patch.ts";

type Side = "base" | "head";

/**
 * The head file, rebuilt from the base file and the hunks. `undefined` if the result is not certain: a context or
 * removed line does not match exactly (line breaks included), or the file is binary, unreviewed or removed. `baseText`
 * is null if the file does not exist at the base.
 */
export function headTextOf(file: ChangedFile, baseText: string | null): string | undefined {
  if (file.status === "removed" || !isKnown(file) || (baseText === null) !== (file.status === "added"))
    return undefined;
  return rebuild(file.hunks, baseText ?? "", "base");
}

/**
 * The mirror of `headTextOf`: the base file, from the head file and the hunks. `headText` is null if the file does not
 * exist at the head.
 */
export function baseTextOf(file: ChangedFile, headText: string | null): string | undefined {
  if (file.status === "added" || !isKnown(file) || (headText === null) !== (file.status === "removed"))
    return undefined;
  return rebuild(file.hunks, headText ?? "", "head");
}

/**
 * Whether every added and context line of the diff is that line of `text`, line breaks included. A new file must have
 * no other lines.
 */
export function matchesHead(file: ChangedFile, text: string): boolean {
  if (file.status === "removed" || !isKnown(file)) return false;
  const base = rebuild(file.hunks, text, "head");
  return base !== undefined && (file.status !== "added" || base === "");
}

function isKnown(file: ChangedFile): boolean {
  return file.unreviewed === undefined && file.kind !== "binary";
}

interface Rebuilding {
  readonly from: Side;
  readonly to: Side;
  readonly source: readonly string[];
  readonly sourceEndsWithBreak: boolean;
  readonly target: string[];
  /** The number of source lines already used. */
  at: number;
  /** The last line of the target has no break, so nothing can follow. */
  unbroken: boolean;
}

/**
 * Builds the other side of the file whose side `from` is `text`. A CR is part of its line, so CRLF and LF never match.
 */
function rebuild(hunks: readonly Hunk[], text: string, from: Side): string | undefined {
  const source = text.split("\n");
  const sourceEndsWithBreak = source.at(-1) === "";
  if (sourceEndsWithBreak) source.pop();
  const to = from === "base" ? "head" : "base";
  const state: Rebuilding = { from, to, source, sourceEndsWithBreak, target: [], at: 0, unbroken: false };
  if (!hunks.every((hunk) => applyHunk(state, hunk)) || !copyUntil(state, source.length)) return undefined;
  return state.target.join("\n") + (state.target.length === 0 || state.unbroken ? "" : "\n");
}

function applyHunk(state: Rebuilding, hunk: Hunk): boolean {
  if (!copyUntil(state, startOf(hunk, state.from)) || state.target.length !== startOf(hunk, state.to)) return false;
  return hunk.lines.every((line) => applyLine(state, line));
}

/** The 0-based index of the hunk's first line on a side. */
function startOf(hunk: Hunk, side: Side): number {
  return firstLine(hunk[`${side}Start`], hunk[`${side}Length`]) - 1;
}

function copyUntil(state: Rebuilding, end: number): boolean {
  for (; state.at < end; state.at += 1) {
    if (!append(state, state.source[state.at], lacksBreak(state))) return false;
  }
  return true;
}

function applyLine(state: Rebuilding, line: Line): boolean {
  const unbroken = line.atEndWithoutNewline === true;
  if (line[state.from] !== null) {
    if (state.source[state.at] !== line.text || lacksBreak(state) !== unbroken) return false;
    state.at += 1;
  }
  return line[state.to] === null || append(state, line.text, unbroken);
}

/** False past the end of the source and after a line without a break. */
function append(state: Rebuilding, line: string | undefined, unbroken: boolean): boolean {
  if (line === undefined || state.unbroken) return false;
  state.target.push(line);
  state.unbroken = unbroken;
  return true;
}

function lacksBreak({ source, sourceEndsWithBreak, at }: Rebuilding): boolean {
  return !sourceEndsWithBreak && at === source.length - 1;
}
