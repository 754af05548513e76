import { similarities } from "./comments-similarity.ts";
import type { Comment, CommentScene } from "./comments-world.ts";

interface Pair {
  readonly isSame: boolean;
  readonly cosine: number;
  readonly overlaps: boolean;
  /** At most three lines apart, with titles that share half of their words: how version 0.1.0 knew one defect at two lines. */
  readonly isNear: boolean;
}

/** In words: how alike two comments of a change are, where they are about one thing and where not. */
export function likenessOf(scenes: readonly CommentScene[]): string {
  const pairs = scenes.flatMap(pairsOf);
  const [same, other] = [pairs.filter(({ isSame }) => isSame), pairs.filter(({ isSame }) => !isSame)];
  const share = (of: readonly Pair[], has: (pair: Pair) => boolean): string =>
    `${((100 * of.filter(has).length) / of.length).toFixed(1)} %`;
  const spread = (of: readonly Pair[], shares: readonly number[]): string => {
    const cosines = of.map(({ cosine }) => cosine).toSorted((a, b) => a - b);
    return shares.map((part) => cosines[Math.floor(cosines.length * part)]?.toFixed(2)).join(", ");
  };
  return [
    `Of ${same.length} pairs of comments on one thing, ${share(same, ({ overlaps }) => overlaps)} overlap, and the clause "at most 3 lines apart, half of the titles' words shared" catches another ${share(same, ({ isNear }) => isNear)}.`,
    `Their TF-IDF cosine is ${spread(same, [0.05, 0.25, 0.5, 0.75, 0.95])} at 5, 25, 50, 75 and 95 %; ${share(same, ({ cosine }) => cosine >= 0.25)} have .25 or more.`,
    `Of pairs on different things it is ${spread(other, [0.5, 0.95, 0.99])} at 50, 95 and 99 %; ${share(other, ({ cosine }) => cosine >= 0.25)} have .25 or more.`,
  ].join(" ");
}

function pairsOf({ comments }: CommentScene): Pair[] {
  const cosine = similarities(comments.map(({ draft: { title, detail } }) => `${title} ${detail}`));
  return comments.flatMap((one, a) =>
    comments.slice(a + 1).map((other, index) => {
      const gap = gapOf(one, other);
      return {
        isSame: one.matter === other.matter,
        cosine: cosine(a, a + 1 + index),
        overlaps: gap <= 0,
        isNear: gap > 0 && gap <= 3 && one.seat !== other.seat && jaccard(one.draft.title, other.draft.title) >= 0.5,
      };
    }),
  );
}

function gapOf(one: Comment, other: Comment): number {
  if (one.draft.path !== other.draft.path) return Number.POSITIVE_INFINITY;
  const [a, b] = [one, other].map(({ draft: { line = 0, quote } }) => ({
    first: line,
    last: line + quote.split("\n").length - 1,
  }));
  return a === undefined || b === undefined ? 0 : Math.max(a.first, b.first) - Math.min(a.last, b.last);
}

function jaccard(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => new Set(text.toLowerCase().split(/\s+/)));
  return a === undefined || b === undefined ? 0 : a.intersection(b).size / a.union(b).size;
}
