import {
  accuracies,
  type CommentResult,
  cleanName,
  cleanStubbornName,
  correlations,
  nameOf,
  stubbornName,
} from "./comments-cells.ts";
import { added, costOf, looseOf, precisionOf, recallOf, type Sums, strictOf } from "./comments-score.ts";

/** A figure of version 0.1.0 on the same changes, or of the engine at hand. `halfWidth` is half of its 95 % interval. */
export interface Measured {
  readonly value: number;
  readonly halfWidth: number;
}

interface Target {
  readonly sign: "≥" | "≤";
  readonly limit: number;
}

interface Figure {
  readonly name: string;
  readonly target?: Target;
  readonly of: (sums: (cell: string) => Sums) => number;
}

export interface FigureRow extends Measured {
  readonly name: string;
  readonly target?: Target;
  readonly met?: boolean;
}

const middle = 0.8;
const everywhere = (seats: number): string[] =>
  accuracies.flatMap((accuracy) => correlations.map((correlation) => nameOf(seats, accuracy, correlation)));

const overGrid = (name: string, seats: number, measure: (sums: Sums) => number, target?: Target): Figure => ({
  name: `${name}, ${seats} seats, mean over a × ρ`,
  ...(target === undefined ? {} : { target }),
  of: (sums) => mean(everywhere(seats).map((cell) => measure(sums(cell)))),
});

const inMiddle = (
  name: string,
  seats: number,
  correlation: number,
  measure: (sums: Sums) => number,
  target?: Target,
): Figure => ({
  name: `${name}, ${seats} seats, a = ${middle}, ρ = ${correlation}`,
  ...(target === undefined ? {} : { target }),
  of: (sums) => measure(sums(nameOf(seats, middle, correlation))),
});

const overAll = (name: string, seats: number, part: (sums: Sums) => number): Figure => ({
  name: `${name}, ${seats} seats, whole grid`,
  of: (sums) => part(added(everywhere(seats).map(sums))),
});

const blockedShare = quotient(
  ({ blocked }) => blocked,
  ({ changes }) => changes,
);

const clean = (correlation: number, limit: number): Figure => ({
  name: `clean changes blocked, 5 seats, a = ${middle}, ρ = ${correlation}`,
  target: { sign: "≤", limit },
  of: (sums) => blockedShare(sums(cleanName(correlation))),
});

const inCell = (name: string, cell: string, measure: (sums: Sums) => number): Figure => ({
  name: `${name}, 5 seats, a = ${middle}, ρ = 0`,
  of: (sums) => measure(sums(cell)),
});

const callsOf = (sums: Sums): number =>
  (sums.propose + sums.ballot + sums.argue + sums.judge + sums.compose + sums.validate) / sums.changes;

const figures: readonly Figure[] = [
  overGrid("strict F1", 5, strictOf, { sign: "≥", limit: 0.66 }),
  overGrid("strict F1", 3, strictOf, { sign: "≥", limit: 0.64 }),
  ...correlations.flatMap((correlation) => [
    inMiddle("precision", 5, correlation, precisionOf, { sign: "≥", limit: 0.8 }),
    inMiddle("recall", 5, correlation, recallOf, { sign: "≥", limit: 0.7 }),
  ]),
  clean(0, 0.02),
  clean(0.5, 0.05),
  overGrid("cost ÷ proposals, diff of 20,000 tokens", 5, (sums) => costOf(sums, 20_000), { sign: "≤", limit: 1.7 }),
  overGrid("cost ÷ proposals, diff of 10,000 tokens", 5, (sums) => costOf(sums, 10_000)),
  overGrid("cost ÷ proposals, diff of 5,000 tokens", 5, (sums) => costOf(sums, 5_000)),
  inCell("strict F1 with stubborn advocates", stubbornName, strictOf),
  inCell("clean changes blocked with stubborn advocates", cleanStubbornName, blockedShare),
  inMiddle("F1", 5, 0, looseOf),
  inMiddle("strict F1", 5, 0, strictOf),
  inMiddle("precision", 3, 0, precisionOf),
  inMiddle("recall", 3, 0, recallOf),
  inMiddle("F1", 3, 0, looseOf),
  inMiddle("strict F1", 3, 0, strictOf),
  ...[5, 3].flatMap((seats) => [
    inMiddle(
      "comments a change",
      seats,
      0,
      quotient(
        ({ posted }) => posted,
        ({ changes }) => changes,
      ),
    ),
    inMiddle(
      "share of comments that repeat another",
      seats,
      0,
      quotient(
        ({ repeated }) => repeated,
        ({ posted }) => posted,
      ),
    ),
    inMiddle(
      "share of comments that are ties",
      seats,
      0,
      quotient(
        ({ tied }) => tied,
        ({ posted }) => posted,
      ),
    ),
    inMiddle(
      "share of ties that are true",
      seats,
      0,
      quotient(
        ({ tiedRight }) => tiedRight,
        ({ tied }) => tied,
      ),
    ),
    overAll(
      "share of disputed findings that are true",
      seats,
      quotient(
        ({ disputedRight }) => disputedRight,
        ({ disputed }) => disputed,
      ),
    ),
    inMiddle("calls a change", seats, 0, callsOf),
  ]),
  ...(["propose", "ballot", "argue", "judge", "compose", "validate"] as const).map((stage) =>
    inMiddle(
      `calls to ${stage}`,
      5,
      0,
      quotient(
        (sums) => sums[stage],
        ({ changes }) => changes,
      ),
    ),
  ),
];

/** Every figure with its interval, by jackknife over groups of changes that are the same in all cells. */
export function figuresOf(results: readonly CommentResult[]): FigureRow[] {
  const groups = results[0]?.groups.length ?? 0;
  const samples = [null, ...Array.from({ length: groups }, (_, index) => index)].map(
    (left) => new Map(results.map((cell) => [cell.name, added(cell.groups.filter((_, index) => index !== left))])),
  );
  return figures.map(({ name, target, of }) => {
    const [value = Number.NaN, ...without] = samples.map((sums) => of((cell) => sums.get(cell) ?? added([])));
    const measured = { name, value, halfWidth: halfWidthOf(without) };
    if (target === undefined) return measured;
    return { ...measured, target, met: target.sign === "≥" ? value >= target.limit : value <= target.limit };
  });
}

function halfWidthOf(without: readonly number[]): number {
  const centre = mean(without);
  const squares = without.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return 1.96 * Math.sqrt(((without.length - 1) / without.length) * squares);
}

function quotient(above: (sums: Sums) => number, below: (sums: Sums) => number): (sums: Sums) => number {
  return (sums) => (below(sums) === 0 ? 0 : above(sums) / below(sums));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
