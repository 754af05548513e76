import { describe, expect, test } from "vitest";
import { readPrices } from "../../../src/panel/vendors/own-prices.ts";
import { priceOf } from "../../../src/panel/vendors/prices.ts";

const million = { inputTokens: 1_000_000, cachedInputTokens: 0, outputTokens: 0 };

describe("priceOf", () => {
  test("a known model has the vendor's price, cached input less, written cache more", () => {
    const price = priceOf({ vendor: "anthropic" }, "claude-opus-4-6");
    expect(price(million)).toBeCloseTo(5);
    expect(price({ ...million, cachedInputTokens: 1_000_000 })).toBeCloseTo(0.5);
    expect(price({ ...million, cacheWriteTokens: 1_000_000 })).toBeCloseTo(6.25);
    expect(price({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 1_000_000 })).toBeCloseTo(25);
    expect(priceOf({ vendor: "openai" }, "gpt-5.1")(million)).toBeCloseTo(1.25);
  });

  test("an endpoint has the price of the service at its address", () => {
    expect(priceOf({ url: "https://api.openai.com/v1" }, "gpt-5.1")(million)).toBeCloseTo(1.25);
    expect(priceOf({ url: "http://localhost:11434/v1" }, "gpt-5.1")(million)).toBeNull();
    expect(priceOf({ url: "https://example.com/https://api.openai.com" }, "gpt-5.1")(million)).toBeNull();
  });

  test("an unknown model has no price, and a program has none", () => {
    expect(priceOf({ vendor: "anthropic" }, "no-such-model")(million)).toBeNull();
    expect(priceOf({ vendor: "openai" }, "llama3.2")(million)).toBeNull();
    expect(priceOf(null, "gpt-5.1")(million)).toBeNull();
  });

  test("survives a server's wrong count", () => {
    const price = priceOf({ vendor: "openai" }, "gpt-5.1");
    const wrong = { inputTokens: 10, cachedInputTokens: 20, cacheWriteTokens: 30, outputTokens: 0 };
    expect(price(wrong)).toBeCloseTo(10 * 0.125e-6, 10);
  });

  test("own prices come first", () => {
    const own = readPrices({ PR_DEBATE_PRICES: '{"mine": [2, 8], "gpt-5.1": [1, 1, 0.5]}' });
    expect(priceOf(null, "mine", own)({ ...million, outputTokens: 1_000_000 })).toBeCloseTo(10);
    expect(priceOf({ vendor: "openai" }, "gpt-5.1", own)({ ...million, cachedInputTokens: 1_000_000 })).toBeCloseTo(
      0.5,
    );
    expect(priceOf(null, "toString", own)(million)).toBeNull();
  });

  test("refuses prices of a different form, and shows them", () => {
    expect(readPrices({})).toEqual({});
    expect(readPrices({ PR_DEBATE_PRICES: " " })).toEqual({});
    for (const text of ["{", "[1]", '{"m": [1]}', '{"m": [-1, 2]}', '{"m": ["1", 2]}']) {
      expect(() => readPrices({ PR_DEBATE_PRICES: text })).toThrow(`PR_DEBATE_PRICES is ${text}, which is not`);
    }
  });
});
