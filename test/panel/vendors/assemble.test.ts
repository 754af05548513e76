import { describe, expect, test } from "vitest";
import { assembleProvider } from "../../../src/panel/vendors/calls/assemble.ts";
import { budgetLedger } from "../../../src/panel/vendors/calls/budget.ts";
import { unknownPrices } from "../../../src/panel/vendors/prices.ts";
import { seatsFrom } from "../../../src/panel/vendors/seats.ts";
import { memoryJournal } from "../../support/memory-journal.ts";
import { type Fault, startModelServer } from "../../support/model-server.ts";
import { aRequest, key } from "./request.ts";

const never = new AbortController().signal;

describe("assembleProvider", () => {
  test("F04 a retry counts as a call, a replay does not, and the cost comes from the usage", async () => {
    const faults: (Fault | null)[] = [{ kind: "status", status: 500, body: {} }];
    const server = await startModelServer(() => "{}", { fault: ({ index }) => faults[index] ?? null });
    try {
      const env = {
        ANTHROPIC_API_KEY: key,
        ANTHROPIC_BASE_URL: server.url,
        PR_DEBATE_SEATS: "a=anthropic:claude-opus-5-5",
      };
      const [seat] = seatsFrom({ settingsSeats: null, env, detect: () => false }).seats;
      if (seat === undefined) throw new Error("no seat");
      const notes: string[] = [];
      const ledger = budgetLedger({ calls: 2, tokens: 1e6, usd: 1 });
      const parts = {
        ledger,
        retry: { wait: async () => undefined, random: () => 0, now: () => 0, deadline: () => 1e6 },
        journal: { store: memoryJournal(), attempt: 1 },
        prices: {},
        onNote: (text: string) => notes.push(text),
      };
      const provider = assembleProvider(seat, parts);
      const first = await provider.complete(aRequest(), never);
      await first.keep?.();
      expect(await provider.complete(aRequest(), never)).toMatchObject({ text: "{}", usage: { inputTokens: 0 } });
      expect(server.calls).toHaveLength(2);
      const usage = ledger.usage(["a"]);
      expect(usage).toMatchObject({ calls: 2, inputTokens: first.usage?.inputTokens });
      expect(usage.costUsd).toBeGreaterThan(0);
      expect(notes).toEqual([
        expect.stringMatching(/^a: anthropic could not answer \(500: .*Asked again after 0.3 s\.$/),
      ]);
      // The budget of two calls is used up: nothing more goes out, but what is in the journal still comes.
      const other = provider.complete(aRequest({ task: "# Stage: ballot" }), never);
      await expect(other).rejects.toMatchObject({ kind: "budget" });
      expect((await provider.complete(aRequest(), never)).text).toBe("{}");
      expect(server.calls).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  test("models without a price are named once, with the setting for it", () => {
    const env = {
      OPENAI_API_KEY: key,
      PR_DEBATE_ENDPOINT_BOX_URL: "http://localhost:11434/v1",
      PR_DEBATE_SEATS: "a=box:llama,b=box:llama,c=openai:gpt-5.1",
    };
    const { seats } = seatsFrom({ settingsSeats: null, env, detect: () => false });
    expect(unknownPrices(seats, {})).toContain("No price is known for box:llama: calls and tokens are counted");
    expect(unknownPrices(seats, { llama: [0, 0] })).toBeNull();
  });
});
