import { describe, expect, test } from "vitest";
import { type Provider, ProviderError, type ProviderReply } from "../../../src/domain/provider.ts";
import { withRetry } from "../../../src/panel/vendors/calls/retry.ts";
import { aRequest } from "./request.ts";

const never = new AbortController().signal;
const reply: ProviderReply = { text: "{}", stop: "complete", usage: null, servedModel: null };
const failed = new ProviderError("retry", "busy.");
const limited = (retryAfterMs: number): ProviderError => new ProviderError("retry", "slow down.", { retryAfterMs });

/** Answers or fails in the given order; the last one stays. Time passes only by waiting. */
function attempt(outcomes: readonly (ProviderReply | Error)[], deadline = 60_000, random = 1) {
  const waits: number[] = [];
  const reasons: string[] = [];
  let calls = 0;
  let now = 0;
  const base: Provider = {
    async complete() {
      const outcome = outcomes[Math.min(calls, outcomes.length - 1)];
      calls += 1;
      if (outcome === undefined || outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  const provider = withRetry(base, {
    async wait(ms, signal) {
      signal.throwIfAborted();
      waits.push(ms);
      now += ms;
    },
    random: () => random,
    now: () => now,
    deadline: () => deadline,
    onRetry: ({ reason, waitMs }) => reasons.push(`${reason} ${waitMs}`),
  });
  return { answer: (signal = never) => provider.complete(aRequest(), signal), waits, reasons, calls: () => calls };
}

describe("withRetry", () => {
  test("F01 waits exactly as long as the vendor says", async () => {
    const { answer, waits, reasons, calls } = attempt([limited(2_000), limited(1_234), reply]);
    expect(await answer()).toBe(reply);
    expect(waits).toEqual([2_000, 1_234]);
    expect(reasons).toEqual(["slow down. 2000", "slow down. 1234"]);
    expect(calls()).toBe(3);
  });

  test("F01 gives up at once with a reason when the wait would pass the deadline", async () => {
    const { answer, waits, calls } = attempt([limited(90_000)], 60_000);
    await expect(answer()).rejects.toMatchObject({
      kind: "retry",
      message: "slow down. Waiting 90 s, as it asks, would pass the deadline in 60 s (budget.minutes).",
    });
    expect([waits, calls()]).toEqual([[], 1]);
  });

  test("F01 asks a vendor that always names a time six times", async () => {
    const { answer, calls } = attempt([limited(1)]);
    await expect(answer()).rejects.toThrow("slow down. It was asked 6 times.");
    expect(calls()).toBe(6);
  });

  test("F02 does not retry a final error", async () => {
    const { answer, calls } = attempt([new ProviderError("final", "no money")]);
    await expect(answer()).rejects.toThrow("no money");
    expect(calls()).toBe(1);
  });

  test("F03 an overloaded vendor is asked three times, with growing waits", async () => {
    const { answer, waits, calls } = attempt([failed]);
    await expect(answer()).rejects.toMatchObject({ kind: "retry", message: "busy. It was asked 3 times." });
    expect([waits, calls()]).toEqual([[500, 1_000], 3]);
  });

  test("F04 a passing failure costs one more call", async () => {
    const { answer, calls } = attempt([failed, reply]);
    expect(await answer()).toBe(reply);
    expect(calls()).toBe(2);
  });

  test("half of a wait is random", async () => {
    const { answer, waits } = attempt([failed], 60_000, 0);
    await expect(answer()).rejects.toThrow();
    expect(waits).toEqual([250, 500]);
  });

  test("no retry starts past the deadline", async () => {
    const { answer, waits } = attempt([failed], 900);
    await expect(answer()).rejects.toThrow("busy. Waiting 1 s would pass the deadline in 0 s");
    expect(waits).toEqual([500]);
  });

  test("our own budget, a bug and an abort are not retried", async () => {
    for (const error of [new ProviderError("budget", "used up"), new TypeError("bug"), new Error("a newer push")]) {
      const { answer, calls } = attempt([error]);
      await expect(answer()).rejects.toBe(error);
      expect(calls()).toBe(1);
    }
    const { answer, calls } = attempt([failed]);
    await expect(answer(AbortSignal.abort(new Error("a newer push")))).rejects.toThrow("a newer push");
    expect(calls()).toBe(1);
  });
});
