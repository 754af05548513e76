import { byteLength, plural } from "../../text/text.ts";
import { compareTexts } from "./symbols.ts";

/** In the order in which they are shown. */
const pieceKinds = ["caller", "definition", "test"] as const;
export type PieceKind = (typeof pieceKinds)[number];

/** A place of the head that a reviewer may need beside the diff. */
export interface SlicePlace {
  readonly kind: PieceKind;
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly why: string;
}

export interface Piece extends SlicePlace {
  readonly text: string;
}

export interface Slice {
  readonly pieces: readonly Piece[];
  /** What was left out, and which files were not parsed. */
  readonly notes: readonly string[];
}

/** Shares of the limit, so that many callers leave room for definitions and tests. Other kinds may use the rest of a share. */
const shares: Readonly<Record<PieceKind, number>> = { caller: 0.5, definition: 0.35, test: 0.15 };

/** Path, lines and reason around a piece. */
const labelBytes = 80;
const lineBytes = 8;

/**
 * The pieces of a slice. `places` come in order of worth. Lines in `shown` (by path) are already in the request. At most
 * `cap` bytes as they will be shown.
 */
export function choosePieces(
  places: readonly SlicePlace[],
  shown: ReadonlyMap<string, ReadonlySet<number>>,
  linesOf: ReadonlyMap<string, readonly string[]>,
  cap: number,
): Slice {
  const candidates = merged(places).flatMap((place) =>
    unshown(place, shown.get(place.path), linesOf.get(place.path) ?? []),
  );
  const taken = new Set<Piece>();
  let room = cap;
  for (const share of [shares, null]) {
    for (const kind of pieceKinds) {
      let kindRoom = share === null ? room : Math.floor(cap * share[kind]);
      for (const piece of candidates) {
        const size = sizeOf(piece);
        if (piece.kind !== kind || taken.has(piece) || size > kindRoom || size > room) continue;
        taken.add(piece);
        room -= size;
        kindRoom -= size;
      }
    }
  }
  const left = candidates.filter((piece) => !taken.has(piece));
  return {
    pieces: pieceKinds.flatMap((kind) => candidates.filter((one) => one.kind === kind && taken.has(one))),
    notes: noteOf(left, cap),
  };
}

/** Overlapping and adjacent places of a file become one, at the place of the first. */
function merged(places: readonly SlicePlace[]): SlicePlace[] {
  const result: SlicePlace[] = [];
  for (const place of places) {
    let whole = place;
    let position = result.length;
    for (let index = result.length - 1; index >= 0; index--) {
      const other = result[index];
      if (other === undefined || other.path !== whole.path || other.from > whole.to + 1 || other.to < whole.from - 1)
        continue;
      whole = joined(other, whole);
      result.splice(index, 1);
      position = index;
    }
    result.splice(position, 0, whole);
  }
  return result;
}

const longestWhy = 300;

function joined(first: SlicePlace, second: SlicePlace): SlicePlace {
  const reasons = [...new Set([...first.why.split("; "), ...second.why.split("; ")])];
  const all = reasons.join("; ");
  const kind = pieceKinds.find((one) => one === first.kind || one === second.kind) ?? first.kind;
  const why = all.length <= longestWhy ? all : first.why;
  return { kind, path: first.path, from: Math.min(first.from, second.from), to: Math.max(first.to, second.to), why };
}

/** The parts of a place that the diff does not show, without blank lines around them. */
function unshown(place: SlicePlace, shown: ReadonlySet<number> = new Set(), lines: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  const isWanted = (line: number): boolean => line <= place.to && !shown.has(line);
  const isBlank = (line: number): boolean => (lines[line - 1] ?? "").trim() === "";
  for (let from = place.from; from <= place.to; from++) {
    if (!isWanted(from) || isBlank(from)) continue;
    let end = from;
    while (isWanted(end + 1)) end += 1;
    const next = end;
    while (isBlank(end)) end -= 1;
    pieces.push({ ...place, from, to: end, text: lines.slice(from - 1, end).join("\n") });
    from = next;
  }
  return pieces;
}

function sizeOf({ path, why, text, from, to }: Piece): number {
  return byteLength(text) + byteLength(path) + byteLength(why) + (to - from + 1) * lineBytes + labelBytes;
}

const mostNamed = 5;

function noteOf(left: readonly Piece[], cap: number): string[] {
  if (left.length === 0) return [];
  const paths = [...new Set(left.map(({ path }) => path))].sort(compareTexts);
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : "";
  const named = paths.slice(0, mostNamed).join(", ");
  return [`${plural(left.length, "piece")} of code left out, because the limit is ${cap} bytes: ${named}${more}`];
}
