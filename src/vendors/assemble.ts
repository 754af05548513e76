import type { Emit } from "../domain/events.ts";
import { type Provider, ProviderError } from "../domain/provider.ts";
import { type BudgetLedger, withBudget } from "./budget.ts";
import { type JournalStore, withJournal } from "./journal.ts";
import { type OwnPrices, type PriceOf, priceOf } from "./prices.ts";
import { type RetryOptions, withRetry } from "./retry.ts";
import type { SeatSpec } from "./seats.ts";

export interface SeatParts {
  readonly ledger: BudgetLedger;
  readonly retry: Omit<RetryOptions, "onRetry">;
  /** Null: nothing is replayed or kept. */
  readonly journal: { readonly store: JournalStore; readonly attempt: number } | null;
  readonly prices: OwnPrices;
  readonly onNote: (text: string) => void;
  readonly onReplay?: (seat: string, tokens: number) => void;
  /** Values that no answer may carry on. */
  readonly keys?: readonly string[];
}

/**
 * A seat's provider with everything around it. The order matters: a retry is a call and counts (budget inside retry), a replay is none
 * (journal outside both).
 */
export function assembleProvider(seat: SeatSpec, parts: SeatParts): Provider {
  const { name, provider, model } = seat;
  const { ledger, journal, onNote } = parts;
  const counted = withBudget(withoutKeys(seat.open(), parts.keys ?? []), ledger, {
    name,
    price: priceOf(seat.prices, model, parts.prices),
  });
  const retried = withRetry(counted, {
    ...parts.retry,
    onRetry: ({ reason, waitMs }) => onNote(`${name}: ${reason} Asked again after ${(waitMs / 1000).toFixed(1)} s.`),
  });
  const onReplay = (tokens: number): void => parts.onReplay?.(name, tokens);
  return journal === null ? retried : withJournal(retried, { ...journal, provider, model, onNote, onReplay });
}

/** A seat's provider that sends nothing: what the journal does not keep fails. */
export function keptOnly({ provider, model }: SeatSpec, journal: SeatParts["journal"]): Provider {
  const nobody: Provider = {
    complete: async () => {
      throw new ProviderError("final", "Nothing is sent.");
    },
  };
  return journal === null ? nobody : withJournal(nobody, { ...journal, provider, model, onNote: () => {} });
}

/** What the cost in dollars cannot cover, as a note; null when every model's price is known. */
export function unknownPrices(seats: readonly SeatSpec[], own: OwnPrices): string | null {
  const one = { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 1_000 };
  const unknown = seats.filter(({ prices, model }) => priceOf(prices, model, own)(one) === null);
  if (unknown.length === 0) return null;
  const models = [...new Set(unknown.map(({ provider, model }) => `${provider}:${model}`))];
  return `No price is known for ${models.join(", ")}: calls and tokens are counted, cost is not, and budget.usd cannot stop them. PR_DEBATE_PRICES can name it.`;
}

/** Tells each answer as an event, with what it used; replayed ones have used nothing. */
export function withTrace(
  provider: Provider,
  seat: { readonly name: string; readonly provider: string },
  price: PriceOf,
  emit: Emit,
): Provider {
  return {
    async complete(request, signal) {
      const reply = await provider.complete(request, signal);
      const usage = reply.usage ?? { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
      const replayed = reply.usage !== null && reply.keep === undefined && usage.inputTokens + usage.outputTokens === 0;
      const costUsd = reply.usage === null ? null : price(usage);
      emit({ type: "call-end", seat: seat.name, provider: seat.provider, ...usage, costUsd, replayed });
      return reply;
    },
  };
}
