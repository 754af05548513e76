import type { VoteWeight } from "../../domain/memory/vote-weights.ts";
import { decidedOf, type FindingLedger } from "./ledger.ts";

/** Fewer decided findings than these say nothing about a seat. */
const leastDecided = 10;

/** The weight of each seat: 0.5 and its useful share, rounded to hundredths as it is shown. 1 for a seat with few decided findings. Pure. */
export function voteWeights(seats: readonly string[], ledger: Pick<FindingLedger, "seats">): VoteWeight[] {
  const rows = new Map(ledger.seats.map((row) => [row.name, row.counts]));
  return seats.map((seat) => {
    const counts = rows.get(seat);
    const fixed = counts?.fixed ?? 0;
    const decided = counts === undefined ? 0 : decidedOf(counts);
    const weight = decided < leastDecided ? 1 : Math.round((0.5 + fixed / decided) * 100) / 100;
    return { seat, weight, decided, fixed };
  });
}

/** Each weight with its figures, for the report. */
export function weightNotes(weights: readonly VoteWeight[]): string[] {
  if (weights.length === 0) return [];
  const listed = weights.map(({ seat, weight, decided, fixed }) => {
    const figures =
      decided < leastDecided
        ? `fewer than ${leastDecided} decided findings (${decided})`
        : `${fixed} of ${decided} decided findings were useful`;
    return `seat ${seat}: weight ${weight}, ${figures}`;
  });
  return [
    `Votes are weighed by the usefulness ledger (debate.weigh-votes-by-ledger), only where the votes on an unprotected finding tie and no hearing can be held: ${listed.join("; ")}.`,
  ];
}
