/** Lines of one side of a file, 1-based and inclusive. */
export interface LineRange {
  readonly path: string;
  readonly side: string;
  readonly startLine: number;
  readonly line: number;
}

/** The input of the comparison. Severity and category are left out on purpose. */
export interface Located extends LineRange {
  readonly title: string;
  readonly detail: string;
  readonly seat: string;
}

/**
 * Two findings in one file are about the same defect if title and detail are at least this similar (measured:
 * docs/simulation.md).
 */
const alike = 0.25;

/**
 * Whether two anchored findings are about the same defect: same file, and their ranges overlap, or their texts are
 * alike, or they are at most 3 lines apart and share half the words of their titles. Whether two findings of one seat
 * are one is decided where they are grouped.
 */
export function sameFinding(a: Located, b: Located, likeness: Likeness): boolean {
  if (a.path !== b.path) return false;
  if (overlap(a, b)) return true;
  return a.seat !== b.seat && (isNear(a, b) || isAlike(a, b, likeness));
}

export function overlap(a: LineRange, b: LineRange): boolean {
  return a.path === b.path && a.side === b.side && gapOf(a, b) <= 0;
}

export function isAlike(
  a: Pick<Located, "title" | "detail">,
  b: Pick<Located, "title" | "detail">,
  likeness: Likeness,
): boolean {
  return likeness(comparedText(a), comparedText(b)) >= alike;
}

/** A longer quote can touch other defects without being about them. */
const longestShared = 40;

export function isWide({ startLine, line }: Pick<LineRange, "startLine" | "line">): boolean {
  return line - startLine + 1 > longestShared;
}

/** The text to compare. */
export function comparedText({ title, detail }: Pick<Located, "title" | "detail">): string {
  return `${title}\n${detail}`;
}

/** Jaccard index of the two texts' words. Empty texts match nothing. */
export function wordOverlap(a: string, b: string): number {
  const left = words(a);
  const right = words(b);
  const shared = left.intersection(right).size;
  return shared === 0 ? 0 : shared / left.union(right).size;
}

function isNear(a: Located, b: Located): boolean {
  return a.side === b.side && gapOf(a, b) <= 3 && wordOverlap(a.title, b.title) >= 0.5;
}

function gapOf(a: LineRange, b: LineRange): number {
  return Math.max(a.startLine, b.startLine) - Math.min(a.line, b.line);
}

function words(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
}

/** Similarity of two texts, 0 to 1. */
export type Likeness = (one: string, other: string) => number;

type Vector = ReadonlyMap<string, number>;

/**
 * Cosine of TF-IDF vectors over a collection of texts. A word that most texts share weighs little, so findings from one
 * template are not alike because of the template. With only one text no word loses weight, so equal texts are alike.
 */
export function likenessOver(texts: readonly string[]): Likeness {
  const frequencies = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(wordsOf(text))) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const weightOf = (word: string): number => Math.log((texts.length + 1) / ((frequencies.get(word) ?? 1) + 0.5));
  const known = new Map<string, Vector>();
  const vectorOf = (text: string): Vector => {
    const vector = known.get(text) ?? vectorFrom(wordsOf(text), weightOf);
    known.set(text, vector);
    return vector;
  };
  return (one, other) => cosine(vectorOf(one), vectorOf(other));
}

/** Unit length, or empty for a text without words. */
function vectorFrom(words: readonly string[], weightOf: (word: string) => number): Vector {
  const weights = new Map<string, number>();
  for (const word of words) weights.set(word, (weights.get(word) ?? 0) + Math.max(weightOf(word), 0.05));
  const length = Math.hypot(...weights.values());
  return new Map([...weights].map(([word, weight]) => [word, weight / length]));
}

function cosine(one: Vector, other: Vector): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0);
  return sum;
}

const mostWords = 1_000;

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, mostWords);
}
