/** Counts over cases. `repeated` findings are about a defect that another finding already names; they are part of `wrong`. */
export interface Counts {
  readonly right: number;
  readonly wrong: number;
  readonly repeated: number;
  readonly missed: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A share from 0 to 1 with its 95 % interval; null where the divisor is 0. */
export interface Measured extends Interval {
  readonly value: number;
}

export interface EvaluationFigures {
  readonly precision: Measured | null;
  readonly recall: Measured | null;
  readonly f1: Measured | null;
}

export function sumOf(counts: readonly Counts[]): Counts {
  const sum = { right: 0, wrong: 0, repeated: 0, missed: 0 };
  for (const { right, wrong, repeated, missed } of counts) {
    sum.right += right;
    sum.wrong += wrong;
    sum.repeated += repeated;
    sum.missed += missed;
  }
  return sum;
}

/**
 * Precision and recall with Wilson's interval, F1 with a bootstrap over the cases. The argument has one entry per case.
 */
export function figuresOf(cases: readonly Counts[]): EvaluationFigures {
  const { right, wrong, missed } = sumOf(cases);
  return {
    precision: wilson(right, right + wrong),
    recall: wilson(right, right + missed),
    f1: bootstrap(cases, (drawn) => f1Of(sumOf(drawn))),
  };
}

/** The harmonic mean of precision and recall; null where there is neither a finding nor a label. */
export function f1Of({ right, wrong, missed }: Counts): number | null {
  const all = 2 * right + wrong + missed;
  return all === 0 ? null : (2 * right) / all;
}

/** The normal quantile of a two-sided 95 % interval. */
const z = 1.959964;

/** A share with Wilson's score interval, which stays within 0 and 1 and is wide for few items (Wilson 1927). */
export function wilson(hits: number, all: number): Measured | null {
  if (all === 0) return null;
  const share = hits / all;
  const middle = share + z ** 2 / (2 * all);
  const half = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  const scale = 1 + z ** 2 / all;
  return { value: share, low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

const draws = 2_000;

/**
 * A figure with the percentile interval of a bootstrap that draws whole cases, since findings of one case are not independent. The seed is
 * fixed, so the same cases give the same interval. Draws without a value are left out; null if the cases themselves have none.
 */
export function bootstrap<Item>(
  items: readonly Item[],
  figure: (drawn: readonly Item[]) => number | null,
): Measured | null {
  const value = figure(items);
  if (value === null) return null;
  const random = randomFrom(20_260_101);
  const values = Array.from({ length: draws }, () =>
    figure(items.flatMap(() => items[Math.floor(random() * items.length)] ?? [])),
  )
    .filter((one) => one !== null)
    .sort((one, other) => one - other);
  const at = (share: number): number => values[Math.round(share * (values.length - 1))] ?? value;
  return { value, low: at(0.025), high: at(0.975) };
}

/** Mulberry32: a small generator of numbers from 0 to 1 with a seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
