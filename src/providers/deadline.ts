import { type Provider, ProviderError } from "../domain/provider.ts";

/** Ends calls that run when the review's own time (`budget.minutes`) is up. The user's own abort passes through as it is. */
export function withDeadline(provider: Provider, deadline: AbortSignal, minutes: number): Provider {
  const over = (cause?: unknown): ProviderError =>
    new ProviderError(
      "budget",
      `The budget of ${minutes} minutes is used up: raise budget.minutes or split the change.`,
      { cause },
    );
  return {
    async complete(request, signal) {
      if (deadline.aborted) throw over();
      try {
        return await provider.complete(request, AbortSignal.any([signal, deadline]));
      } catch (error) {
        throw deadline.aborted && !signal.aborted ? over(error) : error;
      }
    },
  };
}
