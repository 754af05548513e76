import type { Draft } from "../domain/finding.ts";

const mostNamed = 3;

/**
 * One draft for the same line in several places, as sources and their builds have it; it names the others. Only for drafts with one of `titles`: of a defect
 * whose weight depends on the file, the copy that counts could be the one that is dropped.
 */
export function withoutCopies(drafts: readonly Draft[], titles: ReadonlySet<string>): Draft[] {
  const copies = Map.groupBy(drafts, (draft) =>
    titles.has(draft.title) ? `${draft.title}\n${draft.quote.trim()}` : draft,
  );
  return [...copies.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [withOthers(first, others)]));
}

function withOthers(draft: Draft, others: readonly Draft[]): Draft {
  if (others.length === 0) return draft;
  const named = others.slice(0, mostNamed).map(({ path, line }) => `${path}:${line ?? "?"}`);
  const left = others.length - named.length;
  const places = left === 0 ? named.join(", ") : `${named.join(", ")} and ${left} more`;
  return { ...draft, detail: `${draft.detail} The same line stands at ${places}.` };
}
