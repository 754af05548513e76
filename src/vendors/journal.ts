import { createHash } from "node:crypto";
import { z } from "zod";
import { messageOf } from "../domain/errors.ts";
import type { Provider, ProviderReply, ProviderRequest } from "../domain/provider.ts";

/** Where answers are kept for replay. `read` gives undefined for what is not there. */
export interface JournalStore {
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string): Promise<void>;
}

export interface JournalOptions {
  readonly store: JournalStore;
  readonly provider: string;
  readonly model: string;
  /** Re-review of a completed debate starts the next attempt, which replays nothing of this one. */
  readonly attempt: number;
  /** Told what the answer took when it was given, so that what is decided by tokens is decided alike again. */
  readonly onReplay?: (tokens: number) => void;
  /** A journal that cannot be read or written costs calls, never the review; each time it says so. */
  readonly onNote: (text: string) => void;
}

const Entry = z.object({ version: z.literal(1), text: z.string(), tokens: z.number().default(0) });
const noUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/**
 * Replays an answer that was found valid before: the same provider, model, attempt and request bytes. The outermost wrapper, so that a
 * replay is no call. A new complete answer gets `keep`; what is not kept is asked again.
 */
export function withJournal(provider: Provider, options: JournalOptions): Provider {
  return {
    async complete(request, signal) {
      const key = keyOf(request, options);
      const replayed = await replay(key, options);
      if (replayed !== null) return replayed;
      const reply = await provider.complete(request, signal);
      if (reply.stop !== "complete") return reply;
      return { ...reply, keep: () => store(key, reply, options) };
    },
  };
}

/** A replay may be said to be one: its usage is zero, and there is nothing to keep. */
async function replay(key: string, { store, onReplay, onNote }: JournalOptions): Promise<ProviderReply | null> {
  try {
    const value = await store.read(key);
    if (value === undefined) return null;
    const { text, tokens } = Entry.parse(JSON.parse(value));
    onReplay?.(tokens);
    return { text, stop: "complete", usage: noUsage };
  } catch (error) {
    onNote(`A journal entry could not be read, so the model is asked again (${messageOf(error).split("\n")[0]}).`);
    return null;
  }
}

async function store(key: string, { text, usage }: ProviderReply, options: JournalOptions): Promise<void> {
  const tokens = usage === null ? 0 : usage.inputTokens + usage.outputTokens;
  try {
    await options.store.write(key, JSON.stringify({ version: 1, text, tokens }));
  } catch (error) {
    options.onNote(`An answer could not be kept in the journal (${messageOf(error)}): the next run asks again.`);
  }
}

/** The fields by name and in this order: the same request has the same bytes wherever it was put together. */
function keyOf(request: ProviderRequest, { provider, model, attempt }: JournalOptions): string {
  const { system, batch, task, maxOutputTokens, schema } = request;
  const exact = JSON.stringify([provider, model, system, batch, task, maxOutputTokens, schema ?? null]);
  return `${createHash("sha256").update(exact).digest("hex")}-${attempt}`;
}
