import type { Hunk, Line } from "../../domain/change.ts";
import { lineAt, lineStartsWith, startOf, type TextLines } from "./text-lines.ts";

/**
 * `next` is the index of the line after the hunks. `malformed` (with its 1-based line) means that no hunk may be used;
 * then `next` is where the last hunk begins whose lines may belong to another file.
 */
export interface HunksRead {
  readonly hunks: Hunk[];
  readonly next: number;
  readonly malformed?: string;
}

const hunkHeader = /^@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@(?: |$)/;
const maxNumber = 2 ** 31 - 1;
const space = 0x20;
const plus = 0x2b;
const minus = 0x2d;
const backslash = 0x5c;

/**
 * Reads the hunks at `start` by the lengths in their headers, so a body line that looks like a header stays a body
 * line. jsdiff's `parsePatch` is not used here: it throws for the whole text, drops sections, shifts empty ranges and
 * accepts some wrong counts.
 */
export function readHunks(lines: TextLines, start: number): HunksRead {
  const hunks: Hunk[] = [];
  let next = start;
  let last = start;
  let previous: Body | undefined;
  while (lineStartsWith(lines, next, "@@")) {
    const hunk = readHunkHeader(lineAt(lines, next));
    const misplaced = typeof hunk === "string" ? hunk : misplacement(hunk, previous);
    if (typeof hunk === "string" || misplaced !== undefined) {
      return { hunks: [], next: last, malformed: `line ${next + 1}: ${misplaced}` };
    }
    const body = readBody(hunk, lines, next + 1);
    if (!body.complete) return { hunks: [], next: last, malformed: `line ${body.next + 1}: ${miscounted}` };
    hunks.push(hunk);
    previous = body;
    last = next;
    next = body.next;
  }
  return { hunks, next };
}

const miscounted = "the lines do not match the counts of the hunk header";

/** The hunk without its lines, or the problem with its header. */
function readHunkHeader(line: string): Hunk | string {
  if (line.startsWith("@@@")) return "a combined diff of a merge has no single base: make it against one parent";
  const match = hunkHeader.exec(line);
  if (match === null) return "not a valid hunk header";
  // A missing length means 1; a written 0 means 0.
  const [, baseStart = "", baseLength = "1", headStart = "", headLength = "1"] = match;
  const hunk = {
    baseStart: Number(baseStart),
    baseLength: Number(baseLength),
    headStart: Number(headStart),
    headLength: Number(headLength),
    section: line.slice(match[0].length),
    lines: [],
  };
  if (Math.max(hunk.baseStart + hunk.baseLength, hunk.headStart + hunk.headLength) > maxNumber) {
    return "a line number over 2^31";
  }
  if (hunk.baseLength + hunk.headLength === 0) return "a hunk without lines";
  if (hunk.baseStart === 0 && hunk.baseLength > 0) return "line 0 does not exist";
  return hunk.headStart === 0 && hunk.headLength > 0 ? "line 0 does not exist" : hunk;
}

/** An empty range names the line before it: `-3,0` is before line 4. */
export function firstLine(start: number, length: number): number {
  return length === 0 ? start + 1 : start;
}

function misplacement(hunk: Hunk, previous: Body | undefined): string | undefined {
  if (previous === undefined) return undefined;
  if (previous.atEnd) return "a hunk after the end of the file";
  const inOrder =
    firstLine(hunk.baseStart, hunk.baseLength) >= previous.baseEnd &&
    firstLine(hunk.headStart, hunk.headLength) >= previous.headEnd;
  return inOrder ? undefined : "the hunk does not come after the one before it";
}

interface Body {
  /** The index after the last line that fits. It is the line that does not fit if the body is not `complete`. */
  readonly next: number;
  readonly complete: boolean;
  readonly baseEnd: number;
  readonly headEnd: number;
  /** A side ended without a line break, so no hunk can follow. */
  readonly atEnd: boolean;
}

/** Fills the hunk's lines. */
function readBody(hunk: Hunk, source: TextLines, start: number): Body {
  const { lines } = hunk;
  const { text, count } = source;
  let base = firstLine(hunk.baseStart, hunk.baseLength);
  let head = firstLine(hunk.headStart, hunk.headLength);
  const baseEnd = base + hunk.baseLength;
  const headEnd = head + hunk.headLength;
  let atEnd = false;
  let next = start;
  for (; next < count; next += 1) {
    const from = startOf(source, next);
    const end = startOf(source, next + 1) - 1;
    const sign = signAt(text, from, end);
    if (sign === space && base < baseEnd && head < headEnd) {
      lines.push({ kind: "context", text: text.slice(from + 1, end), base: base++, head: head++ });
    } else if (sign === plus && head < headEnd) {
      lines.push({ kind: "added", text: text.slice(from + 1, end), base: null, head: head++ });
    } else if (sign === minus && base < baseEnd) {
      lines.push({ kind: "removed", text: text.slice(from + 1, end), base: base++, head: null });
    } else if (sign === backslash && endsSide(lines.at(-1), base < baseEnd, head < headEnd)) {
      atEnd = true;
    } else {
      break;
    }
  }
  return { next, complete: base + head === baseEnd + headEnd, baseEnd, headEnd, atEnd };
}

function signAt(text: string, from: number, end: number): number {
  // An editor that strips trailing blanks leaves an empty context line without its space.
  return from === end ? space : text.charCodeAt(from);
}

/** Marks the line before a `\ No newline at end of file`. False if that line cannot be the last one of its side. */
function endsSide(line: Line | undefined, baseGoesOn: boolean, headGoesOn: boolean): boolean {
  if (line === undefined || line.atEndWithoutNewline) return false;
  if ((line.base !== null && baseGoesOn) || (line.head !== null && headGoesOn)) return false;
  line.atEndWithoutNewline = true;
  return true;
}
