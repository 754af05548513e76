import { type Provider, ProviderError } from "../domain/provider.ts";

/** The time that a review has (`budget.minutes`). `over` aborts when it is up. */
export interface ReviewTime {
  readonly minutes: number;
  readonly over: AbortSignal;
  readonly leftMs: () => number;
}

/**
 * Ends calls that run when the review's time is up, and any call, with its retries, that takes more than half of what was left when it began:
 * a provider that hangs costs its own seat, never the whole debate (F09). The user's own abort passes through as it is.
 */
export function withDeadline(provider: Provider, { minutes, over, leftMs }: ReviewTime): Provider {
  const spent = (cause?: unknown): ProviderError =>
    new ProviderError(
      "budget",
      `The budget of ${minutes} minutes is used up: raise budget.minutes or split the change.`,
      { cause },
    );
  return {
    async complete(request, signal) {
      if (over.aborted) throw spent();
      const shareMs = Math.max(1, Math.floor(leftMs() / 2));
      const share = AbortSignal.timeout(shareMs);
      try {
        return await provider.complete(request, AbortSignal.any([signal, over, share]));
      } catch (error) {
        if (signal.aborted) throw error;
        if (over.aborted) throw spent(error);
        throw share.aborted ? tooSlow(shareMs, error) : error;
      }
    },
  };
}

function tooSlow(shareMs: number, cause: unknown): ProviderError {
  const seconds = (shareMs / 1000).toFixed(shareMs < 10_000 ? 1 : 0);
  return new ProviderError(
    "final",
    `It gave no answer within ${seconds} s, half of the time that was left: use a faster model, or raise budget.minutes.`,
    { cause },
  );
}
