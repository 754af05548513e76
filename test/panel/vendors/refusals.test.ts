import { expect, test } from "vitest";
import { type Provider, ProviderError, type ProviderRequest } from "../../../src/domain/provider.ts";
import { refusalsOf, withRefusals } from "../../../src/panel/vendors/calls/retry.ts";
import { aRequest } from "./request.ts";

const never = new AbortController().signal;

test("a model that does not take reasoning is asked without it, also next time, with one note", async () => {
  const requests: ProviderRequest[] = [];
  const provider: Provider = {
    async complete(request) {
      requests.push(request);
      if (request.reasoning !== undefined)
        throw new ProviderError("no-reasoning", "m at x does not take reasoning (400)");
      return { text: "{}", stop: "complete", usage: null, servedModel: null };
    },
  };
  const notes: string[] = [];
  const asked = withRefusals(
    provider,
    refusalsOf("a", (text) => notes.push(text)),
  );
  expect(await asked.complete(aRequest({ reasoning: "low" }), never)).toMatchObject({ text: "{}" });
  expect(await asked.complete(aRequest({ reasoning: "low" }), never)).toMatchObject({ text: "{}" });
  expect(requests.map(({ reasoning }) => reasoning)).toEqual(["low", undefined, undefined]);
  expect(notes).toEqual(['a: m at x does not take reasoning (400); it is asked without the setting "reasoning".']);
});

test("a model that does not take tools gets no further request with tools, and still gets those without", async () => {
  let sent = 0;
  const provider: Provider = {
    async complete(request) {
      sent += 1;
      if (request.tools !== undefined) throw new ProviderError("no-tools", "m at x does not take tools (400)");
      return { text: "{}", stop: "complete", usage: null, servedModel: null };
    },
  };
  const asked = withRefusals(
    provider,
    refusalsOf("a", () => {}),
  );
  for (const task of ["one", "two"]) {
    await expect(asked.complete(aRequest({ task, tools: [] }), never)).rejects.toMatchObject({ kind: "no-tools" });
  }
  expect(sent).toBe(1);
  expect(await asked.complete(aRequest(), never)).toMatchObject({ text: "{}" });
});

test("any other error passes through and is not remembered", async () => {
  const provider: Provider = { complete: () => Promise.reject(new ProviderError("final", "bad key")) };
  const notes: string[] = [];
  const refusals = refusalsOf("a", (text) => notes.push(text));
  await expect(withRefusals(provider, refusals).complete(aRequest(), never)).rejects.toThrow("bad key");
  expect([notes, refusals.known("final")]).toEqual([[], undefined]);
});
