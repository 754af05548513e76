import { ReviewError } from "../domain/errors.ts";
import type { VoteWeight } from "../domain/memory/vote-weights.ts";
import type { DecidedSource } from "../memory/cases.ts";
import { ledgerOf } from "../memory/ledger.ts";
import { voteWeights, weightNotes } from "../memory/vote-weights.ts";
import type { Settings } from "../settings/settings.ts";

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
    const weights = voteWeights(seats, ledgerOf(await ends()));
    return { weights, notes: weightNotes(weights) };
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    return { notes: [`${same}: the ledger cannot be read. ${error.message}`] };
  }
}

const same = "The settings weigh votes by the usefulness ledger, but each vote counted the same";
