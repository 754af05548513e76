/** What the predicate looks at: severity and category are deliberately no part of it (golden b). */
export interface Located {
  readonly path: string;
  readonly side: string;
  readonly startLine: number;
  readonly line: number;
  readonly title: string;
  readonly seat: string;
}

/**
 * Are two anchored findings about the same defect? Same file and side, and the ranges overlap, or lie at most 3 lines apart with
 * titles that share half their words. One seat means two different things with two findings unless their quotes overlap.
 */
export function sameFinding(a: Located, b: Located): boolean {
  if (a.path !== b.path || a.side !== b.side) return false;
  const gap = Math.max(a.startLine, b.startLine) - Math.min(a.line, b.line);
  if (gap <= 0) return true;
  return a.seat !== b.seat && gap <= 3 && wordOverlap(a.title, b.title) >= 0.5;
}

/** Jaccard index of the two texts' words; empty texts match nothing. */
export function wordOverlap(a: string, b: string): number {
  const left = words(a);
  const right = words(b);
  const shared = left.intersection(right).size;
  return shared === 0 ? 0 : shared / left.union(right).size;
}

function words(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
}
