const leastCalls = 60;
const callsPerSeatAndBatch = 10;

/**
 * How many calls a review may make where `budget.calls` is not set: for every seat and batch a proposal, the ballots and a share of the
 * hearings, each with a retry.
 */
export function callBudget({ calls }: { readonly calls: number | null }, seats: number, batches: number): number {
  return calls ?? Math.max(leastCalls, callsPerSeatAndBatch * seats * batches);
}
