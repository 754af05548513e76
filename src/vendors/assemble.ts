import type { Emit } from "../domain/events.ts";
import { type Provider, ProviderError } from "../domain/provider.ts";
import { redactValues } from "../text/text.ts";
import { type BudgetLedger, withBudget } from "./budget.ts";
import { type Journal, withJournal } from "./journal.ts";
import { type OwnPrices, type PriceOf, priceOf } from "./prices.ts";
import { type RetryOptions, withRetry } from "./retry.ts";
import type { SeatSpec } from "./seats.ts";

export interface SeatParts {
  readonly ledger: BudgetLedger;
  readonly retry: Omit<RetryOptions, "onRetry">;
  /** Null: nothing is replayed or kept. */
  readonly journal: Journal | null;
  readonly prices: OwnPrices;
  readonly onNote: (text: string) => void;
  readonly onReplay?: (seat: string, tokens: number) => void;
  /** Our keys, which no request and no answer may hold. */
  readonly keys?: readonly string[];
}

/**
 * A seat's provider with all its wrappers. Their order matters: a retry counts as a call (budget inside retry), a replay does not (journal
 * outside both).
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

/** A seat's provider that sends nothing and fails where the journal has no answer. */
export function keptOnly({ provider, model }: SeatSpec, journal: Journal | null): Provider {
  const silent: Provider = {
    complete: async () => {
      throw new ProviderError("final", "Nothing is sent.");
    },
  };
  return journal === null ? silent : withJournal(silent, { ...journal, provider, model, onNote: () => {} });
}

/**
 * Takes our keys, in whatever form, out of requests and answers. A gateway that echoes headers can put a key into an answer: it is removed
 * before the answer is kept, shown or passed on (H77).
 */
export function withoutKeys(provider: Provider, keys: readonly string[]): Provider {
  const clean = (text: string): string => redactValues(text, keys);
  return {
    async complete(request, signal) {
      const { system, batch, task } = request;
      const cleaned = { ...request, system: clean(system), batch: clean(batch), task: clean(task) };
      const reply = await provider.complete(cleaned, signal);
      return { ...reply, text: clean(reply.text) };
    },
  };
}

/** Emits an event for each answer, with the tokens that it used. Replayed answers use none. */
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
