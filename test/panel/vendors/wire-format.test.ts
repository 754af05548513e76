import nock from "nock";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startModelServer } from "../../support/model-server.ts";
import { anEndpoint, aRequest, key, openVendor } from "./request.ts";

const never = new AbortController().signal;
const schema = { name: "proposal", value: { type: "object", additionalProperties: false } };
const answer = { choices: [{ message: { content: "{}" }, finish_reason: "stop" }] };

afterEach(() => {
  nock.abortPendingRequests();
  nock.cleanAll();
  nock.restore();
});

/** What goes out to a vendor's own address; nothing leaves this machine. */
async function sentTo(host: string, path: string, url: string | null, model: string): Promise<Sent> {
  if (!nock.isActive()) nock.activate();
  const sent: Sent[] = [];
  nock(host)
    .post(path)
    .reply(200, async (request: Request) => {
      sent.push({ body: await request.json(), headers: JSON.stringify([...request.headers]) });
      return host.includes("anthropic") ? { content: [], stop_reason: "end_turn" } : answer;
    });
  const kind = host.includes("anthropic") ? "anthropic" : "openai";
  const endpoint = anEndpoint(kind, { url: "", openAiUrl: "" }, { url, model });
  await openVendor(kind, endpoint).complete(aRequest({ schema }), never);
  const [first] = sent;
  if (first === undefined) throw new Error("nothing was sent");
  return first;
}

interface Sent {
  readonly body: unknown;
  readonly headers: string;
}

describe("openai", () => {
  test("at OpenAI the batch ends at a cache mark and has a cache key of its own", async () => {
    const { body } = await sentTo("https://api.openai.com", "/v1/chat/completions", null, "gpt-6-sol");
    expect(body).toEqual({
      model: "gpt-6-sol",
      messages: [
        { role: "system", content: aRequest().system },
        {
          role: "user",
          content: [
            { type: "text", text: aRequest().batch, prompt_cache_breakpoint: { mode: "explicit" } },
            { type: "text", text: aRequest().task },
          ],
        },
      ],
      max_completion_tokens: 1_000,
      prompt_cache_key: expect.stringMatching(/^[0-9a-f]{32}$/),
      response_format: { type: "json_schema", json_schema: { name: "proposal", strict: true, schema: schema.value } },
    });
  });

  test("models before GPT-5.6 get no mark", async () => {
    const { body } = await sentTo("https://api.openai.com", "/v1/chat/completions", null, "gpt-5.1");
    expect(JSON.stringify(body)).not.toContain("breakpoint");
    expect(body).toMatchObject({ prompt_cache_key: expect.any(String) });
  });

  test.each([
    ["https://api.example.com", "/v1/chat/completions", "https://api.example.com/v1", "gpt-6-sol"],
    ["https://x.openai.azure.com", "/openai/v1/chat/completions", "https://x.openai.azure.com/openai/v1", "o4-mini"],
    ["https://openrouter.ai", "/api/v1/chat/completions", "https://openrouter.ai/api/v1", "openai/gpt-5.1"],
  ])(
    "elsewhere (%s) OpenAI's models get their token limit, and nothing that a strict server refuses",
    async (...to) => {
      const { body } = await sentTo(...to);
      expect(body).toMatchObject({ max_completion_tokens: 1_000 });
      expect(JSON.stringify(body)).not.toMatch(/prompt_cache|max_tokens/);
    },
  );

  test.each([
    ["https://eu.api.openai.com", true],
    ["https://not-api.openai.com", false],
    ["https://api.openai.com.example.com", false],
  ])("%s is OpenAI's own: %s", async (host, own) => {
    const { body } = await sentTo(host, "/v1/chat/completions", `${host}/v1`, "gpt-6-sol");
    expect(JSON.stringify(body).includes("prompt_cache_key")).toBe(own);
  });

  test("other models get the old name of the limit", async () => {
    const url = "https://api.openai.com.example.com";
    const { body } = await sentTo(url, "/v1/chat/completions", `${url}/v1`, "gpt-oss:20b");
    expect(body).toMatchObject({ max_tokens: 1_000 });
    expect(JSON.stringify(body)).not.toMatch(/prompt_cache|max_completion/);
  });

  test("sends no authorization without a key, and can remove a header", async () => {
    process.env["OPENAI_CUSTOM_HEADERS"] = "x-gateway: abc\nauthorization: Bearer other";
    const server = await startModelServer(() => "{}");
    try {
      const headers = { "x-gateway": null, authorization: null };
      const own = openVendor("openai", anEndpoint("openai", server, { headers }));
      await own.complete(aRequest(), never);
      await openVendor("openai", anEndpoint("openai", server, { headers, key: null })).complete(aRequest(), never);
      expect(server.calls[0]?.headers).toMatchObject({ authorization: `Bearer ${key}` });
      expect(server.calls[1]?.headers["authorization"]).toBeUndefined();
      expect(server.calls.map((call) => call.headers["x-gateway"])).toEqual([undefined, undefined]);
    } finally {
      delete process.env["OPENAI_CUSTOM_HEADERS"];
      await server.close();
    }
  });
});

test("H77 the SDKs log nothing, whatever the environment asks for", async () => {
  const written = (["debug", "info", "log", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
  vi.stubEnv("OPENAI_LOG", "debug");
  vi.stubEnv("ANTHROPIC_LOG", "debug");
  const server = await startModelServer(() => "{}", { fault: () => ({ kind: "status", status: 500, body: {} }) });
  for (const kind of ["anthropic", "openai"] as const) {
    await expect(openVendor(kind, anEndpoint(kind, server)).complete(aRequest(), never)).rejects.toThrow("500");
  }
  expect(written.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 0, 0]);
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await server.close();
});

describe("anthropic", () => {
  test("the cache mark is after the batch, and the schema is the output's format", async () => {
    const { body, headers } = await sentTo("https://api.anthropic.com", "/v1/messages", null, "claude-opus-5-5");
    expect(body).toEqual({
      model: "claude-opus-5-5",
      max_tokens: 1_000,
      system: [{ type: "text", text: aRequest().system }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: aRequest().batch, cache_control: { type: "ephemeral" } },
            { type: "text", text: aRequest().task },
          ],
        },
      ],
      output_config: { format: { type: "json_schema", schema: schema.value } },
    });
    expect(headers).toContain(key);
  });
});
