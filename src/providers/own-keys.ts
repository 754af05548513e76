import type { Provider } from "../domain/provider.ts";
import { isTelling } from "../text.ts";
import type { Environment } from "./endpoint.ts";

/** The values of all keys that the environment holds for us, without mere words that stand in for one. */
export function keysIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    /(?:^|_)(?:KEY|TOKEN|SECRET(?:_PREVIOUS)?)$/.test(name) && isTelling(value.trim()) ? [value.trim()] : [],
  );
}

/** A gateway that echoes headers can put a key of ours into an answer: it goes before the answer is kept, shown or passed on (H77). */
export function withoutKeys(provider: Provider, keys: readonly string[]): Provider {
  return {
    async complete(request, signal) {
      const reply = await provider.complete(request, signal);
      return { ...reply, text: keys.reduce((text, key) => text.replaceAll(key, "[redacted secret]"), reply.text) };
    },
  };
}
