import { createHash } from "node:crypto";
import type OpenAI from "openai";
import { z } from "zod";
import type { Provider, ProviderReply, ProviderRequest } from "../domain/provider.ts";
import { cappedFetch, errorInBody, httpProvider, notAnAnswer } from "./call.ts";
import type { HttpEndpoint, MeteredUsage, Vendor, VendorEnvironment } from "./vendor.ts";

const docs = "developers.openai.com/api/docs/guides/error-codes";

/** OpenAI; and every endpoint that speaks its chat completions is opened in the same way. */
export const openai: Vendor = {
  name: "openai",
  title: "OpenAI",
  seat: "gpt",
  prefix: "OPENAI_",
  key: "OPENAI_API_KEY",
  address: "OPENAI_BASE_URL",
  version: { path: "/v1", isAddedBySdk: false },
  keyIsOptionalElsewhere: true,
  models: ["gpt-6-sol", "gpt-5.6-sol"],
  prices: "openai",
  tools: true,
  errors: {
    statuses: {},
    rules: [
      {
        means: "out-of-credit",
        source: `${docs}: 429 insufficient_quota`,
        when: ({ codes }) => codes.some((code) => spendCodes.has(code)),
      },
      {
        means: "too-large",
        source: `${docs}: context_length_exceeded; compatible servers word it as a 400`,
        when: ({ status, codes, message }) =>
          codes.includes("context_length_exceeded") ||
          (status === 400 && /context (?:length|window|size)|maximum context/i.test(message)),
      },
    ],
  },
  open: openChatCompletions,
};

const spendCodes = new Set([
  ...["insufficient_quota", "credit_balance_exhausted", "billing_hard_limit_reached", "billing_not_active"],
  ...["spend_limit_reached", "usage_limit_reached"],
]);

/** The official SDK, without its own retries: `POST {url}/chat/completions`. */
function openChatCompletions(endpoint: HttpEndpoint): Provider {
  return httpProvider(endpoint, {
    connect,
    send: ({ chat }, request, signal) => chat.completions.create(bodyOf(request, endpoint), { signal }),
    replyOf,
  });
}

async function connect({ name, url, key, headers, timeoutMs }: HttpEndpoint): Promise<OpenAI> {
  const { default: Client } = await import("openai");
  return new Client({
    // The SDK requires a key. A local server without one gets no header at all.
    apiKey: key ?? "none",
    defaultHeaders: { ...headers, authorization: key === null ? null : `Bearer ${key}` },
    baseURL: url ?? "https://api.openai.com/v1",
    fetch: cappedFetch(name),
    maxRetries: 0,
    // Our own limit covers the whole call and has a clearer message, so the SDK's must not come first.
    timeout: timeoutMs * 2,
    // The SDK looks up every option that is missing here in the process's environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
  });
}

function bodyOf(request: ProviderRequest, endpoint: HttpEndpoint): OpenAI.ChatCompletionCreateParamsNonStreaming {
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

/** For other servers: the SDK would send them the headers for OpenAI's gateway too, and one may hold a token. Null removes a header. */
export function withoutOpenAiHeaders(env: VendorEnvironment): Record<string, null> {
  const lines = (env["OPENAI_CUSTOM_HEADERS"] ?? "").split("\n").filter((line) => line.includes(":"));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")).trim(), null]));
}

/** OpenAI's own models refuse `max_tokens` wherever they are served, for example by Azure. Other servers only know that name. */
const countsReasoning = /(?:^|\/)(?:gpt-[5-9]|o[1-9])/;

/** From this family on, a cached prefix must end at a mark. Else a changing tail costs the whole prefix (OpenAI's prompt caching guide). */
const needsCacheMark = /^gpt-(?:5\.[6-9]|[6-9])/;

function isOpenAi(url: string | null): boolean {
  return url === null || /(?:^|\.)api\.openai\.com$/.test(new URL(url).hostname);
}

/** Sends requests with the same beginning to the machine that has it cached. */
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

/** Every other reason, such as `tool_calls`, `content_filter` or none, means that the question was not answered. */
const stops: Readonly<Record<string, ProviderReply["stop"]>> = {
  stop: "complete",
  length: "truncated",
};

/** Reads a chat completion as OpenAI and the compatible servers send it. Throws `ProviderError` for anything else. */
function replyOf(raw: unknown, endpoint: HttpEndpoint): ProviderReply {
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

/** Some servers send the text in parts. The model's thinking is a part of another type. */
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
