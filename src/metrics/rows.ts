import type { Figures, Measures } from "../domain/discussion/metrics.ts";
import type { MeasuredCourse } from "./course.ts";
import { agreementAboveChance, familiesIn } from "./kappa.ts";

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
