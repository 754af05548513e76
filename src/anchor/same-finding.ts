import type { Likeness } from "./likeness.ts";

/** Lines of one side of a file, 1-based and inclusive. */
export interface Lines {
  readonly path: string;
  readonly side: string;
  readonly startLine: number;
  readonly line: number;
}

/** What the predicate looks at: severity and category are deliberately no part of it (golden b). */
export interface Located extends Lines {
  readonly title: string;
  readonly detail: string;
  readonly seat: string;
}

/** From this likeness of title and detail on, two findings in one file are about the same defect (measured: docs/simulation.md). */
const alike = 0.25;

/**
 * Are two anchored findings about the same defect? Same file, and the ranges overlap, or the texts are alike; or they lie at most 3 lines
 * apart with titles that share half their words. One seat means two different things with two findings unless their quotes overlap.
 */
export function sameFinding(a: Located, b: Located, likeness: Likeness): boolean {
  if (a.path !== b.path) return false;
  if (overlap(a, b)) return true;
  return a.seat !== b.seat && (isNear(a, b) || isAlike(a, b, likeness));
}

export function overlap(a: Lines, b: Lines): boolean {
  return a.path === b.path && a.side === b.side && gapOf(a, b) <= 0;
}

export function isAlike(
  a: Pick<Located, "title" | "detail">,
  b: Pick<Located, "title" | "detail">,
  likeness: Likeness,
): boolean {
  return likeness(textOf(a), textOf(b)) >= alike;
}

/** A longer quote touches the defects of others without being about them. */
const longestShared = 40;

export function isWide({ startLine, line }: Pick<Lines, "startLine" | "line">): boolean {
  return line - startLine + 1 > longestShared;
}

/** The text that is compared. */
export function textOf({ title, detail }: Pick<Located, "title" | "detail">): string {
  return `${title}\n${detail}`;
}

/** Jaccard index of the two texts' words; empty texts match nothing. */
export function wordOverlap(a: string, b: string): number {
  const left = words(a);
  const right = words(b);
  const shared = left.intersection(right).size;
  return shared === 0 ? 0 : shared / left.union(right).size;
}

function isNear(a: Located, b: Located): boolean {
  return a.side === b.side && gapOf(a, b) <= 3 && wordOverlap(a.title, b.title) >= 0.5;
}

function gapOf(a: Lines, b: Lines): number {
  return Math.max(a.startLine, b.startLine) - Math.min(a.line, b.line);
}

function words(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
}
