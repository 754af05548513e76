/** What a review would use. `usual`: little is contested; `most`: every round and hearing takes place. `costUsd` null: no price is known for a seat. */
export interface Estimate {
  readonly files: number;
  readonly batches: number;
  readonly seats: readonly string[];
  readonly usual: Amounts;
  readonly most: Amounts;
  readonly notes: readonly string[];
}

export interface Amounts {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}
