import { ProviderError, type ProviderRequest } from "../../domain/provider.ts";
import type { HttpEndpoint, MeteredUsage } from "./vendor.ts";

/** No tokenizer needs fewer tokens for text like ours: prose has 4 to 5 characters a token, code 3 to 4. */
const charactersPerToken = 4;
const leastMissing = 1_000;

/**
 * The error for an answer to a prompt that the server has cut without a word, which its own count gives away: less than half of the least that
 * was sent. A server that counts nothing says nothing.
 */
export function cutPrompt(
  request: ProviderRequest,
  usage: MeteredUsage | null,
  { name, model }: Pick<HttpEndpoint, "name" | "model">,
): ProviderError | null {
  const read = usage?.inputTokens ?? 0;
  const sent = leastTokens(request);
  if (usage === null || read === 0 || read >= sent / 2 || sent - read < leastMissing) return null;
  return new ProviderError(
    "final",
    `${model} at ${name} read ${read} tokens of a prompt of at least ${sent}, so the server cut it and the answer does not count: raise its context length (num_ctx in Ollama, --ctx-size in llama.cpp, --max-model-len in vLLM), or use a model with a larger context.`,
    { usage },
  );
}

function leastTokens({ system, batch, task, turns = [], closing = "" }: ProviderRequest): number {
  const texts = [system, batch, task, ...turns.flatMap(({ results }) => results), closing];
  // A run of one character, such as an indentation, can be one token.
  const characters = texts.map((text) => text.replace(/(.)\1{3,}/gsu, "$1").length);
  return Math.floor(characters.reduce((total, size) => total + size, 0) / charactersPerToken);
}
