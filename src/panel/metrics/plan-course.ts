import type { Conduct } from "../../domain/discussion/constitution.ts";
import type { Measures } from "../../domain/discussion/metrics.ts";
import type { Alternative, JudgedStep, Plan } from "../../domain/plan.ts";
import { type MeasuredItem, measure } from "./rows.ts";

type Measured = Pick<Plan, "panel" | "phases" | "alternatives" | "positions" | "confidence"> & {
  /** Rounds of votes in `consensus`; left out: one. */
  readonly passes?: number | undefined;
};

/** Opening, rebuttal, assumptions, closing. */
const allRounds = 4;
const ballotRound = 2;

/** The metrics of a plan: its items are the steps, those that lost included. */
export function measurePlan(
  { panel, phases, alternatives, positions, confidence, passes = 1 }: Measured,
  conduct: Conduct,
): Measures {
  const kept = phases.flatMap(({ steps }) => steps);
  const steps = [...kept, ...alternatives];
  const isWithdrawn = (step: JudgedStep): boolean => step.backedBy.length === 0;
  const contested = steps.filter(isContested);
  const items = [...kept.map((step) => itemOf(step, true)), ...alternatives.map((step) => itemOf(step, false))];
  return measure({
    items,
    rounds: (contested.length === 0 ? ballotRound : allRounds) + Math.max(0, passes - 1),
    isAgreed: contested.every(isWithdrawn) && areExamined(items),
    seats: panel.seats,
    heard: positions.map(({ seat }) => seat),
    cited: steps.flatMap(({ files }) => files),
    revisions: kept.filter(({ dissent }) => dissent.some(({ kind }) => kind === "wants a change")).length,
    rejections: alternatives.length,
    rules: { kept: conduct.checked - conduct.broken.length, checked: conduct.checked },
    violations: conduct.broken,
    consensus: confidence === null ? null : confidence / 100,
  });
}

const verdicts = { disagrees: "disagree", "wants a change": "modify" } as const;

function itemOf(step: JudgedStep | Alternative, survives: boolean): MeasuredItem {
  const { raisedBy, backedBy, dissent, files } = step;
  const against = dissent.flatMap(({ seat, kind }) => (kind === "gave it up" ? [] : [[seat, verdicts[kind]] as const]));
  const agreeing = backedBy.filter((seat) => !raisedBy.includes(seat)).map((seat) => [seat, "agree"] as const);
  return {
    authors: raisedBy,
    stances: new Map([...agreeing, ...against]),
    challenges: against.length,
    isExamined: agreeing.length + against.length > 0 || raisedBy.length > 1,
    isGrounded: files.length > 0,
    survives,
  };
}

/**
 * Silence is not agreement: some seat voted, and every step that is left has a vote of another seat, or two that proposed it.
 */
function areExamined(items: readonly MeasuredItem[]): boolean {
  return items.some(({ isExamined }) => isExamined) && items.every((one) => one.isExamined || !one.survives);
}

function isContested({ dissent }: JudgedStep): boolean {
  return dissent.some(({ kind }) => kind !== "gave it up");
}
