import { ProviderError } from "../../domain/provider.ts";
import type { OwnSeat } from "../../panel/vendors/seat-list.ts";

/** A question to the client's model. Throws where the client refuses, or does not answer in time. */
export type Sample = (
  question: { readonly system: string; readonly prompt: string; readonly maxTokens: number },
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly model: string }>;

/**
 * The model of the MCP client as a seat: the client asks it, and may ask its user first. `client` names the client's program, whose models are
 * kept apart from those of others in the journal.
 */
export function clientSeat(client: string, sample: Sample): OwnSeat {
  return {
    name: "client",
    model: `model-of-${
      client
        .toLowerCase()
        .replaceAll(/[^a-z0-9.-]+/g, "-")
        .slice(0, 60) || "client"
    }`,
    async complete({ system, batch, task, maxOutputTokens }, signal) {
      const prompt = [batch, task].filter((part) => part !== "").join("\n\n");
      const { text, model } = await asked();
      return { text, stop: "complete", usage: null, servedModel: model };

      async function asked() {
        try {
          return await sample({ system, prompt, maxTokens: maxOutputTokens }, signal);
        } catch (error) {
          signal.throwIfAborted();
          throw refusal(error);
        }
      }
    },
  };
}

function refusal(cause: unknown): ProviderError {
  const because = cause instanceof Error ? cause.message : String(cause);
  return new ProviderError("final", `The client did not answer for its model: ${because}`, { cause });
}
