import type { TokenUsage } from "./provider.ts";

/** What a debate would use. `usual`: little is contested; `most`: every round and hearing takes place. `costUsd` null: no price is known for a seat. */
export interface Estimate {
  readonly subject: Subject;
  readonly seats: readonly string[];
  readonly usual: Amounts;
  readonly most: Amounts;
  readonly notes: readonly string[];
}

/** What it is about; `shown` says in sentences what the seats would see, `usd` is what the budget allows. */
export type Subject =
  | { readonly kind: "review"; readonly files: number; readonly batches: number }
  | { readonly kind: "plan"; readonly shown: readonly string[]; readonly usd: number };

export interface Amounts {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

/** Calls that several seats share count a part in each. */
export interface SeatUse {
  readonly seat: string;
  readonly calls: number;
  readonly usage: TokenUsage;
}

/** Rounded from requests of this program: instructions and persona, one ballot's items, one answer. */
export const perCall = { system: 2_500, items: 1_500, answer: 900 };

export function amountsOf(
  uses: readonly SeatUse[],
  costOf: (seat: string, usage: TokenUsage) => number | null,
): Amounts {
  const sum = (amount: (use: SeatUse) => number): number =>
    Math.round(uses.reduce((total, use) => total + amount(use), 0));
  const costs = uses.map(({ seat, usage }) => costOf(seat, usage));
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ usage }) => usage.inputTokens),
    outputTokens: sum(({ usage }) => usage.outputTokens),
    costUsd: costs.reduce<number | null>((total, cost) => (total === null || cost === null ? null : total + cost), 0),
  };
}
