import { z } from "zod";
import { quoted } from "../../domain/known-names.ts";
import type {
  Provider,
  ProviderReply,
  ProviderRequest,
  TokenUsage,
  ToolCall,
  ToolDefinition,
  ToolTurn,
} from "../../domain/provider.ts";

/** The tools of one request. `call` gives a result for every argument text. `isSpent`: a limit of calls or bytes is reached. */
export interface Toolbox {
  readonly definitions: readonly ToolDefinition[];
  readonly call: (name: string, argsText: string, signal: AbortSignal) => Promise<string>;
  readonly isSpent: () => boolean;
  /** The answer that a call has given: it ends the conversation at once. Null: none has. */
  readonly ended?: () => string | null;
}

/** The turns with calls that one request may have. */
export const mostTurns = 12;
/** The calls of one reply that are run. */
const mostCallsInTurn = 50;

/** The end of a tool conversation: the last reply, with the usage of all, and the turns before it. */
export interface Talk {
  readonly reply: ProviderReply;
  readonly turns: readonly ToolTurn[];
}

/**
 * Asks a model that can look things up, until it answers. At a limit it is asked to answer with what it has (`spent` is that text). `earlier` are
 * the turns of a conversation that goes on. The answer's `keep` stores all replies. The abort of the signal also ends a running call.
 */
export async function converse(
  provider: Provider,
  request: ProviderRequest,
  tools: Toolbox,
  { earlier, spent }: { readonly earlier: readonly ToolTurn[]; readonly spent: string },
  signal: AbortSignal,
): Promise<Talk> {
  const replies: ProviderReply[] = [];
  const turns = [...earlier];
  for (;;) {
    signal.throwIfAborted();
    const mustAnswer = turns.length >= mostTurns || tools.isSpent();
    const reply = await provider.complete(nextRequest(request, turns, tools, mustAnswer ? spent : null), signal);
    replies.push(reply);
    if (reply.stop !== "tools" || mustAnswer) return { reply: endOf(replies, reply), turns };
    turns.push(await turnOf(reply, tools, signal));
    const answer = tools.ended?.() ?? null;
    if (answer !== null) return { reply: endOf(replies, { ...reply, stop: "complete", text: answer }), turns };
  }
}

/** A closing text of the request is about the answer before it, so it goes out again with each later turn. */
function nextRequest(
  request: ProviderRequest,
  turns: readonly ToolTurn[],
  { definitions }: Toolbox,
  spent: string | null,
): ProviderRequest {
  const closing = [request.closing ?? "", spent ?? ""].filter((text) => text !== "").join("\n\n");
  return {
    ...request,
    tools: definitions,
    ...(turns.length === 0 ? {} : { turns }),
    ...(closing === "" || turns.length === 0 ? {} : { closing }),
    ...(spent === null ? {} : { mustAnswer: true }),
  };
}

/** The calls run one after the other: the limits then fall on the same call in every run, and the journal can replay it. */
async function turnOf({ text, calls = [], verbatim = [] }: ProviderReply, tools: Toolbox, signal: AbortSignal) {
  const results: string[] = [];
  for (const call of calls) {
    signal.throwIfAborted();
    const fault = endingOf(tools, results.length) ?? faultOf(call, tools);
    results.push(
      fault === null ? await untilAborted(tools.call(call.name, call.args, signal), signal) : errorText(fault),
    );
  }
  return { text, calls, results, verbatim };
}

/** Why no further call of the turn runs; null when it does. */
function endingOf(tools: Toolbox, made: number): string | null {
  if ((tools.ended?.() ?? null) !== null) return "the work is complete, so it was not run";
  return made >= mostCallsInTurn || tools.isSpent() ? "the limit of calls is reached, so it was not run" : null;
}

function errorText(fault: string): string {
  return JSON.stringify({ error: fault });
}

/** Why a call cannot run; null when it can. */
function faultOf({ name, args }: ToolCall, { definitions }: Toolbox): string | null {
  const names = definitions.map((tool) => tool.name);
  if (!names.includes(name)) return `there is no tool ${quoted(name)}; the tools are ${names.join(", ")}`;
  return Arguments.safeParse(args).success ? null : `the arguments are not a JSON object: ${quoted(args)}`;
}

/** Some models leave the text empty for no arguments. The tool reads the values. */
const Arguments = z.string().refine((text) => {
  try {
    return text.trim() === "" || z.looseObject({}).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
});

/** Waits for a call, but no longer than the signal allows, even if the call itself does not listen to it. */
async function untilAborted(work: Promise<string>, signal: AbortSignal): Promise<string> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** The last reply, with the usage of all. A text next to calls that came after the limit counts as the answer. */
function endOf(replies: readonly ProviderReply[], last: ProviderReply): ProviderReply {
  const keeps = replies.flatMap(({ keep }) => keep ?? []);
  const isAnswer = last.stop === "tools" && last.text.trim() !== "";
  return {
    ...last,
    ...(isAnswer ? { stop: "complete" } : {}),
    usage: replies.map(({ usage }) => usage).reduce(sum),
    keep: async () => {
      for (const keep of keeps) await keep();
    },
  };
}

function sum(one: TokenUsage | null, other: TokenUsage | null): TokenUsage | null {
  if (one === null || other === null) return null;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
