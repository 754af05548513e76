import type { Change, ChangedFile, Hunk } from "../domain/change.ts";
import type { Place, Side } from "../domain/finding.ts";
import { visible } from "../text.ts";

/** Where a quote stands, or one clause why it does not. */
export type Anchoring = { readonly place: Place } | { readonly missing: string };

/** A quote as a seat gives it: `line` (1-based) only breaks ties between repeats; the quote decides. */
export interface Quoted {
  readonly path: string;
  readonly quote: string;
  readonly line?: number | undefined;
}

/** One non-blank line, white space folded, with its number on the searched side. */
interface Row {
  readonly text: string;
  readonly line: number;
  readonly changed: boolean;
}

interface Index {
  readonly head: readonly (readonly Row[])[];
  readonly base: readonly (readonly Row[])[];
  readonly file: readonly Row[];
}

/**
 * The gate's eye: finds quoted code in a change. Searches the file's head side within each hunk, then the deleted lines (side LEFT),
 * then the rest of the head file (`anchor: "file"`). Paths must be exact: the same base name elsewhere is another file (golden e).
 */
export function anchorIn(change: Change): (quoted: Quoted) => Anchoring {
  const files = new Map(change.files.map((file) => [file.path, file]));
  const renamed = new Map(change.files.map((file) => [file.previousPath ?? file.path, file]));
  const indexes = new Map<ChangedFile, Index>();

  return (quoted) => {
    const named = splitLineSuffix(quoted, (path) => files.has(path) || renamed.has(path));
    const file = files.get(named.path) ?? renamed.get(named.path);
    if (file === undefined) return { missing: "its file is not part of this change" };
    let index = indexes.get(file);
    if (index === undefined) {
      index = indexOf(file);
      indexes.set(file, index);
    }
    return anchorInFile(file, index, named);
  };
}

/** `src/a.ts:10-12` names line 10 of `src/a.ts` unless a file of that whole name is in the change (golden p). */
function splitLineSuffix(quoted: Quoted, known: (path: string) => boolean): Quoted {
  const path = quoted.path.startsWith("./") ? quoted.path.slice(2) : quoted.path;
  const suffix = /:(?<line>\d{1,9})(-\d{1,9})?$/.exec(path);
  if (suffix === null || known(path)) return { ...quoted, path };
  return { ...quoted, path: path.slice(0, suffix.index), line: quoted.line ?? Number(suffix.groups?.["line"]) };
}

/** Lines of a quote that are looked up; the rest of a longer one would cost more than it tells (H63). */
const longestQuote = 200;

function anchorInFile(file: ChangedFile, index: Index, quoted: Quoted): Anchoring {
  if (file.unreviewed !== undefined) return { missing: `the diff of its file could not be read (${file.unreviewed})` };
  const wanted = foldLines(quoted.quote).slice(0, longestQuote);
  if (wanted.length === 0) return { missing: "it quotes no code" };
  for (const lines of [wanted, withoutDiffSigns(wanted)]) {
    const place =
      best(file, index.head, lines, quoted.line, "RIGHT") ??
      best(file, index.base, lines, quoted.line, "LEFT") ??
      outsideHunks(file, index, lines, quoted.line);
    if (place !== null) return { place };
  }
  return { missing: "the code it quotes is not in the file" };
}

function best(
  file: ChangedFile,
  runs: readonly (readonly Row[])[],
  wanted: readonly string[],
  hint: number | undefined,
  side: Side,
): Place | null {
  const matches = runs
    .flatMap((rows) => matchesIn(rows, wanted))
    .filter((rows) => side === "RIGHT" || rows.some((row) => row.changed));
  const chosen = nearest(matches, hint);
  return chosen === null ? null : placeOf(file, chosen, side, "hunk");
}

/** A quote that reaches out of its hunk is clipped to the part a line comment can carry (H72); elsewhere it is file-level. */
function outsideHunks(
  file: ChangedFile,
  index: Index,
  wanted: readonly string[],
  hint: number | undefined,
): Place | null {
  const chosen = nearest(matchesIn(index.file, wanted), hint);
  if (chosen === null) return null;
  for (const hunk of file.hunks) {
    const inside = chosen.filter((row) => isInHead(hunk, row.line));
    if (inside.length > 0) return placeOf(file, inside, "RIGHT", "hunk");
  }
  return placeOf(file, chosen, "RIGHT", "file");
}

function isInHead(hunk: Hunk, line: number): boolean {
  return line >= hunk.headStart && line < hunk.headStart + hunk.headLength;
}

function placeOf(file: ChangedFile, rows: readonly Row[], side: Side, anchor: Place["anchor"]): Place {
  return { path: file.path, anchor, side, startLine: rows[0]?.line ?? 1, line: rows.at(-1)?.line ?? 1 };
}

/** Whole-line matches first; only where there is none may the quote be a part of its first and last line. */
function matchesIn(rows: readonly Row[], wanted: readonly string[]): (readonly Row[])[] {
  const exact = runsOf(rows, wanted, (row, line) => row === line);
  if (exact.length > 0 || wanted.join("").replaceAll(" ", "").length < 3) return exact;
  const last = wanted.length - 1;
  if (last === 0) return runsOf(rows, wanted, (row, line) => row.includes(line));
  return runsOf(rows, wanted, (row, line, position) => {
    if (position === 0) return row.endsWith(line);
    return position === last ? row.startsWith(line) : row === line;
  });
}

function runsOf(
  rows: readonly Row[],
  wanted: readonly string[],
  same: (row: string, line: string, position: number) => boolean,
): (readonly Row[])[] {
  const found: (readonly Row[])[] = [];
  for (let start = 0; start + wanted.length <= rows.length; start++) {
    if (wanted.every((line, position) => same(rows[start + position]?.text ?? "", line, position))) {
      found.push(rows.slice(start, start + wanted.length));
    }
  }
  return found;
}

/** Nearest to the hint; without one, the first that touches a changed line, else the first. */
function nearest(matches: readonly (readonly Row[])[], hint: number | undefined): readonly Row[] | null {
  const [first] = matches;
  if (first === undefined) return null;
  if (hint === undefined || !Number.isFinite(hint))
    return matches.find((rows) => rows.some((row) => row.changed)) ?? first;
  const distance = (rows: readonly Row[]): number => Math.abs((rows[0]?.line ?? 0) - hint);
  return matches.reduce((closest, rows) => (distance(rows) < distance(closest) ? rows : closest), first);
}

function indexOf(file: ChangedFile): Index {
  const side = (hunk: Hunk, key: "head" | "base"): Row[] =>
    hunk.lines.flatMap(({ text, kind, [key]: line }) => rowOf(text, line, kind !== "context"));
  return {
    head: file.hunks.map((hunk) => side(hunk, "head")),
    base: file.hunks.map((hunk) => side(hunk, "base")),
    file: (file.headText ?? "").split("\n").flatMap((text, position) => rowOf(text, position + 1, false)),
  };
}

function rowOf(text: string, line: number | null, changed: boolean): Row[] {
  const folded = fold(text);
  return line === null || folded === "" ? [] : [{ text: folded, line, changed }];
}

function foldLines(text: string): string[] {
  return text
    .split("\n")
    .map(fold)
    .filter((line) => line !== "");
}

/** Most lines: nothing in them can be invisible. */
const plainAscii = /^[\t\r\x20-\x7e]*$/;

/** Invisible characters count as the escapes that seats were shown, so a hidden one in a line does not keep its quote from being found. */
function fold(text: string): string {
  const shown = plainAscii.test(text) ? text : visible(text);
  return shown.replace(/\s+/g, " ").trim();
}

/** Models sometimes quote the diff itself, with its leading `+` or `-`. */
function withoutDiffSigns(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^[+-]\s*/, "")).filter((line) => line !== "");
}
