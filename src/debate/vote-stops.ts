import type { StopReason } from "./rounds.ts";

/** A round of votes of the topology `consensus`. `contested`: how many items somebody is against after it; `moved`: whether a position differs from before. */
export interface VotePass {
  readonly healthy: number;
  readonly budgetSpent: boolean;
  readonly contested: number;
  readonly moved: boolean;
  readonly number: number;
}

interface VoteLimits {
  readonly quorum: number;
  readonly maxRounds: number;
}

type Rule = (pass: VotePass, limits: VoteLimits) => StopReason | null;

const rules: readonly Rule[] = [
  ({ budgetSpent }) => (budgetSpent ? "budget" : null),
  ({ healthy }, { quorum }) => (healthy < quorum ? "panel-lost" : null),
  ({ healthy }) => (healthy === 1 ? "one-reviewer" : null),
  ({ contested }) => (contested === 0 ? "agreed" : null),
  ({ moved, number }) => (number > 1 && !moved ? "no-change" : null),
  ({ number }, { maxRounds }) => (number >= maxRounds ? "max-rounds" : null),
];

/** Why the votes end after this round; null where they go on. The first rule that holds names the reason. */
export function voteStop(pass: VotePass, limits: VoteLimits): StopReason | null {
  return rules.map((rule) => rule(pass, limits)).find((reason) => reason !== null) ?? null;
}
