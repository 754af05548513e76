import { createHash } from "node:crypto";
import { z } from "zod";
import { messageOf } from "../../../domain/errors.ts";
import { type Provider, ProviderError, type ProviderReply, type ProviderRequest } from "../../../domain/provider.ts";

/** Keeps answers for replay. `read` gives undefined for an unknown key. */
export interface JournalStore {
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string): Promise<void>;
}

/** A second review of a completed debate starts the next attempt, which replays nothing of this one. */
export interface Journal {
  readonly store: JournalStore;
  readonly attempt: number;
}

export interface JournalOptions extends Journal {
  readonly provider: string;
  readonly model: string;
  /** Gets the tokens of the first answer: a decision by tokens then comes out the same again. */
  readonly onReplay?: (tokens: number) => void;
  /** Gets a refusal of tools that was kept. */
  readonly onRefusal?: (refusal: ProviderError) => void;
  /** A journal that cannot be read or written costs calls, never the review. Each failure is a note. */
  readonly onNote: (text: string) => void;
}

const Entry = z.object({
  version: z.literal(1),
  text: z.string(),
  tokens: z.number().default(0),
  servedModel: z.string().nullable().default(null),
  /** The reply called tools. */
  calls: z
    .array(z.object({ id: z.string(), name: z.string(), args: z.string() }))
    .readonly()
    .optional(),
  verbatim: z.array(z.unknown()).readonly().optional(),
  /** The model does not take tools; the text is the reason. */
  refused: z.literal("no-tools").optional(),
});
const noUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/**
 * Replays a kept answer to the same provider, model, attempt and request bytes. It is the outermost wrapper, so a replay is no call. A new
 * complete answer, and each turn with calls, gets `keep`, which the caller calls for a valid answer. A refusal of tools is kept at once: the
 * next run then goes straight to the request without them.
 */
export function withJournal(provider: Provider, options: JournalOptions): Provider {
  return {
    async complete(request, signal) {
      const key = keyOf(request, options);
      const replayed = await replay(key, options);
      if (replayed instanceof ProviderError) {
        options.onRefusal?.(replayed);
        throw replayed;
      }
      if (replayed !== null) return replayed;
      const reply = await provider.complete(request, signal).catch(async (error: unknown) => {
        if (error instanceof ProviderError && error.kind === "no-tools") await storeRefusal(key, error, options);
        throw error;
      });
      if (reply.stop !== "complete" && reply.stop !== "tools") return reply;
      return { ...reply, keep: () => store(key, reply, options) };
    },
  };
}

/** Says the first note of each kind. Many entries may fail for one reason, whose details stand in brackets. */
export function oncePerKind(onNote: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    const kind = text.replace(/ \(.*$/s, "");
    if (said.size < said.add(kind).size) onNote(text);
  };
}

/** A replay has no usage and no `keep`. */
async function replay(
  key: string,
  { store, onReplay, onNote }: JournalOptions,
): Promise<ProviderReply | ProviderError | null> {
  try {
    const value = await store.read(key);
    if (value === undefined) return null;
    const { text, tokens, servedModel, refused, calls, verbatim = [] } = Entry.parse(JSON.parse(value));
    if (refused !== undefined) return new ProviderError(refused, text);
    onReplay?.(tokens);
    const reply = { text, usage: noUsage, servedModel };
    return calls === undefined ? { ...reply, stop: "complete" } : { ...reply, stop: "tools", calls, verbatim };
  } catch (error) {
    onNote(
      `Where an entry of the journal cannot be read, the model is asked again (${messageOf(error).split("\n")[0]}).`,
    );
    return null;
  }
}

async function store(key: string, reply: ProviderReply, options: JournalOptions): Promise<void> {
  const { text, usage, servedModel, calls, verbatim } = reply;
  const tokens = usage === null ? 0 : usage.inputTokens + usage.outputTokens;
  await write(key, { version: 1, text, tokens, servedModel, calls, verbatim }, options);
}

async function storeRefusal(key: string, { message }: ProviderError, options: JournalOptions): Promise<void> {
  await write(key, { version: 1, text: message, refused: "no-tools" }, options);
}

async function write(key: string, entry: z.input<typeof Entry>, options: JournalOptions): Promise<void> {
  try {
    await options.store.write(key, JSON.stringify(entry));
  } catch (error) {
    options.onNote(`Where an answer cannot be kept in the journal, the next run asks again (${messageOf(error)}).`);
  }
}

/** Names the fields in a fixed order: a request has the same bytes wherever it was built. */
function keyOf(request: ProviderRequest, { provider, model, attempt }: JournalOptions): string {
  const { system, batch, batchForJournal = batch, task, maxOutputTokens, schema } = request;
  const { reasoning, tools, turns, closing, mustAnswer, workspace } = request;
  const base = [provider, model, system, batchForJournal, task, maxOutputTokens, schema ?? null];
  const more = [reasoning, tools, turns, closing, mustAnswer, workspace?.id].map((value) => value ?? null);
  // A request without them keeps the key that it has always had.
  const exact = JSON.stringify(more.every((value) => value === null) ? base : [...base, ...more]);
  return `${createHash("sha256").update(exact).digest("hex")}-${attempt}`;
}
