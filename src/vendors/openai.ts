import { createHash } from "node:crypto";
import type OpenAI from "openai";
import { z } from "zod";
import type { Provider, ProviderReply, ProviderRequest } from "../domain/provider.ts";
import { callVendor, cappedFetch, errorInBody, notAnAnswer } from "./call.ts";
import type { HttpEndpoint, MeteredUsage } from "./vendor.ts";

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming;

/**
 * OpenAI, and every endpoint that speaks its chat completions, through the official SDK without the SDK's own retries:
 * `POST {url}/chat/completions`. The SDK is loaded at the first call.
 */
export function openAiProvider(endpoint: HttpEndpoint): Provider {
  let client: Promise<OpenAI> | undefined;
  return {
    async complete(request, signal) {
      client ??= connect(endpoint);
      const { chat } = await client;
      const answer: unknown = await callVendor(endpoint, signal, (limited) =>
        chat.completions.create(bodyOf(request, endpoint), { signal: limited }),
      );
      return replyOf(answer, endpoint);
    },
  };
}

async function connect({ name, url, key, headers, timeoutMs }: HttpEndpoint): Promise<OpenAI> {
  const { default: Client } = await import("openai");
  return new Client({
    // The SDK insists on a key; a local server without one gets no header at all.
    apiKey: key ?? "none",
    defaultHeaders: { ...headers, authorization: key === null ? null : `Bearer ${key}` },
    baseURL: url ?? "https://api.openai.com/v1",
    fetch: cappedFetch(name),
    maxRetries: 0,
    // Ours covers the whole call and says so; the SDK's must not come first.
    timeout: timeoutMs * 2,
    // Whatever is left open here, the SDK would look up in the process's environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
  });
}

function bodyOf(request: ProviderRequest, endpoint: HttpEndpoint): Body {
  const { system, batch, task, maxOutputTokens, schema } = request;
  const { model } = endpoint;
  const atOpenAi = isOpenAi(endpoint.url);
  const mark = atOpenAi && needsCacheMark.test(model) ? { prompt_cache_breakpoint: { mode: "explicit" } as const } : {};
  const parts = [
    { type: "text", text: batch, ...mark },
    { type: "text", text: task },
  ] satisfies OpenAI.ChatCompletionContentPartText[];
  return {
    model,
    messages: [
      ...(system === "" ? [] : [{ role: "system", content: system } as const]),
      { role: "user", content: batch === "" ? task : parts },
    ],
    ...(atOpenAi || countsReasoning.test(model)
      ? { max_completion_tokens: maxOutputTokens }
      : { max_tokens: maxOutputTokens }),
    // Strict servers refuse parameters that they do not know.
    ...(atOpenAi && batch !== "" ? { prompt_cache_key: cacheKeyOf(system, batch) } : {}),
    ...(schema === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: schema.name, strict: true, schema: { ...schema.value } },
          },
        }),
  };
}

/** OpenAI's own models refuse `max_tokens` wherever they are served (Azure, gateways); other servers know no other name. */
const countsReasoning = /(?:^|\/)(?:gpt-[5-9]|o[1-9])/;

/** From this family on a cached prefix must end at a mark, or a changing tail costs the whole prefix (OpenAI's prompt caching guide). */
const needsCacheMark = /^gpt-(?:5\.[6-9]|[6-9])/;

function isOpenAi(url: string | null): boolean {
  return url === null || /(?:^|\.)api\.openai\.com$/.test(new URL(url).hostname);
}

/** Requests with the same beginning land on the machine that has it cached. */
function cacheKeyOf(system: string, batch: string): string {
  return createHash("sha256")
    .update(JSON.stringify([system, batch]))
    .digest("hex")
    .slice(0, 32);
}

const Text = z.union([z.string(), z.array(z.object({ type: z.string().nullish(), text: z.string().nullish() }))]);
const Answer = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      error: z.unknown().optional(),
      message: z.object({ content: Text.nullish(), refusal: z.string().nullish() }),
    }),
  ),
  usage: z
    .object({
      prompt_tokens: z.number(),
      completion_tokens: z.number().nullish(),
      prompt_tokens_details: z
        .object({ cached_tokens: z.number().nullish(), cache_write_tokens: z.number().nullish() })
        .nullish(),
    })
    .nullish(),
});
type Choice = z.infer<typeof Answer>["choices"][number];

/** Every other reason (`tool_calls`, `content_filter`, none at all, what a server makes up) is no answer to our question. */
const stops: Readonly<Record<string, ProviderReply["stop"]>> = {
  stop: "complete",
  length: "truncated",
};

/** Reads a chat completion as OpenAI and the compatible servers send it. Throws `ProviderError` for anything else. */
export function replyOf(raw: unknown, endpoint: HttpEndpoint): ProviderReply {
  // OpenRouter reports a failure upstream in the body of a 200, or of a choice.
  const { data } = Answer.safeParse(raw);
  const choice = data?.choices[0];
  const failed = errorInBody(raw, endpoint) ?? errorInBody(choice, endpoint);
  if (failed !== null) throw failed;
  if (data === undefined) throw notAnAnswer(raw, endpoint);
  const usage = data.usage ? usageOf(data.usage) : null;
  // Gemini's endpoint leaves the list empty when it blocks a prompt.
  if (choice === undefined) return { text: "", stop: "refused", usage };
  return { text: textOf(choice), stop: stopOf(choice), usage };
}

function stopOf({ finish_reason, message }: Choice): ProviderReply["stop"] {
  return message.refusal ? "refused" : (stops[finish_reason ?? ""] ?? "refused");
}

/** Some servers send the text in parts, with the model's thinking as a part of another type. */
function textOf({ message: { content } }: Choice): string {
  if (!Array.isArray(content)) return content ?? "";
  return content.map(({ type, text }) => (type === "text" ? (text ?? "") : "")).join("");
}

function usageOf(usage: NonNullable<z.infer<typeof Answer>["usage"]>): MeteredUsage {
  return {
    inputTokens: usage.prompt_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    cacheWriteTokens: usage.prompt_tokens_details?.cache_write_tokens ?? 0,
    outputTokens: usage.completion_tokens ?? 0,
  };
}
