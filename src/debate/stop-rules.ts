import type { Finding } from "../domain/finding.ts";

export const stopReasons = [
  "budget",
  "panel-lost",
  "one-reviewer",
  "agreed",
  "max-rounds",
  "no-change",
  "repetition",
] as const;
export type StopReason = (typeof stopReasons)[number];

/** One finished round as the stop rules see it. `said` are the reasons and arguments of that round. */
export interface RoundState {
  readonly findings: readonly Finding[];
  /** How many of them nobody could settle. */
  readonly openQuestions: number;
  readonly confidence: number | null;
  readonly healthy: number;
  readonly budgetSpent: boolean;
  readonly said: readonly string[];
}

export interface StopLimits {
  readonly confidence: number;
  readonly maxRounds: number;
  readonly quorum: number;
}

/** A rule looks at the rounds so far and says why to stop, or null. The first that holds is the reason the report gives. */
type StopRule = (rounds: readonly RoundState[], limits: StopLimits) => StopReason | null;

const rules: readonly StopRule[] = [
  (rounds) => (rounds.at(-1)?.budgetSpent === true ? "budget" : null),
  (rounds, { quorum }) => ((rounds.at(-1)?.healthy ?? 0) < quorum ? "panel-lost" : null),
  // A seat alone has nobody to agree with, and would judge the same again.
  (rounds) => (rounds.at(-1)?.healthy === 1 ? "one-reviewer" : null),
  (rounds, { confidence }) => (isAgreed(rounds.at(-1), confidence) ? "agreed" : null),
  (rounds, { maxRounds }) => (rounds.length >= maxRounds ? "max-rounds" : null),
  (rounds) => (rounds.length > 1 && fatesOf(rounds.at(-1)) === fatesOf(rounds.at(-2)) ? "no-change" : null),
  (rounds) => (rounds.length > 1 && noveltyOf(rounds) < 0.2 ? "repetition" : null),
];

export function stopReason(rounds: readonly RoundState[], limits: StopLimits): StopReason | null {
  return rules.map((rule) => rule(rounds, limits)).find((reason) => reason !== null) ?? null;
}

function isAgreed(last: RoundState | undefined, threshold: number): boolean {
  return last !== undefined && (last.openQuestions === 0 || (last.confidence ?? 0) >= threshold);
}

function fatesOf(round: RoundState | undefined): string {
  const fates = (round?.findings ?? []).map(({ id, status, severity }) => `${id} ${status} ${severity}`);
  return fates.sort().join("\n");
}

/** Share of this round's words that no earlier round used (seed 000: novelty below .2 is repetition). */
function noveltyOf(rounds: readonly RoundState[]): number {
  const before = wordsOf(rounds.slice(0, -1).flatMap(({ said }) => said));
  const now = wordsOf(rounds.at(-1)?.said ?? []);
  return now.size === 0 ? 0 : now.difference(before).size / now.size;
}

function wordsOf(texts: readonly string[]): Set<string> {
  return new Set(
    texts
      .join(" ")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{3,}/gu) ?? [],
  );
}
