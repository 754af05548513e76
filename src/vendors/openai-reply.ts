import { z } from "zod";
import type { ProviderReply } from "../domain/provider.ts";
import type { HttpEndpoint } from "./endpoint.ts";
import { errorInBody, notAnAnswer } from "./errors.ts";
import type { MeteredUsage } from "./prices.ts";

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
