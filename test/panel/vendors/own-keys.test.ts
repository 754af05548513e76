import { expect, test } from "vitest";
import type { Provider } from "../../../src/domain/provider.ts";
import { keysIn, withoutKeys } from "../../../src/panel/vendors/environment.ts";
import { leakOf, ownForms } from "../../support/own-forms.ts";
import { aRequest } from "./request.ts";

test("H77 removes our keys from answers that echo them", async () => {
  const env = {
    ANTHROPIC_API_KEY: "first-key-of-ours",
    PR_DEBATE_ENDPOINT_BOX_KEY: " second-key-2 ",
    GITHUB_TOKEN: "a-github-token",
    OPENAI_API_KEY: "",
    SHORT_KEY: "none",
    PR_DEBATE_ENDPOINT_OLLAMA_KEY: "ollama",
    HOME: "/home/someone",
  };
  expect(keysIn(env)).toEqual(["first-key-of-ours", "second-key-2", "a-github-token"]);
  const text = "authorization: first-key-of-ours, x-api-key: second-key-2; none, ollama, second-key-2";
  const echo: Provider = { complete: async () => ({ text, stop: "complete", usage: null, servedModel: null }) };
  const reply = await withoutKeys(echo, keysIn(env)).complete(aRequest(), new AbortController().signal);
  expect(reply.text).toBe(
    "authorization: [redacted secret], x-api-key: [redacted secret]; none, ollama, [redacted secret]",
  );
});

test("H77 removes our keys from everything in a tool conversation, both ways", async () => {
  const key = "first-key-of-ours";
  const sent: string[] = [];
  const echo: Provider = {
    async complete(request) {
      sent.push(JSON.stringify(request));
      const calls = [{ id: "1", name: "read_file", args: `{"path":"${key}"}` }];
      const verbatim = [{ type: "tool_use", input: { path: key } }];
      return { text: key, stop: "tools", calls, verbatim, usage: null, servedModel: `m ${key}` };
    },
  };
  const clean = withoutKeys(echo, [key]);
  const { signal } = new AbortController();
  const { text, calls = [], verbatim = [], ...rest } = await clean.complete(aRequest(), signal);
  const turn = { text, calls, verbatim, results: [`the file holds ${key}`] };
  await clean.complete(aRequest({ turns: [turn] }), signal);
  expect(JSON.stringify([turn.calls, turn.verbatim, rest, sent])).not.toContain(key);
  expect(verbatim).toEqual([{ type: "tool_use", input: { path: "[redacted secret]" } }]);
});

test("H75 removes our keys, in any form, from requests", async () => {
  const key = `gateway-${"Zk4w".repeat(7)}`;
  for (const form of ownForms(key)) {
    let sent = "";
    const listening: Provider = {
      complete: async ({ system, batch, task }) => {
        sent = [system, batch, task].join("\n");
        return { text: `it was ${form}`, stop: "complete", usage: null, servedModel: null };
      },
    };
    const request = aRequest({ system: form, batch: `a ${form}`, task: `b ${form}` });
    const reply = await withoutKeys(listening, [key]).complete(request, new AbortController().signal);
    expect(`${sent}${reply.text}`.match(/\[redacted secret\]/g)).toHaveLength(4);
    expect(`${sent}${reply.text}`).not.toMatch(leakOf(key));
  }
});
