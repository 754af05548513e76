import type { Alternative, Concession, Dissent, JudgedStep, Step, StepVote } from "../domain/plan.ts";

export interface StepBallot {
  readonly seat: string;
  readonly votes: readonly StepVote[];
}

export interface SeatConcession extends Concession {
  readonly seat: string;
}

const weights = { agree: 1, modify: 0.5 } as const;

/** What was said on the steps, by whom. */
export interface StepStatements {
  readonly ballots: readonly StepBallot[];
  readonly concessions: readonly SeatConcession[];
}

/**
 * Counts what the seats made of a step. Blind raisers beyond the first count as agreeing, an author never votes on its own, a change that is
 * wanted counts half, and whoever said nothing that we know abstained.
 */
export function judgeStep(step: Step, { ballots, concessions }: StepStatements): JudgedStep {
  const votes = votesOn(step, ballots);
  const given = oneEach(concessions.filter((one) => one.step === step.id && step.raisedBy.includes(one.seat)));
  const holding = step.raisedBy.filter((seat) => !given.some((one) => one.seat === seat));
  const agreeing = votes.filter(({ verdict }) => verdict === "agree").map(({ seat }) => seat);
  const confirming = [...step.raisedBy.slice(1), ...agreeing].length;
  const modifying = votes.filter(({ verdict }) => verdict === "modify").length;
  const judging = confirming + modifying + votes.filter(({ verdict }) => verdict === "disagree").length;
  const shared = confirming * weights.agree + modifying * weights.modify;
  return {
    ...step,
    backedBy: [...holding, ...agreeing],
    dissent: [
      ...votes.flatMap(dissentOf),
      ...given.map(({ seat, reason }) => ({ seat, kind: "gave it up", reason }) as const),
    ],
    agreement: judging === 0 ? null : shared / judging,
  };
}

/**
 * A step is part of the plan unless more is said against it than for it: backers count one, wanted changes half. Even: the winner's side
 * decides, and where the winner has none the step stays.
 */
export function splitSteps(
  steps: readonly JudgedStep[],
  winner: string | null,
): { kept: JudgedStep[]; lost: Alternative[] } {
  const kept: JudgedStep[] = [];
  const lost: Alternative[] = [];
  for (const step of steps) {
    const because = lossOf(step, winner);
    if (because === null) kept.push(step);
    else lost.push({ ...step, because });
  }
  return { kept, lost };
}

function lossOf({ backedBy, dissent }: JudgedStep, winner: string | null): string | null {
  const wanting = dissent.filter(({ kind }) => kind === "wants a change").length;
  const opposed = dissent.filter(({ kind }) => kind === "disagrees");
  const support = backedBy.length * weights.agree + wanting * weights.modify;
  if (support === 0) return `given up by its author, and backed by nobody else${reasonsOf(dissent)}`;
  if (opposed.length > support) return `${opposed.length} against ${support}${reasonsOf(opposed)}`;
  return opposed.length === support && opposed.some(({ seat }) => seat === winner)
    ? `${opposed.length} against ${support}, and the winning seat is against it${reasonsOf(opposed)}`
    : null;
}

function reasonsOf(dissent: readonly Dissent[]): string {
  const reasons = [...new Set(dissent.map(({ reason }) => reason))].filter((reason) => reason !== "");
  return reasons.length === 0 ? "" : `: ${reasons.join(" · ")}`;
}

function votesOn({ id, raisedBy }: Step, ballots: readonly StepBallot[]): (StepVote & { seat: string })[] {
  return ballots
    .filter(({ seat }) => !raisedBy.includes(seat))
    .flatMap(({ seat, votes }) =>
      votes
        .filter(({ step }) => step === id)
        .slice(0, 1)
        .map((vote) => ({ ...vote, seat })),
    );
}

function dissentOf({ seat, verdict, reason, change }: StepVote & { seat: string }): Dissent[] {
  if (verdict === "disagree") return [{ seat, kind: "disagrees", reason }];
  if (verdict !== "modify") return [];
  return [{ seat, kind: "wants a change", reason, ...(change === undefined ? {} : { change }) }];
}

function oneEach(concessions: readonly SeatConcession[]): SeatConcession[] {
  return [...new Map(concessions.map((one) => [one.seat, one])).values()];
}
