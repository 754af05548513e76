import { ReviewError } from "../../domain/errors.ts";
import type { VoteWeight } from "../../domain/memory/vote-weights.ts";
import type { DecidedSource } from "../../record/memory/cases.ts";
import { isFollowed, ledgerOf } from "../../record/memory/ledger.ts";
import { voteWeights, weightNotes } from "../../record/memory/vote-weights.ts";
import type { Settings } from "../../settings/settings.ts";

/** What became of earlier findings, from old to new. */
export type EarlierEnds = () => Promise<readonly DecidedSource[]>;

/** `weights` is left out where every vote counts the same; `notes` say why, if the settings want weights. */
interface Weighing {
  readonly weights?: readonly VoteWeight[];
  readonly notes: readonly string[];
}

/** The weights of the seats' votes, where the settings ask for them and the caller keeps a ledger. */
export async function weighSeats(
  seats: readonly string[],
  { debate }: Settings,
  ends: EarlierEnds | undefined,
): Promise<Weighing> {
  if (!debate.weighVotes || seats.length === 0) return { notes: [] };
  if (ends === undefined) return { notes: [`${same}: no ledger is kept here, only in the App and on your machine.`] };
  try {
    const sources = await ends();
    const followed = sources.filter(isFollowed);
    const weights = voteWeights(seats, ledgerOf(followed));
    return { weights, notes: [...weightNotes(weights), ...leftOut(sources.length - followed.length)] };
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    return { notes: [`${same}: the ledger cannot be read. ${error.message}`] };
  }
}

/** Where no fix can be seen, a seat could only lose weight. */
function leftOut(count: number): string[] {
  if (count === 0) return [];
  const which = count === 1 ? "1 kept review has" : `${count} kept reviews have`;
  return [`${which} no branch, so no later review shows what was fixed: they do not count for the weights of votes.`];
}

const same = "The settings weigh votes by the usefulness ledger, but each vote counted the same";
