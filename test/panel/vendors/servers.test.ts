import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProviderRequest } from "../../../src/domain/provider.ts";
import { refusalsOf, withRefusals } from "../../../src/panel/vendors/calls/retry.ts";
import type { HttpEndpoint } from "../../../src/panel/vendors/vendor.ts";
import { type Fault, type ModelCall, type ModelServer, startModelServer } from "../../support/model-server.ts";
import { anEndpoint, aRequest, openVendor } from "./request.ts";

const never = new AbortController().signal;
let fault: (call: ModelCall) => Fault | null = () => null;
let server: ModelServer;
beforeEach(async () => {
  fault = () => null;
  server = await startModelServer(() => "{}", { fault: (call) => fault(call) });
});
afterEach(() => server.close());

type Kind = "anthropic" | "openai";
const replyFrom = (kind: Kind, request: Partial<ProviderRequest> = {}) =>
  openVendor(kind, anEndpoint(kind, server)).complete(aRequest(request), never);

function answering(kind: Kind, reason: unknown, usage: unknown): void {
  const body =
    kind === "anthropic"
      ? { content: [{ type: "text", text: "{}" }], stop_reason: reason, usage }
      : { choices: [{ message: { content: "{}" }, finish_reason: reason }], usage };
  fault = () => ({ kind: "body", body });
}

describe.each(["anthropic", "openai"] as const)("%s", (kind) => {
  test.each([null, undefined, "", "eos", "end_turn", "stop_sequence", "COMPLETE", "STOP", "unknown", "eos_token", 1])(
    "a whole answer that ends by %j counts",
    async (reason) => {
      answering(kind, reason, null);
      expect(await replyFrom(kind)).toMatchObject({ text: "{}", stop: "complete" });
    },
  );

  test.each([
    ["content_filter", "refused"],
    ["SAFETY", "refused"],
    ["refusal", "refused"],
    ["RECITATION", "refused"],
    ["error", "refused"],
    ["aborted", "refused"],
    ["length", "truncated"],
    ["MAX_TOKENS", "truncated"],
    ["max_output_tokens", "truncated"],
    ["model_length", "truncated"],
  ])("an answer that ends by %s is %s", async (reason, stop) => {
    answering(kind, reason, null);
    expect(await replyFrom(kind)).toMatchObject({ stop });
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["{}", {}],
    ["a text", "12"],
    ["a list", []],
    ["other fields", { total: 12, cost: 0.1 }],
    ["null for numbers", { prompt_tokens: null, completion_tokens: null, input_tokens: null }],
    ["zeros", { prompt_tokens: 0, completion_tokens: 0, input_tokens: 0, output_tokens: 0 }],
  ])("usage that is %s leaves the tokens unknown", async (_, usage) => {
    answering(kind, "stop", usage);
    expect(await replyFrom(kind)).toMatchObject({ text: "{}", stop: "complete", usage: null });
  });

  test.each([
    [{ input_tokens: 90, output_tokens: 2 }],
    [{ prompt_tokens: 90, completion_tokens: 2, total_tokens: 92 }],
    [{ promptTokens: 90, completionTokens: 2 }],
    [{ inputTokens: 90, outputTokens: 2 }],
    [{ prompt_tokens: "90", completion_tokens: "2" }],
    [{ prompt_eval_count: 90, eval_count: 2 }],
    [{ prompt_tokens: 90, completion_tokens: 2, prompt_tokens_details: "none" }],
  ])("usage may be %j", async (usage) => {
    answering(kind, "stop", usage);
    expect(await replyFrom(kind)).toMatchObject({ usage: { inputTokens: 90, outputTokens: 2 } });
  });

  describe("a prompt that the server cuts", () => {
    const batch = "export const limit = readLimit(request.query, defaults);\n".repeat(400);

    test("is a final error that names the figures and the settings, and says what it cost", async () => {
      answering(kind, "stop", { prompt_tokens: 2048, input_tokens: 2048, completion_tokens: 5, output_tokens: 5 });
      const error: unknown = await replyFrom(kind, { batch }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "final", usage: { inputTokens: 2048, outputTokens: 5 } });
      expect(String(error)).toMatch(
        /read 2048 tokens of a prompt of at least 5[78]\d\d.*num_ctx.*--ctx-size.*--max-model-len/,
      );
      expect(server.calls).toHaveLength(1);
    });

    test.each([0, 2_900, 5_700, 20_000, null])("is not one of which %j tokens are reported", async (input) => {
      answering(kind, "stop", { prompt_tokens: input, input_tokens: input, completion_tokens: 5, output_tokens: 5 });
      expect(await replyFrom(kind, { batch })).toMatchObject({ text: "{}" });
    });

    test("is not a short one, whatever is reported", async () => {
      answering(kind, "stop", { prompt_tokens: 1, input_tokens: 1, completion_tokens: 5, output_tokens: 5 });
      expect(await replyFrom(kind)).toMatchObject({ text: "{}" });
    });

    test("is not one that comes from the cache", async () => {
      const cache = { cache_read_input_tokens: 5_500, cache_creation_input_tokens: 200 };
      answering(kind, "stop", { input_tokens: 30, output_tokens: 5, ...cache });
      expect(await replyFrom(kind, { batch })).toMatchObject({
        usage: { inputTokens: 5_730, cachedInputTokens: 5_500 },
      });
    });

    test("is not one of indentation or of one character", async () => {
      answering(kind, "stop", { prompt_tokens: 900, input_tokens: 900, completion_tokens: 5, output_tokens: 5 });
      const wide = `${" ".repeat(80)}return;\n`.repeat(60) + "=".repeat(9_000);
      expect(await replyFrom(kind, { batch: wide })).toMatchObject({ text: "{}" });
    });
  });
});

describe("a server that refuses a parameter", () => {
  const refusal = (error: object): Fault => ({ kind: "status", status: 400, body: { error } });
  const asked = (notes: string[], changes: Partial<HttpEndpoint> = {}, kind: Kind = "openai") =>
    withRefusals(
      openVendor(kind, anEndpoint(kind, server, changes)),
      refusalsOf("gpt", (text) => notes.push(text)),
    );
  const schema = { name: "proposal", value: { type: "object" } };

  test("gets the other name of the limit, from then on, with one note", async () => {
    fault = ({ body }) =>
      "max_tokens" in body
        ? refusal({
            message:
              "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            ...{ type: "invalid_request_error", param: "max_tokens", code: "unsupported_parameter" },
          })
        : null;
    const notes: string[] = [];
    const provider = asked(notes);
    for (const task of ["one", "two"])
      expect(await provider.complete(aRequest({ task }), never)).toMatchObject({ text: "{}" });
    expect(server.calls.map(({ body }) => [body["max_tokens"], body["max_completion_tokens"]])).toEqual([
      [1_000, undefined],
      [undefined, 1_000],
      [undefined, 1_000],
    ]);
    expect(notes).toEqual([
      "gpt: local-model at openai does not take max_tokens (400: Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.); it is asked with max_completion_tokens.",
    ]);
  });

  test("gets neither name where it refuses both", async () => {
    fault = ({ body }) => {
      const name = Object.keys(body).find((one) => /^max_/.test(one));
      return name === undefined ? null : refusal({ message: `max_tokens is too large: 1000`, param: "max_tokens" });
    };
    const notes: string[] = [];
    expect(await asked(notes).complete(aRequest(), never)).toMatchObject({ text: "{}" });
    expect(server.calls).toHaveLength(3);
    expect(notes.map((note) => note.split("; ")[1])).toEqual([
      "it is asked with max_completion_tokens.",
      "it is asked without it.",
    ]);
  });

  const fieldOf = "response_format";
  test.each([
    ["OpenAI", 400, { error: { message: "Invalid parameter: no schema here.", param: "response_format.json_schema" } }],
    ["Azure", 400, { error: { message: `Unrecognized request argument supplied: ${fieldOf}`, param: null } }],
    [
      "vLLM",
      400,
      { object: "error", message: `[{'type': 'extra_forbidden', 'loc': ('body', '${fieldOf}')}]`, code: 400 },
    ],
    ["FastAPI", 422, { detail: [{ loc: ["body", fieldOf], msg: "Extra inputs are not permitted" }] }],
    ["Mistral", 422, { object: "error", message: { detail: [{ type: "extra_forbidden", loc: ["body", fieldOf] }] } }],
    ["Ollama", 400, { error: `unknown field "${fieldOf}"` }],
    ["a plain text", 400, `${fieldOf} is not supported`],
  ])("in the words of %s is asked without it", async (_, status, body) => {
    fault = (call) => (fieldOf in call.body ? { kind: "status", status, body } : null);
    const notes: string[] = [];
    expect(await asked(notes).complete(aRequest({ schema }), never)).toMatchObject({ text: "{}" });
    expect(server.calls.map(({ body: sent }) => fieldOf in sent)).toEqual([true, false]);
    expect(notes).toHaveLength(1);
  });

  test("loses several, each once", async () => {
    fault = ({ body }) => {
      const name = ["reasoning_effort", "response_format", "max_tokens"].find((one) => one in body);
      return name === undefined ? null : refusal({ message: `Unsupported parameter: ${name}`, param: name });
    };
    const notes: string[] = [];
    const request = aRequest({ schema, reasoning: "low" });
    expect(await asked(notes).complete(request, never)).toMatchObject({ text: "{}" });
    expect([server.calls.length, notes.length]).toEqual([4, 3]);
    await asked(notes).complete(aRequest(), never);
  });

  test("that we cannot leave out ends the request", async () => {
    for (const param of ["messages", "model", "stream"]) {
      fault = () => refusal({ message: `Invalid value for '${param}'`, param });
      await expect(asked([]).complete(aRequest({ schema }), never)).rejects.toMatchObject({ kind: "final" });
    }
    expect(server.calls).toHaveLength(3);
  });

  test("keeps the tools where another parameter is meant, and loses them where they are", async () => {
    const tools = [{ name: "read", description: "Reads.", schema: { type: "object" } }];
    fault = ({ body }) => (fieldOf in body ? refusal({ message: `${fieldOf} is not supported with tools` }) : null);
    await asked([]).complete(aRequest({ schema, tools }), never);
    expect(server.calls.map(({ body }) => [fieldOf in body, "tools" in body])).toEqual([
      [true, true],
      [false, true],
    ]);
    fault = () => refusal({ message: `Unknown parameter: tools. Known: model, messages, ${fieldOf}` });
    await expect(asked([]).complete(aRequest({ schema, tools }), never)).rejects.toMatchObject({ kind: "no-tools" });
  });

  test("of Anthropic's API is asked without it", async () => {
    fault = ({ body }) =>
      "output_config" in body ? refusal({ message: "output_config: Extra inputs are not permitted" }) : null;
    const notes: string[] = [];
    expect(await asked(notes, {}, "anthropic").complete(aRequest({ schema }), never)).toMatchObject({ text: "{}" });
    fault = ({ body }) =>
      JSON.stringify(body).includes("cache_control")
        ? refusal({ message: "messages.0.content.0.text.cache_control: Extra inputs are not permitted" })
        : null;
    expect(await asked(notes, {}, "anthropic").complete(aRequest(), never)).toMatchObject({ text: "{}" });
    expect(notes).toHaveLength(2);
  });
});

describe("a page instead of an answer", () => {
  const page = "<html><head><title>Access denied</title></head><body>Blocked by the company's policy</body></html>";

  test.each([
    [403, page],
    [403, "Blocked by policy 17"],
    [401, page],
    [404, page],
    [451, page],
  ])("with status %i is a proxy's or a firewall's, and not a wrong key", async (status, body) => {
    fault = () => ({ kind: "status", status, body, headers: { "content-type": "text/html" } });
    const error: unknown = await replyFrom("openai").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "final" });
    expect(String(error)).toMatch(
      /^ProviderError: A proxy or firewall answered, not the API of openai \(\d+: .*127\.0\.0\.1.*OPENAI_BASE_URL/,
    );
    expect(String(error)).not.toMatch(/accept the key|OPENAI_API_KEY/);
  });

  test("an error of the API itself still names the key", async () => {
    fault = () => ({ kind: "status", status: 403, body: { error: { message: "no access" } } });
    await expect(replyFrom("openai")).rejects.toThrow("check OPENAI_API_KEY");
  });
});
