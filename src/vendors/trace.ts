import type { Emit } from "../domain/events.ts";
import type { Provider } from "../domain/provider.ts";
import type { PriceOf } from "./prices.ts";

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
