import { cutCharacters } from "../../text/text.ts";
import { Unusable } from "./reply.ts";

/** A finding or a step under the label that it has in one request. */
export interface Labelled<Thing extends { readonly id: string }> {
  readonly label: string;
  readonly thing: Thing;
}

type AnyItems = readonly Labelled<{ readonly id: string }>[];

export function underLabels<Thing extends { readonly id: string }>(things: readonly Thing[], letter: string) {
  return things.map((thing, index): Labelled<Thing> => ({ label: `${letter}${index + 1}`, thing }));
}

/** The real id behind the id that a model wrote; null if it is not an item of the request. */
export function idOf(given: string, items: AnyItems): string | null {
  const label = given.trim().toUpperCase();
  return items.find((item) => item.label === label)?.thing.id ?? null;
}

/**
 * Opinions under real ids; `unknown` names the ids that are not items. An answer with only unknown ids counts as none.
 */
export function opinionsOn<Opinion extends { readonly id: string }>(
  given: readonly Opinion[],
  items: AnyItems,
): { readonly known: readonly Opinion[]; readonly unknown: readonly string[] } {
  const known = withRealIds(given, items);
  if (given.length > 0 && known.length === 0 && items.length > 0)
    throw new Unusable("none of its ids is the id of an item");
  const unknown = given
    .filter(({ id }) => idOf(id, items) === null)
    .map(({ id }) => `a vote on ${cutCharacters(id, 40)}, which is no item`);
  return { known, unknown };
}

export function withRealIds<Given extends { readonly id: string }>(given: readonly Given[], items: AnyItems): Given[] {
  return given.flatMap((one) => {
    const id = idOf(one.id, items);
    return id === null ? [] : [{ ...one, id }];
  });
}

/** One opinion on each item. A repeated one counts once; opinions that contradict each other are replaced. */
export function oneEach<Opinion extends { readonly id: string; readonly verdict: string }>(
  opinions: readonly Opinion[],
  replacement: (id: string) => readonly Opinion[],
): Opinion[] {
  return [...Map.groupBy(opinions, ({ id }) => id)].flatMap(([id, same]) => {
    const isClear = new Set(same.map(({ verdict }) => verdict)).size === 1;
    return isClear ? same.slice(0, 1) : replacement(id);
  });
}

export const contradiction = {
  verdict: "abstain",
  reason: "(voted on it twice, with different verdicts)",
} as const;
