import type { Provider, ProviderRequest } from "../domain/provider.ts";
import { isTelling, redactValues, secretsIn } from "../text/text.ts";
import type { Environment } from "./endpoint.ts";

/** The values of all keys that the environment holds for us, without mere words that stand in for one. */
export function keysIn(env: Environment): string[] {
  return secretsIn(env).filter(isTelling);
}

/**
 * No key of ours goes to a vendor or comes back from one, in whatever form. A gateway that echoes headers can put one into an answer: it goes
 * before the answer is kept, shown or passed on (H77).
 */
export function withoutKeys(provider: Provider, keys: readonly string[]): Provider {
  return {
    async complete(request, signal) {
      const reply = await provider.complete(cleaned(request, keys), signal);
      return { ...reply, text: redactValues(reply.text, keys) };
    },
  };
}

function cleaned(request: ProviderRequest, keys: readonly string[]): ProviderRequest {
  const { system, batch, task } = request;
  return {
    ...request,
    system: redactValues(system, keys),
    batch: redactValues(batch, keys),
    task: redactValues(task, keys),
  };
}
