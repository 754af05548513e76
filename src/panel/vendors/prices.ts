import { calcPrice, findProvider } from "@pydantic/genai-prices";
import type { OwnPrices } from "./own-prices.ts";
import type { MeteredUsage, PriceList, PriceOf } from "./vendor.ts";

/** The price of a model: your own, or that of the list in the program. Nothing is fetched. */
export function priceOf(list: PriceList, model: string, own: OwnPrices = {}): PriceOf {
  const mine = Object.hasOwn(own, model) ? own[model] : undefined;
  if (mine !== undefined) return (usage) => ownPrice(mine, usage);
  const providerId = vendorOf(list, model);
  if (providerId === undefined) return () => null;
  return (usage) => {
    const { inputTokens, outputTokens } = usage;
    const cached = Math.min(usage.cachedInputTokens, inputTokens);
    const tokens = {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      // The library throws when a part exceeds the whole. A server's wrong count must not stop a review.
      cache_read_tokens: cached,
      cache_write_tokens: Math.min(usage.cacheWriteTokens ?? 0, inputTokens - cached),
    };
    const price = calcPrice(tokens, model, { providerId });
    return price === null ? null : price.total_price;
  };
}

function vendorOf(list: PriceList, model: string): string | undefined {
  if (list === null) return undefined;
  if ("vendor" in list) return list.vendor;
  return findProvider({ providerApiUrl: list.url, modelId: model })?.id;
}

function ownPrice([input, output, cachedInput = input]: OwnPrices[string], usage: MeteredUsage): number {
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
  return ((usage.inputTokens - cached) * input + cached * cachedInput + usage.outputTokens * output) / 1e6;
}

/** The note about models without a price; null when every price is known. */
export function unknownPrices(
  seats: readonly { readonly provider: string; readonly model: string; readonly prices: PriceList }[],
  own: OwnPrices,
): string | null {
  const one = { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 1_000 };
  const unknown = seats.filter(({ prices, model }) => priceOf(prices, model, own)(one) === null);
  if (unknown.length === 0) return null;
  const models = [...new Set(unknown.map(({ provider, model }) => `${provider}:${model}`))];
  return `No price is known for ${models.join(", ")}: calls and tokens are counted, cost is not, and budget.usd cannot stop them. PR_DEBATE_PRICES can name it.`;
}
