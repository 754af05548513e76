import { type Provider, ProviderError, type ProviderReply, type ProviderRequest } from "../../../domain/provider.ts";

/** Time and randomness are given. `now` and `deadline` are milliseconds on one clock. `wait` rejects when the signal aborts. */
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
/** A vendor that names the time to wait gets more retries than one that fails, but a limited number. */
const mostWaits = 5;

/**
 * Retries after a passing error: at most twice after a failure (0.5 s, then 1 s, with jitter), and after exactly the time that the vendor
 * names, as long as the deadline allows. Gives up with the last reason, kind `retry`, and the number of attempts.
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

/** The failures so far. `waits` counts those for which the vendor named a time. */
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

/** Half of the wait is random, so that seats that failed together do not retry together. */
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

/** The time of a review (`budget.minutes`). `over` aborts at its end. */
export interface ReviewTime {
  readonly minutes: number;
  readonly over: AbortSignal;
  readonly leftMs: () => number;
}

/**
 * Ends the running calls when the review's time is up. It also ends a call, with its retries, that takes more than half of the time left at
 * its start: a provider that hangs costs its own seat, never the whole debate (F09). The user's own abort passes through unchanged.
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

/** The request parts that a seat's model does not support. Each is remembered for the whole review, and noted once. */
export interface Refusals {
  known(kind: ProviderError["kind"]): ProviderError | undefined;
  /** The parameters that were refused. */
  parameters(): readonly string[];
  remember(refusal: ProviderError): void;
}

/** The end of the note about each refusal: what happens instead. */
const instead: Partial<Readonly<Record<ProviderError["kind"], (refusal: ProviderError) => string>>> = {
  "no-tools": () => "it is asked without them",
  "no-reasoning": () => 'it is asked without the setting "reasoning"',
  "no-parameter": ({ parameter }) =>
    parameter?.otherName ? `it is asked with ${parameter.otherName}` : "it is asked without it",
};

export function refusalsOf(seat: string, onNote: (text: string) => void): Refusals {
  const refused = new Map<string, ProviderError>();
  return {
    known: (kind) => refused.get(kind),
    parameters: () => [...refused.values()].flatMap(({ parameter }) => parameter?.name ?? []),
    remember(refusal) {
      const { kind, parameter, message } = refusal;
      const part = parameter?.name ?? kind;
      const alsoOther =
        parameter?.otherName && refused.has(parameter.otherName)
          ? { name: parameter.name, otherName: null }
          : parameter;
      const known = new ProviderError(kind, message, alsoOther === undefined ? {} : { parameter: alsoOther });
      if (!refused.has(part)) onNote(`${seat}: ${message}; ${instead[kind]?.(known)}.`);
      refused.set(part, known);
    },
  };
}

/**
 * Sends nothing that the model has refused before. A request with tools then fails with `no-tools`, because the request without them has other
 * texts; one with `reasoning` or a refused parameter is sent again without it.
 */
export function withRefusals(provider: Provider, refusals: Refusals): Provider {
  return { complete };

  async function complete(request: ProviderRequest, signal: AbortSignal): Promise<ProviderReply> {
    try {
      return await provider.complete(acceptable(request, refusals), signal);
    } catch (error) {
      if (!(error instanceof ProviderError && Object.hasOwn(instead, error.kind))) throw error;
      refusals.remember(error);
      if (error.kind === "no-tools") throw error;
      return complete(request, signal);
    }
  }
}

/** A provider that has no way to offer tools. */
export function withoutTools(name: string, provider: Provider): Provider {
  return {
    async complete(request, signal) {
      if (request.tools !== undefined) throw new ProviderError("no-tools", `${name} does not take tools`);
      return provider.complete(request, signal);
    },
  };
}

/** The request without what the model has refused. Throws the refusal of tools. */
function acceptable(request: ProviderRequest, { known, parameters }: Refusals): ProviderRequest {
  const noTools = known("no-tools");
  if (request.tools !== undefined && noTools !== undefined) throw noTools;
  const leaveOut = parameters();
  const { reasoning, ...without } = request;
  const asked = reasoning !== undefined && known("no-reasoning") === undefined ? { ...without, reasoning } : without;
  return leaveOut.length === 0 ? asked : { ...asked, leaveOut };
}
