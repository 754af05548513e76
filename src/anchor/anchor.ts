import type { Change, ChangedFile, Hunk } from "../domain/change.ts";
import type { Place, Side } from "../domain/finding.ts";
import { bestMatch, isComment, type Match, type Sought } from "./match.ts";
import { type QuoteReading, quotationOf } from "./quote.ts";
import { type Rows, rowsOf } from "./rows.ts";

/** A file by its path, among those that the change leaves as they are. */
export type FileLookup = (path: string) => ChangedFile | undefined;

/** The place of a quote, or a clause that says why it was not found. `inComment` is judged by the look of the lines. */
export type Anchoring = Found | { readonly missing: string };

export interface Found {
  readonly place: Place;
  readonly inComment?: true;
  /**
   * Set where the quote is not the whole lines of the place: the code of the place around it, or "cut" where some of its lines lie elsewhere
   * or are left out.
   */
  readonly partial?: Around | "cut";
}

export interface Around {
  readonly before: string;
  readonly after: string;
}

/**
 * A quote as a seat gives it. `line` (1-based) only chooses between repeats. `isKnown`: an earlier review found it, so
 * even a fragment may have moved. `side`: search only that side, because deleted code must not match equal text
 * elsewhere. `isAdded`: search only lines that the change adds.
 */
export interface Quoted {
  readonly path: string;
  readonly quote: string;
  readonly line?: number | undefined;
  readonly isKnown?: true;
  readonly side?: Side | undefined;
  readonly isAdded?: boolean;
}

/**
 * Finds quoted code in a change. Searches the file's head side within each hunk, then the deleted lines (side LEFT), then
 * the rest of the head file (`anchor: "file"`). A match in code wins over a match in a comment. A quote of fewer than eight
 * characters must be whole lines at the stated line. Paths must be exact, because the same base name elsewhere is another
 * file. `shown` gives the lines of a file as the seats saw them. `outside` finds files that the change does not touch.
 */
export function anchorIn(
  change: Change,
  shown = (file: ChangedFile) => file,
  outside: FileLookup = () => undefined,
): Anchor {
  const files = new Map(change.files.map((file) => [file.path, file]));
  const renamed = new Map(change.files.map((file) => [file.previousPath ?? file.path, file]));
  const known = new Map<ChangedFile, Rows>();

  const fileAt = (path: string): ChangedFile | undefined => files.get(path) ?? renamed.get(path) ?? outside(path);
  const anchor = (file: ChangedFile, quoted: Quoted): Anchoring => {
    const rows = known.get(file) ?? rowsOf(shown(file));
    known.set(file, rows);
    return anchorInFile(file, rows, quoted);
  };

  return (quoted) =>
    firstFound(
      meanings(quoted).flatMap((meant) => {
        const file = fileAt(meant.path);
        return file === undefined ? [] : [() => anchor(file, meant)];
      }),
    ) ?? { missing: "its file is not part of this change" };
}

/**
 * The first anchoring that finds code, else the first that finds a comment, else the first miss. Null for an empty
 * list.
 */
export function firstFound(attempts: readonly (() => Anchoring)[]): Anchoring | null {
  let best: Anchoring | null = null;
  for (const attempt of attempts) {
    const found = attempt();
    if ("place" in found && found.inComment !== true) return found;
    if (best === null || ("missing" in best && "place" in found)) best = found;
  }
  return best;
}

/** `src/a.ts:10-12` is the file with that whole name, or else line 10 of `src/a.ts`. */
function meanings(quoted: Quoted): Quoted[] {
  const path = quoted.path.startsWith("./") ? quoted.path.slice(2) : quoted.path;
  const suffix = /:(?<line>\d{1,9})(-\d{1,9})?$/.exec(path);
  const whole = { ...quoted, path };
  if (suffix === null) return [whole];
  const line = quoted.line ?? Number(suffix.groups?.["line"]);
  return [whole, { ...quoted, path: path.slice(0, suffix.index), line }];
}

function anchorInFile(file: ChangedFile, rows: Rows, quoted: Quoted): Anchoring {
  if (file.unreviewed !== undefined) return { missing: `the diff of its file could not be read (${file.unreviewed})` };
  const { readings, line } = quotationOf(quoted.quote);
  let isEmpty = true;
  for (const reading of readings) {
    isEmpty = false;
    const sought = { reading, line: quoted.line ?? line, mayBeFragment: quoted.isKnown ?? false };
    const found = look(file, rows, sought, quoted);
    if (found !== null) return found;
  }
  return { missing: isEmpty ? "it quotes no code" : "the code it quotes is not in the file" };
}

/** The first match in code; a comment only if the quote occurs nowhere else. */
function look(
  file: ChangedFile,
  rows: Rows,
  sought: Omit<Sought, "isChanged">,
  { side, isAdded = false }: Quoted,
): Found | null {
  const all: readonly [() => Match | null, (match: Match) => Place][] = [
    [() => bestMatch(rows.head, { ...sought, isChanged: isAdded }), (match) => placeOf(file, match, "RIGHT", "hunk")],
    [() => bestMatch(rows.base, { ...sought, isChanged: true }), (match) => placeOf(file, match, "LEFT", "hunk")],
    [() => bestMatch([rows.file], { ...sought, isChanged: false }), (match) => outsideHunks(file, match)],
  ];
  const regions = isAdded ? all.slice(0, 1) : regionsOn(side, all);
  let inComment: Found | null = null;
  for (const [search, placeAt] of regions) {
    const match = search();
    if (match === null) continue;
    const place = placeAt(match);
    const found = { place, ...partialOf(match, place, sought.reading) };
    if (!isComment(match)) return found;
    inComment ??= { ...found, inComment: true };
  }
  return inComment;
}

/** What the place has besides the quote. */
function partialOf(match: Match, place: Place, { runs }: QuoteReading): Pick<Found, "partial"> {
  const wanted = runs.flat();
  const [first, last] = [match[0], match.at(-1)];
  const isCut = first?.line !== place.startLine || last?.line !== place.line;
  if (isCut || runs.length !== 1 || wanted.length !== match.length) return { partial: "cut" };
  if (match.every((row, at) => wanted[at]?.matches(row.text))) return {};
  const start = wanted[0]?.text ?? "";
  const end = wanted.at(-1)?.text ?? "";
  const before = first.text.slice(0, Math.max(0, first.text.length - start.length));
  if (match.length > 1) return { partial: { before, after: last.text.slice(end.length) } };
  const at = first.text.indexOf(start);
  return at === -1
    ? { partial: "cut" }
    : { partial: { before: first.text.slice(0, at), after: first.text.slice(at + start.length) } };
}

function regionsOn<Region>(side: Side | undefined, all: readonly Region[]): readonly Region[] {
  if (side === undefined) return all;
  return side === "LEFT" ? all.slice(1, 2) : [...all.slice(0, 1), ...all.slice(2)];
}

/**
 * A quote that reaches out of its hunk is clipped to the part that a line comment can carry (H72). Elsewhere the place
 * is the whole file.
 */
function outsideHunks(file: ChangedFile, match: Match): Place {
  for (const hunk of file.hunks) {
    const inside = match.filter((row) => isInHead(hunk, row.line));
    if (inside.length > 0) return placeOf(file, inside, "RIGHT", "hunk");
  }
  return placeOf(file, match, "RIGHT", "file");
}

function isInHead(hunk: Hunk, line: number): boolean {
  return line >= hunk.headStart && line < hunk.headStart + hunk.headLength;
}

function placeOf(file: ChangedFile, match: Match, side: Side, anchor: Place["anchor"]): Place {
  return { path: file.path, anchor, side, startLine: match[0]?.line ?? 1, line: match.at(-1)?.line ?? 1 };
}

/** Looks up quoted code in the change, as the gate does. */
export type Anchor = (quoted: Quoted) => Anchoring;
