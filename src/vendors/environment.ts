import { ReviewError } from "../domain/errors.ts";
import type { Provider, ProviderRequest } from "../domain/provider.ts";
import { isTelling, redact, redactValues, secretsIn } from "../text/text.ts";
import type { Environment } from "./vendor.ts";

/** A variable's value; an empty one is not set, as a workflow's unset input arrives. */
export function readVariable(env: Environment, name: string): string | null {
  const value = env[name]?.trim() ?? "";
  return value === "" ? null : value;
}

/** A variable's value as JSON; undefined when it is none, which no schema takes. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller says what the variable must be.
    return undefined;
  }
}

/** The address in the variable `setting`, null when it is not set; `notes` say what looks odd. Throws `ReviewError`. */
export function readBaseUrl(
  setting: string,
  env: Environment,
  kind: "anthropic" | "openai",
): { readonly url: string | null; readonly notes: readonly string[] } {
  const text = readVariable(env, setting);
  if (text === null) return { url: null, notes: [] };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw badUrl(setting, text, "is not an http or https address", "Write for example https://api.example.com/v1.");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "") {
    const hint = `Put the key into ${setting.replace(/(?:BASE_)?URL$/, setting.includes("BASE_") ? "API_KEY" : "KEY")}.`;
    throw badUrl(setting, text, "holds a login or a query", hint);
  }
  const notes: string[] = [];
  if (url.protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)) {
    notes.push(`${setting} is plain http: code and key travel unencrypted to ${url.host}.`);
  }
  const base = text.replace(/\/+$/, "");
  if (kind === "openai" && url.pathname === "/") notes.push(`${setting} has no path; most servers want ${base}/v1.`);
  // Anthropic's SDK adds /v1 itself.
  return { url: kind === "anthropic" ? base.replace(/\/v1$/, "") : base, notes };
}

function badUrl(setting: string, text: string, what: string, hint: string): ReviewError {
  return new ReviewError(`${setting} ${what}: ${redact(text, [])}`, hint);
}

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
