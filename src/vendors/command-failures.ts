import { ProviderError } from "../domain/provider.ts";
import { plain, redact } from "../text/text.ts";
import type { CommandEndpoint } from "./endpoint.ts";

export const maxOutputBytes = 4 * 1024 * 1024;
const errorTail = 500;

/** A program that ended with an error, by exit code or by signal: with the end of what it complained about. */
export function failed(endpoint: CommandEndpoint, exit: number | string, stderr: string): ProviderError {
  // The whole text is redacted before it is cut: half a key has no shape.
  const tail = plain(redact(stderr, secretsOf(endpoint))).slice(-errorTail);
  return new ProviderError(
    "final",
    `${endpoint.name} ended with ${exit}: ${tail === "" ? "it printed no error" : tail}`,
  );
}

/** Its login, which it may print. */
function secretsOf({ environment }: CommandEndpoint): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /KEY|TOKEN|SECRET|PASSWORD/i.test(name) ? [value] : [],
  );
}

export function notStarted({ name, argv, setting }: CommandEndpoint, cause: unknown): ProviderError {
  const because = cause instanceof Error && "code" in cause ? cause.code : "unknown";
  return new ProviderError(
    "final",
    `${name} could not be started (${argv[0]}: ${because}): install it, or check ${setting}.`,
    { cause },
  );
}

export function tooSlow({ name, timeoutMs }: CommandEndpoint): ProviderError {
  return new ProviderError("retry", `${name} gave no answer within ${timeoutMs / 1000} s.`);
}

export function tooMuch({ name }: CommandEndpoint): ProviderError {
  return new ProviderError("final", `${name} printed more than ${maxOutputBytes / 1024 / 1024} MB.`);
}
