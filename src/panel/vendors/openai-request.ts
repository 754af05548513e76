import { createHash } from "node:crypto";
import type OpenAI from "openai";
import { z } from "zod";
import type { ProviderRequest, ToolDefinition, ToolTurn } from "../../domain/provider.ts";
import type { HttpEndpoint } from "./vendor.ts";

/** The body of `POST /chat/completions`. */
export function chatBody(
  request: ProviderRequest,
  endpoint: HttpEndpoint,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { system, batch, task, maxOutputTokens, schema, reasoning, turns = [] } = request;
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
      ...turns.flatMap(messagesOf),
      ...(request.closing === undefined ? [] : [{ role: "user", content: request.closing } as const]),
    ],
    ...toolsOf(request),
    ...(reasoning === undefined ? {} : { reasoning_effort: reasoning }),
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

/** OpenAI's own models refuse `max_tokens` wherever they are served, for example by Azure. Other servers only know that name. */
const countsReasoning = /(?:^|\/)(?:gpt-[5-9]|o[1-9])/;

/** From this family on, a cached prefix must end at a mark. Else a changing tail costs the whole prefix (OpenAI's prompt caching guide). */
export const needsCacheMark = /^gpt-(?:5\.[6-9]|[6-9])/;

function isOpenAi(url: string | null): boolean {
  return url === null || /(?:^|\.)api\.openai\.com$/.test(new URL(url).hostname);
}

/** Sends requests with the same beginning to the machine that has it cached. */
export function cacheKeyOf(system: string, batch: string): string {
  return createHash("sha256")
    .update(JSON.stringify([system, batch]))
    .digest("hex")
    .slice(0, 32);
}

/** OpenAI's own server refuses tools for these models in chat completions, because they think. */
const thinksWithTools = /^gpt-(?:5\.[4-9]|[6-9])/;

export function needsResponses({ tools }: ProviderRequest, { url, model }: HttpEndpoint): boolean {
  return tools !== undefined && isOpenAi(url) && thinksWithTools.test(model);
}

type ChatTools = Pick<OpenAI.ChatCompletionCreateParamsNonStreaming, "tools" | "tool_choice">;

/** The list of tools stays when no further call is allowed: it is at the start of the cached prefix. */
function toolsOf({ tools, mustAnswer }: ProviderRequest): ChatTools {
  if (tools === undefined) return {};
  return { tools: tools.map(toolOf), ...(mustAnswer ? { tool_choice: "none" } : {}) };
}

function toolOf({ name, description, schema }: ToolDefinition): OpenAI.ChatCompletionTool {
  return { type: "function", function: { name, description, parameters: { ...schema } } };
}

const Messages = z.array(
  z.custom<OpenAI.ChatCompletionMessageParam>((value) => z.looseObject({ role: z.string() }).safeParse(value).success),
);

/** The reply with its calls, then one message for each result. */
function messagesOf({ calls, results, verbatim }: ToolTurn): OpenAI.ChatCompletionMessageParam[] {
  const answers = calls.map(
    ({ id }, index) => ({ role: "tool", tool_call_id: id, content: results[index] ?? "" }) as const,
  );
  return [...Messages.parse(verbatim), ...answers];
}
