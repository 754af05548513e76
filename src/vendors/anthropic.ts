import { z } from "zod";
import type { Provider, ProviderReply, ToolCall } from "../domain/provider.ts";
import { messagesBody } from "./anthropic-request.ts";
import { cappedFetch, errorInBody, httpProvider, notAnAnswer } from "./call.ts";
import { type HttpEndpoint, type MeteredUsage, servedName, type Vendor } from "./vendor.ts";

const docs = "platform.claude.com/docs/en/api/errors";

export const anthropic: Vendor = {
  name: "anthropic",
  title: "Anthropic",
  seat: "claude",
  prefix: "ANTHROPIC_",
  key: "ANTHROPIC_API_KEY",
  address: "ANTHROPIC_BASE_URL",
  version: { path: "/v1", isAddedBySdk: true },
  keyIsOptionalElsewhere: false,
  models: ["claude-opus-5-5", "claude-sonnet-5-5"],
  prices: "anthropic",
  tools: true,
  errors: {
    statuses: { overloaded_error: 529, rate_limit_error: 429, api_error: 500 },
    rules: [
      {
        means: "out-of-credit",
        source: `${docs}: 429 with details.error_code and no retry-after`,
        when: ({ codes }) => codes.some((code) => spendCodes.has(code)),
      },
      {
        means: "out-of-credit",
        source: `${docs}: a spend limit that the customer set is a 400 known by its wording`,
        when: ({ status, message }) =>
          status === 400 && /reached your specified .{0,20}API usage limits|credit balance is too low/i.test(message),
      },
      {
        means: "too-large",
        source: `${docs}: a 400 known by its wording, as well as 413`,
        when: ({ status, message }) => status === 400 && /prompt is too long/i.test(message),
      },
    ],
  },
  open: openAnthropic,
};

const spendCodes = new Set([
  ...["enforced_spend_limit_reached", "contract_spend_limit_reached", "linked_organization_spend_limit_reached"],
  ...["linked_organization_billing_unavailable", "billing_error"],
]);

const count = z.number().nullish();
const Block = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  id: z.string().nullish(),
  name: z.string().nullish(),
  input: z.unknown().optional(),
});
const Answer = z.object({
  model: z.string().nullish(),
  content: z.array(Block),
  stop_reason: z.string().nullish(),
  usage: z
    .object({
      input_tokens: z.number(),
      output_tokens: z.number(),
      cache_read_input_tokens: count,
      cache_creation_input_tokens: count,
    })
    .nullish(),
});

/** Every other reason, such as `pause_turn` or `refusal`, means that the question was not answered. */
const stops: Readonly<Record<string, ProviderReply["stop"]>> = {
  end_turn: "complete",
  stop_sequence: "complete",
  max_tokens: "truncated",
  model_context_window_exceeded: "truncated",
};

/** Claude through the official SDK, without its own retries: `POST {url}/v1/messages`. */
function openAnthropic(endpoint: HttpEndpoint): Provider {
  return httpProvider(endpoint, {
    connect: async () => (await import("./anthropic-client.ts")).messagesAt(endpoint, cappedFetch(endpoint.name)),
    send: (messages, request, signal) => messages.create(messagesBody(request, endpoint.model), { signal }),
    replyOf,
  });
}

function replyOf(raw: unknown, endpoint: HttpEndpoint): ProviderReply {
  const { data } = Answer.safeParse(raw);
  if (data === undefined) throw errorInBody(raw, endpoint) ?? notAnAnswer(raw, endpoint);
  const { content, stop_reason, usage, model } = data;
  const reply = {
    text: content.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join(""),
    usage: usage ? usageOf(usage) : null,
    servedModel: servedName(model),
  };
  const calls = content.flatMap(callIn);
  if (stop_reason === "tool_use" && calls.length > 0) {
    // The API sends empty text blocks and refuses them.
    const verbatim = content.filter(({ type, text }) => type !== "text" || text?.trim());
    return { ...reply, stop: "tools", calls, verbatim };
  }
  return { ...reply, stop: stops[stop_reason ?? ""] ?? "refused" };
}

function callIn({ type, id, name, input }: z.infer<typeof Block>): ToolCall[] {
  return type === "tool_use" ? [{ id: id ?? "", name: name ?? "", args: JSON.stringify(input ?? {}) }] : [];
}

/** `input_tokens` excludes the tokens that were read from the cache or written to it. */
function usageOf(usage: NonNullable<z.infer<typeof Answer>["usage"]>): MeteredUsage {
  const cachedInputTokens = usage.cache_read_input_tokens ?? 0;
  const cacheWriteTokens = usage.cache_creation_input_tokens ?? 0;
  return {
    inputTokens: usage.input_tokens + cachedInputTokens + cacheWriteTokens,
    cachedInputTokens,
    cacheWriteTokens,
    outputTokens: usage.output_tokens,
  };
}
