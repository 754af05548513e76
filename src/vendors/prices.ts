import { calcPrice, findProvider } from "@pydantic/genai-prices";
import { z } from "zod";
import { ReviewError } from "../domain/errors.ts";
import type { TokenUsage } from "../domain/provider.ts";
import { readJson, readVariable } from "./environment.ts";
import type { Environment } from "./vendor.ts";

/** Both vendors charge extra for what they put into the cache; `inputTokens` includes `cacheWriteTokens`. */
export interface MeteredUsage extends TokenUsage {
  readonly cacheWriteTokens?: number;
}

/** US dollars for what was used; null when the model's price is unknown. */
export type PriceOf = (usage: MeteredUsage) => number | null;

/** Whose price list a model is on: a vendor's by name, or the one that a URL belongs to. Null: nobody's (programs, servers of your own). */
export type PriceList = { readonly vendor: "anthropic" | "openai" } | { readonly url: string } | null;

const perMillion = z.number().nonnegative().finite();
const Prices = z.record(z.string(), z.tuple([perMillion, perMillion], perMillion));
export type OwnPrices = z.infer<typeof Prices>;

/** `PR_DEBATE_PRICES`: JSON of model to [input, output] or [input, output, cached input], US dollars per million tokens. Throws `ReviewError`. */
export function readPrices(env: Environment): OwnPrices {
  const text = readVariable(env, "PR_DEBATE_PRICES");
  if (text === null) return {};
  const { data } = Prices.safeParse(readJson(text));
  if (data !== undefined) return data;
  throw new ReviewError(
    `PR_DEBATE_PRICES is ${text.slice(0, 100)}, which is not a JSON mapping of models to prices.`,
    'Write {"my-model": [0.5, 1.5]}: US dollars per million tokens of input and output, and of cached input as a third.',
  );
}

/** The price of a model from the maintained list that is part of the program (nothing is fetched), or from the own prices. */
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
      // The library throws on parts that are more than the whole; a server's wrong count must not stop a review.
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
