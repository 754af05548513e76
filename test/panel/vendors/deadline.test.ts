import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Provider } from "../../../src/domain/provider.ts";
import { withDeadline } from "../../../src/panel/vendors/calls/retry.ts";
import { aRequest } from "./request.ts";

const never = new AbortController().signal;
const hanging: Provider = {
  complete: async (_request, signal) => {
    await wait(60_000, undefined, { signal });
    throw new Error("it was not aborted");
  },
};

describe("withDeadline", () => {
  test("F09 a call that takes half of the time that is left is the seat's failure, and names the setting", async () => {
    const provider = withDeadline(hanging, { minutes: 15, over: never, leftMs: () => 40 });
    await expect(provider.complete(aRequest(), never)).rejects.toMatchObject({
      kind: "final",
      message:
        "It gave no answer within 0.0 s, half of the time that was left: use a faster model, or raise budget.minutes.",
    });
  });

  test("the end of the whole time is a budget error, also before a call", async () => {
    const over = AbortSignal.timeout(10);
    const provider = withDeadline(hanging, { minutes: 15, over, leftMs: () => 60_000 });
    const message = "The budget of 15 minutes is used up: raise budget.minutes or split the change.";
    await expect(provider.complete(aRequest(), never)).rejects.toMatchObject({ kind: "budget", message });
    await expect(provider.complete(aRequest(), never)).rejects.toMatchObject({ kind: "budget", message });
  });

  test("an abort of the review passes through unchanged", async () => {
    const stop = new AbortController();
    const provider = withDeadline(hanging, { minutes: 15, over: never, leftMs: () => 60_000 });
    const answer = provider.complete(aRequest(), stop.signal);
    stop.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  });
});
