/**
 * One request to a model. The texts go out in this order: `system`, `batch` (the same bytes for every stage of a seat on a batch, followed by
 * the cache mark; empty when a stage carries its own code), `task` (the last text block).
 * `schema` switches to the vendor's structured output where the seat asks for it.
 */
export interface ProviderRequest {
  readonly system: string;
  readonly batch: string;
  readonly task: string;
  readonly maxOutputTokens: number;
  readonly schema?: { readonly name: string; readonly value: Readonly<Record<string, unknown>> };
}

/** `inputTokens` includes `cachedInputTokens`. Null where the provider does not report it. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** `stop` says how the text ended: only `complete` is an answer. `keep` stores the answer for replay; the caller calls it once the answer is found valid. */
export interface ProviderReply {
  readonly text: string;
  readonly stop: "complete" | "truncated" | "refused";
  readonly usage: TokenUsage | null;
  readonly keep?: () => Promise<void>;
}

/** A model that is reached over the network or through a program. Throws `ProviderError`; an abort of the signal reaches the socket or the child process. */
export interface Provider {
  complete(request: ProviderRequest, signal: AbortSignal): Promise<ProviderReply>;
}

/**
 * Why a call failed. `retry`: overloaded, reset or rate-limited, `retryAfterMs` where the vendor said so. `final`: key, permission, model or
 * spend cap; the message names the setting. `budget`: our own limit, nothing was sent. Messages carry no key and no header (H77).
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly kind: "retry" | "final" | "budget";
  readonly retryAfterMs: number | undefined;
  constructor(kind: "retry" | "final" | "budget", message: string, options?: ErrorOptions & { retryAfterMs?: number }) {
    super(message, options);
    this.kind = kind;
    this.retryAfterMs = options?.retryAfterMs;
  }
}
