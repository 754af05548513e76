import type { Failure } from "../domain/debate.ts";
import { messageOf } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import { ProviderError } from "../domain/provider.ts";
import type { Seat, StageName } from "../stages/index.ts";

/** An answer, or the recorded reason why there is none. `budget` tells our own limit from a seat's fault. */
export type SeatAnswer<T, Asked = Seat> =
  | { readonly status: "answered"; readonly seat: Asked; readonly value: T }
  | { readonly status: "failed"; readonly seat: Asked; readonly failure: Failure; readonly budget: boolean };

/** What every question of a debate needs: where events go, when to stop, and how many questions may be open at once. */
export interface DebateContext {
  readonly emit: Emit;
  readonly signal: AbortSignal;
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
}

/**
 * The one place where a seat's failure becomes a `Failure` record: whatever a seat throws is an abstention with a reason, never an empty
 * answer. An abort of the whole debate is not a failure of the seat and passes through.
 */
export async function askSeat<T, Asked extends { readonly name: string; readonly provider: string }>(
  seat: Asked,
  stage: StageName,
  question: (signal: AbortSignal) => Promise<T> | undefined,
  { emit, signal, limit }: DebateContext,
): Promise<SeatAnswer<T, Asked>> {
  try {
    const value = await limit(async () => {
      emit({ type: "seat-asked", seat: seat.name });
      try {
        return await question(signal);
      } finally {
        emit({ type: "seat-heard", seat: seat.name });
      }
    });
    if (value === undefined) throw new Error("gave no answer");
    return { status: "answered", seat, value };
  } catch (error) {
    signal.throwIfAborted();
    const reason = messageOf(error);
    emit({ type: "seat-failure", seat: seat.name, provider: seat.provider, stage, reason });
    const budget = error instanceof ProviderError && error.kind === "budget";
    return { status: "failed", seat, failure: { seat: seat.name, step: stage, reason }, budget };
  }
}
