import { estimateTokens } from "../code/diff/batch.ts";
import { type EstimatedPart, perTurn, type SeatUse } from "../domain/estimate.ts";
import type { ProviderReply, ProviderRequest, ToolCall } from "../domain/provider.ts";
import type { DebateEmit } from "../panel/stages/index.ts";
import type { Asked, StandIn } from "../panel/stages/stage.ts";
import { type Assumptions, assumedOf, leadCalls, lookUpCalls, wordsOf } from "./assumed.ts";

/** Seats that count what they are asked. */
export interface Counting {
  /** Answers in place of the models. */
  readonly standIn: StandIn;
  /** Hears where the stages begin. */
  readonly emit: DebateEmit;
  /** Everything that was counted, in the order of the stages. */
  readonly parts: () => EstimatedPart[];
}

/**
 * Counts the calls of a protocol while it runs: each seat answers at once as `given` assumes. `kept`: seats whose opening is in the journal. A text
 * that a seat has sent before comes from the vendor's cache.
 */
export function countCalls(given: Assumptions, kept: ReadonlySet<string>): Counting {
  const words = wordsOf();
  const parts = new Map<string, { readonly name: string; readonly uses: SeatUse[] }>();
  const begun = new Map<string, number>();
  const sent = new Set<string>();

  function partOf(stage: string, name: string): SeatUse[] {
    const key = `${name} ${begun.get(stage)}`;
    const part = parts.get(key) ?? { name, uses: [] };
    parts.set(key, part);
    return part.uses;
  }

  async function answer(asked: Asked, request: ProviderRequest): Promise<ProviderReply> {
    const { stage, seat, isWording } = asked;
    const { part, answer: answerOf } = assumedOf(stage);
    const isLead = stage.endsWith("-lead");
    const calls = callsIn(request, (turn) => (isLead ? leadCalls(turn, words, given) : lookUpCalls(turn)));
    const text = calls.length > 0 ? "" : JSON.stringify(answerOf(asked, words, given));
    const texts = textsOf(request, isLead);
    const usage = {
      inputTokens: sum(texts),
      cachedInputTokens: sum(texts.filter(({ key }) => sent.has(`${seat} ${key}`))),
      outputTokens: calls.length > 0 && !isLead ? perTurn.call : tokensIn(text, ...calls.map(({ args }) => args)),
    };
    // Calls that go out at the same time share no cache yet.
    await Promise.resolve();
    const uses = partOf(stage, part);
    const use = { seat, calls: 1, usage, longestAnswer: request.maxOutputTokens, ...(isWording && { isWording }) };
    if (part !== "the openings" || !kept.has(seat)) {
      for (const { key } of texts) sent.add(`${seat} ${key}`);
      uses.push(use);
    }
    return { text, stop: calls.length > 0 ? "tools" : "complete", calls, usage, servedModel: null };
  }

  return {
    standIn: (asked) => ({ complete: (request) => answer(asked, request) }),
    emit: (event) => {
      if (event.type === "stage-start") begun.set(event.stage, (begun.get(event.stage) ?? 0) + 1);
    },
    parts: () => [...parts.values()],
  };
}

/** The texts of a request, and of the turns before it. A result that a seat looks up has the usual length. */
function textsOf({ system, batch, task, turns = [], tools = [] }: ProviderRequest, isLead: boolean) {
  const first = [system, batch, JSON.stringify(tools)].join("\n");
  return [
    { key: first, tokens: tokensIn(first) },
    { key: task, tokens: tokensIn(task) },
    ...turns.map(({ calls, results }, index) => ({
      key: `${task} ${index}`,
      tokens: isLead ? tokensIn(...calls.map(({ args }) => args), ...results) : perTurn.call + perTurn.result,
    })),
  ];
}

function tokensIn(...texts: readonly string[]): number {
  return estimateTokens(texts.join("\n"));
}

function sum(texts: readonly { readonly tokens: number }[]): number {
  return texts.reduce((total, { tokens }) => total + tokens, 0);
}

/** The tools that an answer calls; none where it has none, or no further turn. */
function callsIn({ tools, turns = [], mustAnswer }: ProviderRequest, callsAt: (turn: number) => ToolCall[]) {
  return tools === undefined || mustAnswer === true ? [] : callsAt(turns.length);
}
