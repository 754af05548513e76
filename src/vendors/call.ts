import { ProviderError } from "../domain/provider.ts";
import type { HttpEndpoint } from "./endpoint.ts";
import { providerError } from "./errors.ts";

/**
 * One call over HTTP with a limit on the whole of it, not only on the first byte: a server that stalls in the body is cut off too (F09).
 * Throws the signal's reason after an abort, else `ProviderError`.
 */
export async function callVendor<Reply>(
  endpoint: HttpEndpoint,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
  const limit = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    return await send(AbortSignal.any([signal, limit]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted) throw tooSlow(endpoint);
    throw providerError(error, endpoint, Date.now());
  }
}

function tooSlow({ name, timeoutMs }: HttpEndpoint): ProviderError {
  return new ProviderError("retry", `${name} gave no complete answer within ${timeoutMs / 1000} s.`);
}
