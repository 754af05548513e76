import type { FreeDebate, PanelVote } from "../../domain/discussion/free-debate.ts";

/** The weight of a vote or a ruling without a confidence that can be read. */
const unstated = 0.5;

export function missingVote(seat: string): PanelVote {
  return { seat, vote: "abstain", confidence: null, reason: "gave no vote", cast: false };
}

export function countVotes(votes: readonly PanelVote[]): FreeDebate["votes"] {
  const count = (kind: PanelVote["vote"]): number => votes.filter(({ vote }) => vote === kind).length;
  return { agree: count("agree"), disagree: count("disagree"), abstain: count("abstain") };
}

/** The weight of a vote: its confidence, or half where it states none. */
export function weightOf({ confidence }: { readonly confidence: number | null }): number {
  return confidence ?? unstated;
}

/**
 * 0 to 100: the greater of the weights for and against, of all weights. An abstention and a missing vote weigh 1 in the whole and belong to no
 * side, so silence lowers the score. Null where no vote came.
 */
export function consensusScore(votes: readonly PanelVote[]): number | null {
  if (!votes.some(({ cast }) => cast)) return null;
  const sum = (kind: PanelVote["vote"]): number =>
    votes.filter(({ vote }) => vote === kind).reduce((total, one) => total + weightOf(one), 0);
  const [agree, disagree] = [sum("agree"), sum("disagree")];
  const whole = agree + disagree + countVotes(votes).abstain;
  return whole === 0 ? 0 : Math.round((100 * Math.max(agree, disagree)) / whole);
}
