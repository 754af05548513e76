import type { DebateClaim, DebatePosition } from "../../domain/discussion/answers.ts";
import type { DebateRound, FreeDebate } from "../../domain/discussion/free-debate.ts";

/** The thresholds at which a debate counts as repeating itself. */
const leastNovelty = 0.2;
const mostRepetition = 0.7;
const lastArguments = 3;

/** The debate after a round, as the stop rules see it. */
export interface DebateCourse {
  readonly rounds: readonly Pick<DebateRound, "turns">[];
  readonly isAgreed: boolean;
  /** The last round moved nothing, and the topology ends a debate for that. */
  readonly isStill: boolean;
  readonly isBudgetSpent: boolean;
  readonly healthy: number;
}

interface DebateLimits {
  readonly minRounds: number;
  readonly maxRounds: number;
  readonly quorum: number;
}

type Stop = FreeDebate["stopReason"];

/** The reason to stop after a round, or null. What breaks a debate ends it at once; what settles it does so after `minRounds`. */
export function debateStop(course: DebateCourse, { minRounds, maxRounds, quorum }: DebateLimits): Stop | null {
  const { rounds, isAgreed, isStill: still, isBudgetSpent, healthy } = course;
  if (isBudgetSpent) return "budget";
  if (healthy < quorum) return "panel-lost";
  if (rounds.length < Math.min(minRounds, maxRounds)) return null;
  if (isAgreed) return "agreed";
  if (still) return "no-change";
  if (repetitionIn(rounds) > mostRepetition) return "repetition";
  if (noveltyIn(rounds) < leastNovelty) return "no-novelty";
  return rounds.length >= maxRounds ? "max-rounds" : null;
}

interface Held {
  readonly positions: readonly DebatePosition[];
  readonly claims: readonly DebateClaim[];
}

/** Whether a round left all positions, confidences (by the hundredth) and claims as they were. */
export function isStill(before: Held, after: Held): boolean {
  const facts = ({ positions, claims }: Held): string =>
    JSON.stringify([
      positions.map(({ text, adopted, confidence }) => [text, adopted, confidence?.toFixed(2)]),
      claims.map(({ givenUp, grantedBy }) => [givenUp, grantedBy]),
    ]);
  return facts(before) === facts(after);
}

/** The mean novelty of the last three arguments, or of the whole last round where more seats spoke in it. */
export function noveltyIn(rounds: DebateCourse["rounds"]): number {
  const last = rounds.at(-1)?.turns.length ?? 0;
  const turns = rounds.flatMap((round) => round.turns).slice(-Math.max(lastArguments, last));
  return meanOf(turns.map(({ novelty }) => novelty));
}

/** The mean repetition of the last round's arguments. */
export function repetitionIn(rounds: DebateCourse["rounds"]): number {
  return meanOf((rounds.at(-1)?.turns ?? []).map(({ repetition }) => repetition));
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
