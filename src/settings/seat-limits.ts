import type { Settings } from "./settings.ts";

export type QuorumResult =
  | { readonly ok: true; readonly quorum: number }
  | { readonly ok: false; readonly error: string };

/**
 * How many healthy counted seats a review needs: the setting, or the smaller of 2 and the seats (design §12).
 * With no counted seat the panel is offline and quorum is not asked: 0.
 */
export function checkQuorum(settings: Settings, countedSeats: number): QuorumResult {
  const { quorum } = settings.debate;
  if (countedSeats === 0) return { ok: true, quorum: 0 };
  if (quorum === null) return { ok: true, quorum: Math.min(2, countedSeats) };
  if (quorum <= countedSeats) return { ok: true, quorum };
  const error = `debate.quorum is ${quorum}, but only ${countedSeats} model ${countedSeats === 1 ? "seat is" : "seats are"} configured; lower the quorum or add seats.`;
  return { ok: false, error };
}

const leastCalls = 60;
const callsPerSeatAndBatch = 10;

/**
 * How many calls a review may make where `budget.calls` is not set: for every seat and batch a proposal, the ballots and a share of the
 * hearings, each with a retry.
 */
export function callBudget({ calls }: { readonly calls: number | null }, seats: number, batches: number): number {
  return calls ?? Math.max(leastCalls, callsPerSeatAndBatch * seats * batches);
}
