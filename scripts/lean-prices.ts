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
  return `const ${table.groups?.["name"]} = ${JSON.stringify(providers.map(leanProvider))}${code.slice(table[0].length)}`;
}

function leanProvider(provider: Provider): object {
  const { name, description, price_comments, pricing_urls, extractors, models, ...lean } = provider;
  return { ...lean, models: models.map(leanModel) };
}

function leanModel({ name, description, price_comments, context_window, deprecated, ...lean }: ModelInfo): object {
  return lean;
}
