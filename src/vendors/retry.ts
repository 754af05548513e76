import { type Provider, ProviderError, type ProviderReply, type ProviderRequest } from "../domain/provider.ts";

/** Time and chance come from outside; `now` and `deadline` are milliseconds on one clock. `wait` rejects when the signal aborts. */
export interface RetryOptions {
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
  readonly now: () => number;
  readonly deadline: () => number;
  readonly onRetry?: (retry: { readonly reason: string; readonly waitMs: number }) => void;
}

const firstWaitMs = 500;
const mostRetries = 2;
/** A vendor that names the time to wait is asked again more often than one that fails, but not for ever. */
const mostWaits = 5;

/**
 * Asks again after what may pass: at most twice after a failure (0.5 s, then 1 s, with jitter), and after exactly the time that the vendor
 * names, as long as the deadline allows. Gives up with the last reason, kind `retry`, and how often it was tried.
 */
export function withRetry(provider: Provider, options: RetryOptions): Provider {
  return { complete: (request, signal) => ask(request, signal, { retries: 0, waits: 0 }) };

  async function ask(request: ProviderRequest, signal: AbortSignal, before: Tally): Promise<ProviderReply> {
    try {
      return await provider.complete(request, signal);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== "retry") throw error;
      const { retries, waits } = before;
      const tally = error.retryAfterMs === undefined ? { retries: retries + 1, waits } : { retries, waits: waits + 1 };
      const waitMs = waitAfter(error, tally, options);
      options.onRetry?.({ reason: error.message, waitMs });
      await options.wait(waitMs, signal);
      return ask(request, signal, tally);
    }
  }
}

/** Failures so far: `waits` are those after which the vendor named a time. */
interface Tally {
  readonly retries: number;
  readonly waits: number;
}

function waitAfter(error: ProviderError, { retries, waits }: Tally, options: RetryOptions): number {
  if (retries > mostRetries || waits > mostWaits) throw gaveUp(error, `It was asked ${retries + waits} times.`);
  const waitMs = error.retryAfterMs ?? backoff(retries, options.random());
  const leftMs = options.deadline() - options.now();
  if (waitMs >= leftMs) throw gaveUp(error, tooLong(waitMs, leftMs, error.retryAfterMs !== undefined));
  return waitMs;
}

/** Half of it is chance, so that seats that failed together do not come back together. */
function backoff(retry: number, random: number): number {
  return Math.round(firstWaitMs * 2 ** (retry - 1) * (0.5 + random / 2));
}

function gaveUp(error: ProviderError, because: string): ProviderError {
  return new ProviderError("retry", `${error.message} ${because}`, { cause: error });
}

function tooLong(waitMs: number, leftMs: number, named: boolean): string {
  const wait = `${Math.ceil(waitMs / 1000)} s${named ? ", as it asks," : ""}`;
  return `Waiting ${wait} would pass the deadline in ${Math.max(0, Math.floor(leftMs / 1000))} s (budget.minutes).`;
}

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
