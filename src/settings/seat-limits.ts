import type { Settings } from "./settings.ts";

/** How many healthy counted seats a review needs: the setting, or the smaller of 2 and the seats. A panel without counted seats needs none. */
export function checkQuorum(
  settings: Settings,
  countedSeats: number,
): { readonly ok: true; readonly quorum: number } | { readonly ok: false; readonly error: string } {
  const { quorum } = settings.debate;
  if (countedSeats === 0) return { ok: true, quorum: 0 };
  if (quorum === null) return { ok: true, quorum: Math.min(2, countedSeats) };
  if (quorum <= countedSeats) return { ok: true, quorum };
  const error = `debate.quorum is ${quorum}, but only ${countedSeats} model ${countedSeats === 1 ? "seat is" : "seats are"} configured; lower the quorum or add seats.`;
  return { ok: false, error };
}

const leastCalls = 60;
const callsPerSeatAndBatch = 10;

/** Turns of a seat that looks things up, for a proposal and a ballot. */
const turnsPerSeatAndBatch = 24;

/**
 * How many calls a review may make: `budget.calls`, or for every seat and batch a proposal, the ballots and a share of the hearings, each with a
 * retry, and the turns of the seats that look things up.
 */
export function callBudget(
  { calls }: { readonly calls: number | null },
  { seats, lookingUp = 0 }: { readonly seats: number; readonly lookingUp?: number },
  batches: number,
): number {
  const perBatch = callsPerSeatAndBatch * seats + turnsPerSeatAndBatch * lookingUp;
  return calls ?? Math.max(leastCalls, perBatch * batches);
}
