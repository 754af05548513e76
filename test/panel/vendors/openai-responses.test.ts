import nock from "nock";
import { afterEach, describe, expect, test } from "vitest";
import type { ProviderReply, ProviderRequest, ToolTurn } from "../../../src/domain/provider.ts";
import { anEndpoint, aRequest, openVendor } from "./request.ts";

const never = new AbortController().signal;
const tools = [{ name: "read_file", description: "Reads a file.", schema: { type: "object", properties: {} } }];
const thinking = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" };
const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: "read_file", arguments: '{"path":"a"}' };
const usage = { input_tokens: 100, output_tokens: 20, input_tokens_details: { cached_tokens: 60 } };
const answer = { type: "message", role: "assistant", content: [{ type: "output_text", text: "{}", annotations: [] }] };

afterEach(() => {
  nock.abortPendingRequests();
  nock.cleanAll();
  nock.restore();
});

interface Exchange {
  readonly body: unknown;
  readonly reply: ProviderReply;
}

/** Asks a model at OpenAI's own address; the reply is `given`, and nothing leaves this machine. */
async function ask(model: string, request: ProviderRequest, given: object, path = "/v1/responses"): Promise<Exchange> {
  if (!nock.isActive()) nock.activate();
  const bodies: unknown[] = [];
  nock("https://api.openai.com")
    .post(path)
    .reply(200, async (sent: Request) => {
      bodies.push(await sent.json());
      return given;
    });
  const endpoint = anEndpoint("openai", { url: "", openAiUrl: "" }, { url: null, model });
  const reply = await openVendor("openai", endpoint).complete(request, never);
  return { body: bodies[0], reply };
}

function response(output: readonly object[], more: object = {}): object {
  return { object: "response", model: "gpt-6-sol-2026-09", status: "completed", error: null, output, usage, ...more };
}

describe("OpenAI's thinking models take tools in the Responses API only", () => {
  test("the batch ends at a mark, nothing is stored, and the calls come back", async () => {
    const { body, reply } = await ask("gpt-6-sol", aRequest({ tools, reasoning: "high" }), response([thinking, call]));
    expect(body).toEqual({
      model: "gpt-6-sol",
      store: false,
      include: ["reasoning.encrypted_content"],
      max_output_tokens: 1_000,
      input: [
        { role: "system", content: aRequest().system },
        {
          role: "user",
          content: [
            { type: "input_text", text: aRequest().batch, prompt_cache_breakpoint: { mode: "explicit" } },
            { type: "input_text", text: aRequest().task },
          ],
        },
      ],
      tools: [
        {
          type: "function",
          name: "read_file",
          description: "Reads a file.",
          strict: false,
          parameters: tools[0]?.schema,
        },
      ],
      reasoning: { effort: "high" },
      prompt_cache_key: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(reply).toEqual({
      text: "",
      stop: "tools",
      calls: [{ id: "call_1", name: "read_file", args: '{"path":"a"}' }],
      verbatim: [thinking, call],
      usage: { inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 0, outputTokens: 20 },
      servedModel: "gpt-6-sol-2026-09",
    });
  });

  test("the encrypted thinking goes back with the results, and the model answers", async () => {
    const calls = [{ id: "call_1", name: "read_file", args: "{}" }];
    const turn: ToolTurn = { text: "", calls, results: ["text of a"], verbatim: [thinking, call] };
    const request = aRequest({ tools, turns: [turn], closing: "Answer now.", mustAnswer: true });
    const { body, reply } = await ask("gpt-5.4", request, response([answer]));
    expect(reply).toMatchObject({ text: "{}", stop: "complete" });
    expect(body).toMatchObject({
      tool_choice: "none",
      input: [
        ...[expect.anything(), expect.anything(), thinking, call],
        { type: "function_call_output", call_id: "call_1", output: "text of a" },
        { role: "user", content: "Answer now." },
      ],
    });
  });

  test.each([
    [{ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }, "truncated"],
    [{ status: "incomplete", incomplete_details: { reason: "content_filter" } }, "refused"],
    [{ output: [{ type: "message", content: [{ type: "refusal", refusal: "no" }] }] }, "refused"],
  ])("%j counts as %s", async (more, stop) => {
    const { reply } = await ask("gpt-6-sol", aRequest({ tools }), response([answer], more));
    expect(reply.stop).toBe(stop);
  });

  test("an error in the body is that error", async () => {
    const failed = response([], { status: "failed", error: { code: "server_error", message: "busy" } });
    await expect(ask("gpt-6-sol", aRequest({ tools }), failed)).rejects.toMatchObject({ kind: "retry" });
  });

  test.each([
    ["gpt-6-sol", aRequest()],
    ["gpt-5.1", aRequest({ tools })],
  ])("%s is asked in chat completions where that works", async (model, request) => {
    const given = { model, choices: [{ message: { content: "{}" }, finish_reason: "stop" }] };
    const { reply } = await ask(model, request, given, "/v1/chat/completions");
    expect(reply).toMatchObject({ text: "{}", servedModel: model });
  });
});
