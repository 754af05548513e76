import type { MessageCreateParamsNonStreaming, Messages } from "@anthropic-ai/sdk/resources/messages/messages";
import { z } from "zod";
import type { Provider, ProviderReply, ProviderRequest } from "../domain/provider.ts";
import { callVendor, errorInBody, notAnAnswer } from "./call.ts";
import type { HttpEndpoint, MeteredUsage } from "./vendor.ts";

const count = z.number().nullish();
const Answer = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().nullish() })),
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

/** Every other stop (`tool_use`, `pause_turn`, `refusal`, what comes after this SDK) is no answer to our question. */
const stops: Readonly<Record<string, ProviderReply["stop"]>> = {
  end_turn: "complete",
  stop_sequence: "complete",
  max_tokens: "truncated",
  model_context_window_exceeded: "truncated",
};

/** Claude through the official SDK, `POST {url}/v1/messages`, without the SDK's own retries. The SDK is loaded at the first call. */
export function anthropicProvider(endpoint: HttpEndpoint): Provider {
  let client: Promise<Messages> | undefined;
  return {
    async complete(request, signal) {
      client ??= connect(endpoint);
      const messages = await client;
      const answer: unknown = await callVendor(endpoint, signal, (limited) =>
        messages.create(bodyOf(request, endpoint.model), { signal: limited }),
      );
      return replyOf(answer, endpoint);
    },
  };
}

async function connect(endpoint: HttpEndpoint): Promise<Messages> {
  const { messagesAt } = await import("./anthropic-client.ts");
  return messagesAt(endpoint);
}

function bodyOf(request: ProviderRequest, model: string): MessageCreateParamsNonStreaming {
  const { system, batch, task, maxOutputTokens, schema } = request;
  const last = { type: "text", text: task } as const;
  const cached = { type: "text", text: batch, cache_control: { type: "ephemeral" } } as const;
  return {
    model,
    max_tokens: maxOutputTokens,
    // The API refuses empty text blocks.
    ...(system === "" ? {} : { system: [{ type: "text", text: system }] }),
    messages: [{ role: "user", content: batch === "" ? [last] : [cached, last] }],
    ...(schema === undefined
      ? {}
      : { output_config: { format: { type: "json_schema", schema: { ...schema.value } } } }),
  };
}

function replyOf(raw: unknown, endpoint: HttpEndpoint): ProviderReply {
  const { data } = Answer.safeParse(raw);
  if (data === undefined) throw errorInBody(raw, endpoint) ?? notAnAnswer(raw, endpoint);
  const { content, stop_reason, usage } = data;
  return {
    text: content.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join(""),
    stop: stops[stop_reason ?? ""] ?? "refused",
    usage: usage ? usageOf(usage) : null,
  };
}

/** `input_tokens` counts only what was neither read from the cache nor written to it. */
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
