import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Provider, ProviderRequest, ToolDefinition, ToolTurn } from "../../../src/domain/provider.ts";
import { type Fault, type Handler, type ModelServer, startModelServer } from "../../support/model-server.ts";
import { callTools, ToolCalls } from "../../support/tool-turns.ts";
import { anEndpoint, aRequest, openVendor } from "./request.ts";

const kinds = ["anthropic", "openai"] as const;
const never = new AbortController().signal;
const readFile: ToolDefinition = {
  name: "read_file",
  description: "Reads a file.",
  schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};
const tools = [readFile];
let handler: Handler;
let fault: Fault | null;
let server: ModelServer;

beforeEach(async () => {
  handler = () => "{}";
  fault = null;
  const options = { fault: () => fault, servedModel: "served-1" };
  server = await startModelServer((call) => handler(call), options);
});
afterEach(() => server.close());

function open(kind: (typeof kinds)[number], model?: string): Provider {
  return openVendor(kind, anEndpoint(kind, server, model === undefined ? {} : { model }));
}

/** The turn that answers the calls of a reply. */
async function turnAfter(provider: Provider, request: ProviderRequest, results: readonly string[]): Promise<ToolTurn> {
  const { text, calls = [], verbatim = [], stop } = await provider.complete(request, never);
  expect(stop).toBe("tools");
  return { text, calls, results, verbatim };
}

describe.each(kinds)("%s", (kind) => {
  test("a reply that calls tools gives the calls, and the model that answered", async () => {
    handler = () =>
      new ToolCalls(callTools(["read_file", { path: "a.ts" }], ["read_file", { path: "b.ts" }]).calls, "Hm.");
    const reply = await open(kind).complete(aRequest({ tools }), never);
    expect(reply).toMatchObject({ stop: "tools", text: "Hm.", servedModel: "served-1" });
    expect(reply.calls?.map(({ name, args }) => [name, args])).toEqual([
      ["read_file", '{"path":"a.ts"}'],
      ["read_file", '{"path":"b.ts"}'],
    ]);
    expect(server.calls[0]?.tools).toEqual(["read_file"]);
    expect(JSON.stringify(server.calls[0]?.body["tools"])).toContain(JSON.stringify(readFile.schema["properties"]));
  });

  test("the results of parallel calls go back in one turn, each with its call, and the model answers", async () => {
    handler = ({ turn }) =>
      turn === 0 ? callTools(["read_file", { path: "a" }], ["read_file", { path: "b" }]) : "done";
    const turn = await turnAfter(open(kind), aRequest({ tools }), ["text of a", "text of b"]);
    const reply = await open(kind).complete(aRequest({ tools, turns: [turn], closing: "Be quick." }), never);
    expect(reply).toMatchObject({ stop: "complete", text: "done", servedModel: "served-1" });
    expect(server.calls[1]).toMatchObject({ turn: 1, results: ["text of a", "text of b"], closing: "Be quick." });
    expect(server.calls[1]).toMatchObject({ task: aRequest().task, mustAnswer: false });
  });

  test("the cache serves the prompt from the first stage on, and each turn serves the next", async () => {
    handler = ({ turn, stage }) => (stage === "propose" && turn < 2 ? callTools(["read_file", { path: "a" }]) : "done");
    const long = "x".repeat(4_000);
    const first = await turnAfter(open(kind), aRequest({ tools }), [long]);
    const second = await turnAfter(open(kind), aRequest({ tools, turns: [first] }), ["short"]);
    const { usage } = await open(kind).complete(aRequest({ tools, turns: [first, second] }), never);
    expect(usage?.cachedInputTokens).toBeGreaterThan(1_000);
    const other = await open(kind).complete(aRequest({ tools, task: "# Stage: ballot" }), never);
    expect(other.usage?.cachedInputTokens).toBeGreaterThan(60);
    const prefixOf = (body: unknown): string => JSON.stringify(body).split("# Stage")[0] ?? "";
    const bodies = server.calls.map(({ body }) => ({ tools: body["tools"], start: prefixOf(body["messages"]) }));
    for (const body of bodies) expect(JSON.stringify(body)).toBe(JSON.stringify(bodies[0]));
  });

  test("a model that must answer keeps its tools, and may not call them", async () => {
    handler = ({ mustAnswer }) => (mustAnswer ? "done" : callTools(["read_file", { path: "a" }]));
    const turn = await turnAfter(open(kind), aRequest({ tools }), ["text"]);
    const reply = await open(kind).complete(aRequest({ tools, turns: [turn], mustAnswer: true }), never);
    expect(reply).toMatchObject({ stop: "complete", text: "done" });
    expect(server.calls[1]?.tools).toEqual(["read_file"]);
  });

  test.each([
    [400, "registry.ollama.ai/library/gemma3:4b does not support tools"],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [404, "No endpoints found that support tool use. To learn more, visit our docs"],
    [404, "No endpoints found that support the provided 'tool_choice' value"],
    [400, "Function tools with reasoning_effort are not supported for gpt-5.6-sol in /v1/chat/completions."],
    [422, "Unsupported parameter: 'tools'"],
  ])("%i %s is a refusal of tools, and without tools it is an error", async (status, message) => {
    fault = { kind: "status", status, body: { error: { message } } };
    await expect(open(kind).complete(aRequest({ tools }), never)).rejects.toMatchObject({
      kind: "no-tools",
      message: expect.stringContaining(`does not take tools (${status}: ${message.slice(0, 20)}`),
    });
    await expect(open(kind).complete(aRequest(), never)).rejects.toMatchObject({ kind: "final" });
  });

  test.each([
    [400, "prompt is too long: 300000 tokens, of which 1000 are tools"],
    [401, "this key may not use tools"],
    [404, "model: local-model"],
    [429, "too many requests with tools"],
  ])("%i %s is not a refusal of tools", async (status, message) => {
    fault = { kind: "status", status, body: { error: { message } } };
    await expect(open(kind).complete(aRequest({ tools }), never)).rejects.not.toMatchObject({ kind: "no-tools" });
  });

  test("a refusal of reasoning is known as such only when reasoning was asked for", async () => {
    fault = { kind: "status", status: 400, body: { error: { message: "Unsupported parameter: 'reasoning_effort'" } } };
    const asked = open(kind).complete(aRequest({ reasoning: "high" }), never);
    await expect(asked).rejects.toMatchObject({ kind: "no-reasoning" });
    await expect(open(kind).complete(aRequest(), never)).rejects.toMatchObject({ kind: "final" });
  });
});

test("Anthropic gets its thinking back unchanged, and no empty text", async () => {
  const thinking = { type: "thinking", thinking: "hm", signature: "abc" };
  const call = { type: "tool_use", id: "t1", name: "read_file", input: { path: "a" } };
  const content = [thinking, { type: "text", text: " " }, call];
  fault = { kind: "body", body: { content, stop_reason: "tool_use" } };
  const turn = await turnAfter(open("anthropic"), aRequest({ tools }), ["text"]);
  fault = null;
  await open("anthropic").complete(aRequest({ tools, turns: [turn] }), never);
  expect(server.calls[1]?.body["messages"]).toMatchObject([{}, { role: "assistant", content: [thinking, call] }, {}]);
});

test("a compatible server gets its thinking and its own fields of a call back, and an id where it gave none", async () => {
  const call = {
    id: "",
    type: "function",
    function: { name: "read_file", arguments: "" },
    extra_content: { sig: "s" },
  };
  const message = { role: "assistant", content: null, refusal: null, reasoning_content: "hm", tool_calls: [call] };
  fault = { kind: "body", body: { choices: [{ message, finish_reason: "stop" }] } };
  const turn = await turnAfter(open("openai"), aRequest({ tools }), ["text"]);
  fault = null;
  await open("openai").complete(aRequest({ tools, turns: [turn] }), never);
  const sent = { role: "assistant", content: null, tool_calls: [{ ...call, id: "call_0" }], reasoning_content: "hm" };
  expect(server.calls[1]?.body["messages"]).toEqual([
    ...[expect.anything(), expect.anything(), sent],
    { role: "tool", tool_call_id: "call_0", content: "text" },
  ]);
});

test.each([
  ["claude-opus-5-5", { thinking: { type: "adaptive" }, output_config: { effort: "medium" } }],
  ["claude-opus-4-6", { thinking: { type: "adaptive" }, output_config: { effort: "medium" } }],
  ["claude-opus-4-5-20251101", { thinking: { type: "enabled", budget_tokens: 2_000 } }],
  ["claude-opus-4-20250514", { thinking: { type: "enabled", budget_tokens: 2_000 } }],
])("%s is asked to think in the form that it knows", async (model, sent) => {
  await open("anthropic", model).complete(aRequest({ reasoning: "medium", maxOutputTokens: 4_000 }), never);
  expect(server.calls[0]?.body).toMatchObject(sent);
  expect("output_config" in (server.calls[0]?.body ?? {})).toBe("output_config" in sent);
});

test("chat completions get the effort, and nothing without the setting", async () => {
  await open("openai").complete(aRequest({ reasoning: "low" }), never);
  await open("openai").complete(aRequest(), never);
  expect(server.calls.map(({ body }) => body["reasoning_effort"])).toEqual(["low", undefined]);
});
