import { countFamilies } from "../domain/panel.ts";
import type { MeasuredCourse, MeasuredItem } from "./course.ts";

/** A pair with fewer common items says nothing about agreement. */
const leastItems = 2;

/**
 * How far seats agree beyond chance: Cohen's kappa of each pair of seats over the items that both judged and neither proposed, and the mean of
 * them. Null where no pair can be measured.
 */
export function agreementAboveChance({ items, seats }: Pick<MeasuredCourse, "items" | "seats">): number | null {
  const names = seats.map(({ name }) => name);
  const kappas = names.flatMap((one, index) =>
    names.slice(index + 1).flatMap((other) => kappaOf(commonStances(items, one, other)) ?? []),
  );
  return kappas.length === 0 ? null : kappas.reduce((sum, kappa) => sum + kappa, 0) / kappas.length;
}

function commonStances(items: readonly MeasuredItem[], one: string, other: string): (readonly [string, string])[] {
  return items.flatMap(({ authors, stances }) => {
    const [a, b] = [stances.get(one), stances.get(other)];
    const isOwn = authors.includes(one) || authors.includes(other);
    return isOwn || a === undefined || b === undefined ? [] : [[a, b] as const];
  });
}

/** (observed − expected) ÷ (1 − expected); null where both always say the same one thing, so that chance explains it all. */
export function kappaOf(pairs: readonly (readonly [string, string])[]): number | null {
  if (pairs.length < leastItems) return null;
  const share = (holds: (pair: readonly [string, string]) => boolean): number =>
    pairs.filter(holds).length / pairs.length;
  const observed = share(([a, b]) => a === b);
  const expected = [...new Set(pairs.flat())].reduce(
    (sum, stance) => sum + share(([a]) => a === stance) * share(([, b]) => b === stance),
    0,
  );
  return expected === 1 ? null : (observed - expected) / (1 - expected);
}

/** Different model families among the seats that spoke to the end; null where none did. */
export function familiesIn({ seats, heard }: Pick<MeasuredCourse, "seats" | "heard">): number | null {
  const families = countFamilies(seats.filter(({ name }) => heard.includes(name)));
  return families === 0 ? null : families;
}
