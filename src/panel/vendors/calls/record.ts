import { messageOf } from "../../../domain/errors.ts";
import type { Emit } from "../../../domain/events.ts";
import type { Provider, ProviderRequest } from "../../../domain/provider.ts";
import type { PriceOf, SeatSpec } from "../vendor.ts";

/** One question to a model and how it ended. Times are in milliseconds. Only `request` and `reply` hold texts of the change. */
export interface CallRecord {
  readonly stage: string;
  readonly seat: string;
  readonly provider: string;
  readonly model: string;
  readonly servedModel: string | null;
  readonly startedAt: number;
  readonly ms: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where no price is known. */
  readonly costUsd: number | null;
  /** The answer came from the journal. */
  readonly replayed: boolean;
  readonly failure: string | null;
  readonly request: Pick<ProviderRequest, "system" | "batch" | "task" | "turns">;
  readonly reply: string | null;
}

interface Listeners {
  readonly price: PriceOf;
  readonly emit: Emit;
  readonly onServed: (model: string) => void;
  readonly onCall: ((call: CallRecord) => void) | undefined;
}

/** Emits an event for each answer, with the tokens that it used. Replayed answers use none. */
export function withRecord(
  provider: Provider,
  seat: Pick<SeatSpec, "name" | "provider" | "model">,
  { price, emit, onServed, onCall }: Listeners,
): Provider {
  return {
    async complete(request, signal) {
      const about = { ...seatOf(seat, request), startedAt: Date.now() };
      const begun = performance.now();
      const reply = await provider.complete(request, signal).catch((error: unknown) => {
        onCall?.({ ...about, ...noAnswer, ms: performance.now() - begun, failure: messageOf(error) });
        throw error;
      });
      if (reply.servedModel !== null) onServed(reply.servedModel);
      const usage = reply.usage ?? { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
      const replayed = reply.usage !== null && reply.keep === undefined && usage.inputTokens + usage.outputTokens === 0;
      const costUsd = reply.usage === null ? null : price(usage);
      const spent = { ...usage, costUsd, replayed };
      emit({ type: "call-end", seat: seat.name, provider: seat.provider, ...spent });
      const { text, servedModel } = reply;
      onCall?.({ ...about, ...spent, ms: performance.now() - begun, failure: null, servedModel, reply: text });
      return reply;
    },
  };
}

const noAnswer = {
  ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: null },
  ...{ replayed: false, servedModel: null, reply: null },
};

/** The stage is a line of the task. */
function seatOf({ name, provider, model }: Pick<SeatSpec, "name" | "provider" | "model">, request: ProviderRequest) {
  const stage = /^# Stage: *(?<stage>.*)$/m.exec(request.task)?.groups?.["stage"] ?? "";
  return { stage, seat: name, provider, model, request };
}
