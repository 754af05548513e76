import type { FreeDebate, PanelVote } from "../../domain/discussion/free-debate.ts";
import { askStage } from "../../panel/asking/context.ts";
import { cutWords } from "../../text/text.ts";
import type { Forum } from "./setup.ts";
import { type Debated, debatersLeft } from "./turns.ts";

const wordsOfReason = 80;
/** The weight of a vote or a ruling without a confidence that can be read. */
const unstated = 0.5;

/** Every seat of the panel with its vote on the leading position. A seat that gave none abstains, and that is shown. */
export async function voteOn(forum: Forum, state: Debated, leading: string): Promise<PanelVote[]> {
  const { seats, planContext, context } = forum;
  const { positions, claims } = state;
  const said = (state.rounds.at(-1)?.turns ?? []).map(({ position, argument }) => ({ position, argument }));
  const table = { context: planContext, positions, claims, said, leading };
  const delivered = await askStage(
    debatersLeft(forum, state),
    "debate-vote",
    ({ name, agent }, signal) =>
      agent.vote({ ...table, own: positions.find(({ seat }) => seat === name)?.id ?? "" }, signal),
    context,
  );
  return seats.map(({ name }) => {
    const value = delivered.find(({ seat }) => seat === name)?.value;
    return value === undefined
      ? missingVote(name)
      : {
          seat: name,
          vote: value.vote,
          confidence: value.confidence,
          reason: cutWords(value.reason, wordsOfReason),
          cast: true,
        };
  });
}

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
