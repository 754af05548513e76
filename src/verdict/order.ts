import type { Conclusion } from "../domain/review.ts";

const fromBest: readonly Conclusion[] = ["success", "skipped", "neutral", "cancelled", "failure"];

export function isWorse(one: Conclusion, other: Conclusion): boolean {
  return fromBest.indexOf(one) > fromBest.indexOf(other);
}

/** The item with the worst conclusion; of several such items the first. */
export function worstAmong<Item extends { readonly conclusion: Conclusion }>(items: readonly Item[]): Item | undefined {
  return items.reduce<Item | undefined>(
    (worst, item) => (worst === undefined || isWorse(item.conclusion, worst.conclusion) ? item : worst),
    undefined,
  );
}
