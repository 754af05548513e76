import { describe, expect, test } from "vitest";
import { type Provider, ProviderError, type ProviderReply, type TokenUsage } from "../../../src/domain/provider.ts";
import { budgetLedger, withBudget } from "../../../src/panel/vendors/calls/budget.ts";
import type { PriceOf } from "../../../src/panel/vendors/vendor.ts";
import { aRequest } from "./request.ts";

const never = new AbortController().signal;
const used: TokenUsage = { inputTokens: 100, cachedInputTokens: 60, outputTokens: 20 };
/** A dollar per thousand tokens, whichever. */
const dollarPerThousand: PriceOf = ({ inputTokens, outputTokens }) => (inputTokens + outputTokens) / 1_000;
const unlimited = { calls: 1_000, tokens: 1e9, usd: 1e6 };
/** 350 bytes and what stands for no schema: 101 tokens; with the answer 1,101. */
const request = aRequest({ system: "", batch: "", task: "x".repeat(350) });

function answers(usage: TokenUsage | null = used): Provider {
  return { complete: async () => ({ text: "{}", stop: "complete", usage, servedModel: null }) };
}

function fails(error: Error): Provider {
  return { complete: () => Promise.reject(error) };
}

describe("withBudget", () => {
  test("does not send a call that exceeds the budget, and names limit and setting", async () => {
    let calls = 0;
    const counting: Provider = {
      async complete(): Promise<ProviderReply> {
        calls += 1;
        return { text: "", stop: "complete", usage: used, servedModel: null };
      },
    };
    const seat = { name: "a", price: dollarPerThousand };
    const attempt = (limits: Partial<typeof unlimited>) =>
      withBudget(counting, budgetLedger({ ...unlimited, ...limits }), seat).complete(request, never);
    await expect(attempt({ calls: 0 })).rejects.toMatchObject({
      kind: "budget",
      message: "The budget of 0 calls is used up (budget.calls): raise it in the settings, or review a smaller change.",
    });
    await expect(attempt({ tokens: 1_100 })).rejects.toThrow(
      /^A call of up to 1101 tokens .* of 1100 \(budget.tokens\)/,
    );
    await expect(attempt({ usd: 1.1 })).rejects.toThrow(/^A call of up to \$1.10 .* of \$1.10 \(budget.usd\)/);
    expect(calls).toBe(0);
    await attempt({ tokens: 1_101, usd: 1.101, calls: 1 });
    expect(calls).toBe(1);
  });

  test("the tools and all turns of a conversation count", async () => {
    const seat = { name: "a", price: dollarPerThousand };
    const tools = [{ name: "t", description: "", schema: {} }];
    const turn = { text: "", calls: [], results: ["x".repeat(3_500)], verbatim: ["y".repeat(3_500)] };
    const long = { ...request, tools, turns: [turn], closing: "z".repeat(350) };
    const provider = withBudget(answers(), budgetLedger({ ...unlimited, tokens: 3_100 }), seat);
    await expect(provider.complete(request, never)).resolves.toBeDefined();
    await expect(provider.complete(long, never)).rejects.toThrow(/^A call of up to 32\d\d tokens/);
  });

  test("calls in parallel cannot overshoot: the worst case of each is claimed first", async () => {
    const ledger = budgetLedger({ ...unlimited, usd: 2.5 });
    const provider = withBudget(answers(), ledger, { name: "a", price: dollarPerThousand });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => provider.complete(request, never)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
    ]);
    // What the two did not use is free again.
    await expect(provider.complete(request, never)).resolves.toBeDefined();
  });

  test("failed calls count, but tokens that the vendor does not bill are free again", async () => {
    const ledger = budgetLedger({ ...unlimited, calls: 2, tokens: 1_101 });
    const seat = { name: "a", price: dollarPerThousand };
    const refused = withBudget(fails(new ProviderError("final", "bad key")), ledger, seat);
    await expect(refused.complete(request, never)).rejects.toThrow("bad key");
    const lost = withBudget(fails(new ProviderError("retry", "reset")), ledger, seat);
    await expect(lost.complete(request, never)).rejects.toThrow("reset");
    await expect(withBudget(answers(), ledger, seat).complete(request, never)).rejects.toThrow("budget of 2 calls");
    expect(ledger.usage(["a"])).toMatchObject({ calls: 2, inputTokens: 0, costUsd: 0 });
  });

  test.each(["no-tools", "no-reasoning"] as const)(
    "the tokens of a refused request (%s) are free again",
    async (kind) => {
      const ledger = budgetLedger({ ...unlimited, tokens: 1_500 });
      const seat = { name: "a", price: dollarPerThousand };
      const refused = withBudget(fails(new ProviderError(kind, "no")), ledger, seat);
      await expect(refused.complete(request, never)).rejects.toThrow("no");
      await expect(withBudget(answers(), ledger, seat).complete(request, never)).resolves.toBeDefined();
    },
  );

  test("a lost answer stays spent, because it may be billed", async () => {
    const ledger = budgetLedger({ ...unlimited, tokens: 1_500 });
    const seat = { name: "a", price: dollarPerThousand };
    await expect(withBudget(fails(new Error("aborted")), ledger, seat).complete(request, never)).rejects.toThrow();
    await expect(withBudget(answers(), ledger, seat).complete(request, never)).rejects.toThrow("budget.tokens");
  });

  test("reports usage per seat, with a null cost where a price is unknown", async () => {
    const ledger = budgetLedger(unlimited);
    await withBudget(answers(), ledger, { name: "a", price: dollarPerThousand }).complete(request, never);
    await withBudget(answers(), ledger, { name: "a", price: dollarPerThousand }).complete(request, never);
    const seatA = { calls: 2, inputTokens: 200, cachedInputTokens: 120, outputTokens: 40, costUsd: 0.24 };
    const idle = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 };
    expect(ledger.usage(["idle", "a"])).toEqual({
      ...seatA,
      seats: [
        { name: "idle", ...idle },
        { name: "a", ...seatA },
      ],
    });
    await withBudget(answers(), ledger, { name: "b", price: () => null }).complete(request, never);
    expect(ledger.usage(["a", "b"])).toMatchObject({
      calls: 3,
      costUsd: null,
      seats: [{ costUsd: 0.24 }, { costUsd: null }],
    });
    // A seat that never had an answer leaves the cost of the others known.
    const refused = fails(new ProviderError("final", "bad key"));
    await expect(
      withBudget(refused, ledger, { name: "c", price: () => null }).complete(request, never),
    ).rejects.toThrow();
    expect(ledger.usage(["a", "c"])).toMatchObject({ calls: 3, costUsd: 0.24 });
  });

  test("a provider without usage figures reports none, but its estimate is spent", async () => {
    const ledger = budgetLedger({ ...unlimited, tokens: 2_000 });
    const provider = withBudget(answers(null), ledger, { name: "a", price: () => null });
    await provider.complete(request, never);
    expect(ledger.usage(["a"])).toMatchObject({ calls: 1, inputTokens: 0, outputTokens: 0, costUsd: null });
    await expect(provider.complete(request, never)).rejects.toThrow("budget.tokens");
  });
});
