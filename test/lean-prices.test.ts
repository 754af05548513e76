import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as whole from "@pydantic/genai-prices";
import { expect, onTestFinished, test } from "vitest";
import { withLeanTable } from "../scripts/lean-prices.ts";

const code = readFileSync(fileURLToPath(import.meta.resolve("@pydantic/genai-prices")), "utf8");
const providers = (await whole.waitForUpdate()) ?? [];
const usage = {
  input_tokens: 900_000,
  output_tokens: 300_000,
  cache_read_tokens: 200_000,
  cache_write_tokens: 100_000,
};
const timestamp = new Date("2026-03-04T05:06:07Z");

test("the lean table finds the same providers and gives every model the same price", async () => {
  const lean = await loaded(withLeanTable(code, providers));
  const prices = pricesBy(whole.calcPrice);
  expect(pricesBy(lean.calcPrice)).toEqual(prices);
  expect(prices.filter((price) => typeof price === "number").length).toBeGreaterThan(500);
  for (const host of ["api.openai.com", "openrouter.ai", "api.mistral.ai", "nobody.example"]) {
    const providerApiUrl = `https://${host}/api/v1`;
    expect(lean.findProvider({ providerApiUrl })?.id).toBe(whole.findProvider({ providerApiUrl })?.id);
  }
});

test("a package of a different form is an error, not a bundle without prices", () => {
  expect(() => withLeanTable(`import x from "y";\n${code}`, providers)).toThrow("no longer begins with its table");
  expect(() => withLeanTable(code, [])).toThrow("no longer begins with its table");
});

/** Of every model of every provider, and of two that some have from others: its price, null, or why there is none. */
function pricesBy(calcPrice: typeof whole.calcPrice): (number | string | null)[] {
  return providers.flatMap(({ id: providerId, models }) =>
    [...models.map(({ id }) => id), "gpt-5.1", "claude-opus-4-6"].map((model) => {
      try {
        const price = calcPrice(usage, model, { providerId, timestamp });
        return price === null ? null : price.total_price;
      } catch (error) {
        return String(error);
      }
    }),
  );
}

async function loaded(text: string): Promise<typeof whole> {
  const folder = mkdtempSync(join(tmpdir(), "pr-debate-prices-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "prices.mjs"), text);
  return await import(join(folder, "prices.mjs"));
}
