import { type ModelInfo, type Provider, waitForUpdate } from "@pydantic/genai-prices";
import type { Plugin } from "rolldown";

/** Bundles the table of prices without descriptions and extractors. The remaining half finds a model and its price. */
export function leanPrices(): Plugin {
  return {
    name: "lean-prices",
    transform: {
      filter: { id: /@pydantic\/genai-prices\/dist\/index\.js$/ },
      handler: async (code) => withLeanTable(code, (await waitForUpdate()) ?? []),
    },
  };
}

/** The module with the same providers and models in the same order. Only its `calcPrice` and `findProvider` still work. */
export function withLeanTable(code: string, providers: readonly Provider[]): string {
  const table = /^const (?<name>\w+) = \[\n.*?\n\](?=[,;])/s.exec(code);
  if (table === null || providers.length === 0)
    throw new Error(
      "@pydantic/genai-prices no longer begins with its table of providers: read it, and adapt this script",
    );
  const lean = JSON.stringify(providers.map(leanProvider));
  return `const ${table.groups?.["name"]} = ${lean}.map(${wholeProvider})${code.slice(table[0].length)}`;
}

function leanProvider(provider: Provider): object {
  const { name, description, price_comments, pricing_urls, extractors, models, ...lean } = provider;
  return { ...lean, models: models.map(leanModel) };
}

/** The usual prices, in the order in which the package adds them up: another order gives another last digit. */
const usualPrices = ["input_mtok", "cache_write_mtok", "cache_read_mtok", "output_mtok"];

/** Most models have the usual prices alone and are found by their id. Of those the id and the numbers are kept, with 0 for a price that is not named. */
function leanModel({ name, description, price_comments, context_window, deprecated, ...model }: ModelInfo): unknown {
  const { id, match, prices, ...rest } = model;
  const row = [id, ...usualPrices.map((key) => new Map<string, unknown>(Object.entries(prices)).get(key) ?? 0)];
  const isUsual = JSON.stringify(pricesIn(row)) === JSON.stringify(prices) && Object.keys(rest).length === 0;
  const isFoundById = JSON.stringify(match) === JSON.stringify({ equals: id });
  return isUsual ? [isFoundById ? 0 : match, ...row] : model;
}

function pricesIn([_, ...numbers]: readonly unknown[]): object {
  return Object.fromEntries(
    numbers.flatMap((value, at) => (typeof value === "number" && value > 0 ? [[usualPrices[at], value]] : [])),
  );
}

/** Part of the bundle: gives each provider its models as the package has them. */
const wholeProvider = `(provider) => ({
  ...provider,
  models: provider.models.map((model) => {
    if (!Array.isArray(model)) return model;
    const [match, id, ...numbers] = model;
    const prices = numbers.flatMap((value, at) => (value === 0 ? [] : [[${JSON.stringify(usualPrices)}[at], value]]));
    return { id, match: match === 0 ? { equals: id } : match, prices: Object.fromEntries(prices) };
  }),
})`;
