import { type QuoteReading, smallestSize } from "./quote.ts";
import type { TextRow } from "./rows.ts";

/** Consecutive rows that match a quote. */
export type Match = readonly TextRow[];

/**
 * `line` chooses between several places. `mayBeFragment`: also less than eight characters, and anywhere. `isChanged`:
 * only with a changed line.
 */
export interface Sought {
  readonly reading: QuoteReading;
  readonly line: number | undefined;
  readonly mayBeFragment: boolean;
  readonly isChanged: boolean;
}

/**
 * An elided quote over more lines than this is placed at its longest run, because a range over a whole file says
 * nothing.
 */
const widest = 40;
/** A text with fewer characters occurs inside some line of every file. */
const smallestPart = 3;

/** The places where a reading is the whole of its lines. */
export function wholeMatches(runs: readonly (readonly TextRow[])[], reading: QuoteReading): Match[] {
  return runs.flatMap((rows) => matchesIn(rows, reading, isSame));
}

/**
 * The place of a reading in some runs of rows, or null. Changed code wins over other code, and code over comments; then
 * the place nearest to the stated line wins. A quote that is part of its line loses to one that is the whole line,
 * unless the line is the stated one.
 */
export function bestMatch(runs: readonly (readonly TextRow[])[], sought: Sought): Match | null {
  const { reading, line, mayBeFragment, isChanged } = sought;
  const matches = (same: Same): Match[] =>
    runs
      .flatMap((rows) => matchesIn(rows, reading, same))
      .filter((match) => !isChanged || match.some(({ changed }) => changed));
  const whole = matches(isSame);
  if (reading.size < smallestSize && !mayBeFragment) return whole.find((match) => covers(match, line)) ?? null;
  const chosen = preferred(whole, line);
  const isSettled = chosen !== null && !isComment(chosen) && (line === undefined || covers(chosen, line));
  if (isSettled || reading.kind !== "verbatim" || reading.size < smallestPart) return chosen;
  const part = preferred(matches(isPart), line);
  if (part === null || chosen === null || isComment(part)) return chosen ?? part;
  return isComment(chosen) || covers(part, line) ? part : chosen;
}

export function isComment(match: Match): boolean {
  return match.every((row) => row.isComment);
}

function covers(match: Match, line: number | undefined): boolean {
  return match.some((row) => row.line === line);
}

function preferred(matches: readonly Match[], line: number | undefined): Match | null {
  const hint = line !== undefined && Number.isFinite(line) ? line : null;
  const rank = (match: Match): number => (isComment(match) ? 2 : match.some(({ changed }) => changed) ? 0 : 1);
  const distance = (match: Match): number => (hint === null ? 0 : Math.abs((match[0]?.line ?? 0) - hint));
  let best: { match: Match; rank: number; distance: number } | null = null;
  for (const match of matches) {
    const one = { match, rank: rank(match), distance: distance(match) };
    if (best === null || one.rank < best.rank || (one.rank === best.rank && one.distance < best.distance)) best = one;
  }
  return best?.match ?? null;
}

type Wanted = QuoteReading["runs"][number];
/** Whether a row matches the wanted line at `position`. */
type Same = (row: string, wanted: Wanted, position: number) => boolean;

const isSame: Same = (row, wanted, position) => wanted[position]?.matches(row) ?? false;

const isPart: Same = (row, wanted, position) => {
  const { text = "", notIn } = wanted[position] ?? {};
  if (notIn?.test(row)) return false;
  const last = wanted.length - 1;
  if (last === 0) return row.includes(text);
  if (position === 0) return row.endsWith(text);
  return position === last ? row.startsWith(text) : row === text;
};

function matchesIn(rows: readonly TextRow[], { runs }: QuoteReading, same: Same): Match[] {
  const [first, ...others] = runs;
  if (first === undefined) return [];
  const found: Match[] = [];
  for (let start = find(rows, first, 0, same); start !== -1; start = find(rows, first, start + 1, same)) {
    const match = others.length === 0 ? rows.slice(start, start + first.length) : elided(rows, runs, start, same);
    if (match !== null) found.push(match);
  }
  return found;
}

/** Matches each run at the first place after the run before it. */
function elided(rows: readonly TextRow[], runs: QuoteReading["runs"], start: number, same: Same): Match | null {
  const parts: Match[] = [];
  let end = start;
  for (const run of runs) {
    const at = find(rows, run, end, same);
    if (at === -1) return null;
    end = at + run.length;
    parts.push(rows.slice(at, end));
  }
  if (end - start <= widest) return rows.slice(start, end);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest));
}

function find(rows: readonly TextRow[], wanted: Wanted, from: number, same: Same): number {
  for (let start = from; start + wanted.length <= rows.length; start++) {
    if (wanted.every((_, position) => same(rows[start + position]?.text ?? "", wanted, position))) return start;
  }
  return -1;
}
