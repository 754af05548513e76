import { z } from "zod";

/** A vote counts at least half and at most one and a half. */
const leastWeight = 0.5;
const mostWeight = 1.5;

/** How much the vote of a seat counts in a tie that cannot be heard, with the figures behind it. */
export const VoteWeight = z.object({
  seat: z.string(),
  weight: z.number().min(leastWeight).max(mostWeight),
  /** How many findings of the seat were decided, and how many of them were fixed. */
  decided: z.number().int().nonnegative(),
  fixed: z.number().int().nonnegative(),
});
export type VoteWeight = z.infer<typeof VoteWeight>;

/** The weight of each side of a vote. */
export const WeighedVotes = z.object({ agree: z.number(), dispute: z.number() });
export type WeighedVotes = z.infer<typeof WeighedVotes>;

/** The sums of both sides, in hundredths, so that equal sums are equal. A seat without a weight counts 1. */
export function weighVotes(
  { agree, dispute }: { readonly agree: readonly string[]; readonly dispute: readonly string[] },
  weights: readonly VoteWeight[],
): WeighedVotes {
  const bySeat = new Map(weights.map(({ seat, weight }) => [seat, weight]));
  const sum = (seats: readonly string[]): number =>
    seats.reduce((total, seat) => total + Math.round((bySeat.get(seat) ?? 1) * 100), 0) / 100;
  return { agree: sum(agree), dispute: sum(dispute) };
}
