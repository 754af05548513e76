import type { Violation } from "../../domain/discussion/constitution.ts";
import type { Figures, Measures } from "../../domain/discussion/metrics.ts";
import { countFamilies, type SeatReport } from "../../domain/panel.ts";

type Row = (course: MeasuredCourse) => number | null;

/** The four parts of the quality score. */
const parts = {
  rigor: shareOfItems(({ isExamined }) => isExamined),
  grounding: shareOfItems(({ isGrounded }) => isGrounded),
  perspectiveCoverage,
  consensusStrength: about(({ consensus }) => consensus),
} satisfies Partial<Record<keyof Figures, Row>>;

/** One row a metric; docs/metrics.md has the formulas. */
const rows: Readonly<Record<keyof Figures, Row>> = {
  roundsToConsensus: about(({ isAgreed, rounds }) => (isAgreed ? rounds : null)),
  challengeDepth: about(({ items }) => share(sum(items.map(({ challenges }) => challenges)), items.length)),
  evidenceDiversity: about(({ cited }) => new Set(cited).size),
  survivalRate: shareOfItems(({ survives }) => survives),
  revisions: about(({ revisions }) => revisions),
  rejections: about(({ rejections }) => rejections),
  revisionShare: about(({ revisions, rejections }) => share(revisions, revisions + rejections)),
  ruleCompliance: ({ rules: { kept, checked } }) => share(kept, checked),
  families: familiesIn,
  agreementAboveChance,
  ...parts,
  qualityScore: (course) => {
    const values = Object.values(parts).flatMap((part) => part(course) ?? []);
    return values.length < Object.keys(parts).length ? null : share(sum(values), values.length);
  },
};

/** All metrics of a debate, rounded to two places. */
export function measure(course: MeasuredCourse): Measures {
  const of = (name: keyof Figures): number | null => rounded(rows[name](course));
  return {
    roundsToConsensus: of("roundsToConsensus"),
    challengeDepth: of("challengeDepth"),
    evidenceDiversity: of("evidenceDiversity"),
    survivalRate: of("survivalRate"),
    revisions: of("revisions"),
    rejections: of("rejections"),
    revisionShare: of("revisionShare"),
    ruleCompliance: of("ruleCompliance"),
    families: of("families"),
    agreementAboveChance: of("agreementAboveChance"),
    rigor: of("rigor"),
    grounding: of("grounding"),
    perspectiveCoverage: of("perspectiveCoverage"),
    consensusStrength: of("consensusStrength"),
    qualityScore: of("qualityScore"),
    violations: [...course.violations],
  };
}

/** A metric of what was argued about: null where there was nothing. */
function about(row: Row): Row {
  return (course) => (course.items.length === 0 ? null : row(course));
}

function shareOfItems(holds: (item: MeasuredCourse["items"][number]) => boolean): Row {
  return ({ items }) => share(items.filter(holds).length, items.length);
}

/** The personas that spoke to the end, of all personas of the panel. */
function perspectiveCoverage({ seats, heard }: MeasuredCourse): number | null {
  const personas = new Set(seats.map(({ persona }) => persona));
  const present = new Set(seats.filter(({ name }) => heard.includes(name)).map(({ persona }) => persona));
  return share(present.size, personas.size);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(100 * value) / 100;
}

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
function familiesIn({ seats, heard }: Pick<MeasuredCourse, "seats" | "heard">): number | null {
  const families = countFamilies(seats.filter(({ name }) => heard.includes(name)));
  return families === 0 ? null : families;
}

/** One finding, step or claim as the metrics see it. */
export interface MeasuredItem {
  /** The seats that proposed it. */
  readonly authors: readonly string[];
  /** The verdicts of the other seats on it, by seat. An abstention is left out. */
  readonly stances: ReadonlyMap<string, string>;
  /** How often it was challenged. */
  readonly challenges: number;
  /** A seat or a check other than its authors looked at it. */
  readonly isExamined: boolean;
  /** It rests on code that exists. */
  readonly isGrounded: boolean;
  readonly survives: boolean;
}

/** A debate as the metrics see it: the same facts of a review, a plan and a free debate. */
export interface MeasuredCourse {
  readonly items: readonly MeasuredItem[];
  /** Rounds that were held. */
  readonly rounds: number;
  /** It ended because all seats agree. */
  readonly isAgreed: boolean;
  /** The seats that debate. Rule engines are left out. */
  readonly seats: readonly SeatReport[];
  /** The names of those that spoke to the end. */
  readonly heard: readonly string[];
  /** Files whose code was cited correctly. A file may be listed several times. */
  readonly cited: readonly string[];
  /** Items or positions that were changed, and items that were thrown out. */
  readonly revisions: number;
  readonly rejections: number;
  /** Rules that code checked, and how many of them were followed. */
  readonly rules: { readonly kept: number; readonly checked: number };
  /** The broken rules that belong to a role. */
  readonly violations: readonly Violation[];
  /** How far the panel agrees, 0 to 1; null where the protocol could not say. */
  readonly consensus: number | null;
}
