import type { CostOf, TokenUsage } from "./provider.ts";

/** The expected use of a debate. `usual`: little is contested; `most`: every round and hearing takes place. */
export interface Estimate {
  readonly subject: Subject;
  /** The seats in words: each name, with its view in a review that can read the repository. */
  readonly seats: readonly string[];
  readonly usual: Forecast;
  readonly most: Forecast;
  readonly budget: Budget;
  /** Answers to the first questions that are kept from an earlier run, of how many. They are not in the amounts. */
  readonly kept: { readonly answers: number; readonly of: number };
  readonly notes: readonly string[];
}

/** The subject of the debate. `shown` lists in sentences the texts that the seats would see. */
export type Subject =
  | { readonly kind: "review"; readonly files: number; readonly batches: number; readonly effort: string }
  | { readonly kind: "plan" | "debate"; readonly shown: readonly string[] };

/** The limits of the settings. */
export interface Budget {
  readonly calls: number;
  readonly tokens: number;
  readonly usd: number;
  readonly minutes: number;
}

/** `costUsd` null: no price is known for a seat. */
export interface Amounts {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

/** `end`: the stage in which the budget would end it, and the limit that is reached first; null where it fits. */
export interface Forecast extends Amounts {
  readonly end: { readonly stage: string; readonly limit: "calls" | "tokens" | "usd" } | null;
}

/** Calls that several seats share count a part in each. */
export interface SeatUse {
  readonly seat: string;
  readonly calls: number;
  readonly usage: TokenUsage;
  readonly longestAnswer?: number;
  /** A light model can do it. */
  readonly isWording?: true;
}

/** Calls that do not wait for each other; `turns` where they are made one after the other in so many steps. */
export interface EstimatedPart {
  readonly name: string;
  readonly uses: readonly SeatUse[];
  readonly turns?: number;
}

/** A review before it begins, as one seat meets it. */
export interface Course {
  readonly seats: number;
  /** Requests about the batches, and the tokens of their texts. `unanswered`: no kept answer replays them. */
  readonly all: ShownForecast;
  readonly unanswered: ShownForecast;
  /** Rounds of votes after the first answers. */
  readonly rounds: number;
  readonly hearings: number;
  /** Turns in which a seat looks things up, in a request about a batch and in one of a hearing. */
  readonly turns: { readonly batch: number; readonly hearing: number };
  /** Whether a seat words the result and the others check it. */
  readonly isWorded: boolean;
  readonly longestAnswer: number;
  /** The calls of a lead that this seat makes; left out: none. */
  readonly leadCalls?: number;
}
export interface ShownForecast {
  readonly calls: number;
  readonly tokens: number;
}

/** One seat's use of one stage, in one round of it. Calls that seats share count a part in each; `shown` is read from the vendor's cache. */
export interface StageUse {
  readonly calls: number;
  readonly shown?: number;
  readonly input: number;
  readonly output: number;
}

/** How an estimate counts a stage. Stages of one part follow on each other without a check of the budget between them. */
export interface StageEstimate {
  readonly part: string;
  readonly use: (course: Course) => StageUse;
  readonly rounds?: (course: Course) => number;
  readonly turns?: number;
}

/** Rounded from requests of this program: instructions and persona, one ballot's items, one answer, one slice of the repository. */
export const perCall = { system: 2_500, items: 1_500, answer: 900, slice: 3_000 };
/** Rounded from conversations of this program: the turns of a seat with tools before its answer, and one turn's call and result. */
export const perTurn = { turns: 3, call: 100, result: 2_000 };
/** The longest answer that a seat may give. */
export const maxOutputTokens = 8_000;

/** The parts of a debate in the order of its stages, with each seat's use. */
export function partsOf(
  stages: readonly { readonly estimate?: StageEstimate; readonly isWording?: true }[],
  courses: ReadonlyMap<string, Course>,
): EstimatedPart[] {
  const [course] = courses.values();
  if (course === undefined) return [];
  const all = stages.map(({ estimate, isWording }) => {
    if (estimate === undefined) throw new Error("a stage of a review has no estimate");
    return { estimate, isWording };
  });
  const parts = Map.groupBy(all, ({ estimate }) => estimate.part);
  return [...parts].flatMap(([name, counted]) => {
    const uses = counted.flatMap(({ estimate, isWording }) =>
      [...courses].map(([seat, its]) => ({ seat, ...useOf(estimate, its), ...(isWording && { isWording }) })),
    );
    const turns = counted.reduce((sum, { estimate }) => sum + (estimate.turns ?? 0), 0);
    const rounds = counted[0]?.estimate.rounds?.(course) ?? 1;
    return Array.from({ length: rounds }, () => ({ name, uses, turns: Math.max(1, turns) }));
  });
}

function useOf({ use }: StageEstimate, course: Course): Omit<SeatUse, "seat"> {
  const { calls, shown = 0, input, output } = use(course);
  const usage = { inputTokens: shown + input, cachedInputTokens: shown, outputTokens: output };
  return { calls, usage, longestAnswer: course.longestAnswer };
}

/** The same requests of a seat that looks things up. Each turn sends again, from the vendor's cache, everything before it. */
export function withTurns({ calls, shown = 0, input, output }: StageUse, turns: number): StageUse {
  const results = calls * turns * perTurn.result;
  return {
    calls: calls * (1 + turns),
    shown: shown + turns * (shown + input) + (results * Math.max(0, turns - 1)) / 2,
    input: input + results,
    output: output + calls * turns * perTurn.call,
  };
}

const nothing: Amounts = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** Sums the stages up, and finds the first that does not fit into the budget. */
export function forecastOf(stages: readonly EstimatedPart[], costOf: CostOf, budget: Budget): Forecast {
  let before = nothing;
  let end: Forecast["end"] = null;
  for (const { name, uses, turns = 1 } of stages) {
    const used = amountsOf(uses, costOf);
    // Before a call goes out, the longest answer and an uncached request are set aside for it; the unused rest comes back after it.
    const claimed = amountsOf(uses.map(worstOf), costOf);
    const limit = limitReached(sumOf(before, partOf(claimed, turns)), sumOf(before, used), budget);
    if (end === null && limit !== null) end = { stage: name, limit };
    before = sumOf(before, used);
  }
  const { calls, inputTokens, outputTokens, costUsd } = before;
  const [whole, input, output] = [calls, inputTokens, outputTokens].map(Math.round);
  return { calls: whole ?? 0, inputTokens: input ?? 0, outputTokens: output ?? 0, costUsd, end };
}

/** A rounding error of shared calls does not count as a call. */
const epsilon = 1e-6;
function limitReached(claimed: Amounts, used: Amounts, budget: Budget): "calls" | "tokens" | "usd" | null {
  const tokens = (of: Amounts): number => of.inputTokens + of.outputTokens;
  const usd = (of: Amounts): number => of.costUsd ?? 0;
  if (used.calls > budget.calls + epsilon) return "calls";
  if (Math.max(tokens(claimed), tokens(used)) > budget.tokens) return "tokens";
  return Math.max(usd(claimed), usd(used)) > budget.usd ? "usd" : null;
}

function worstOf(one: SeatUse): SeatUse {
  const { calls, usage, longestAnswer = maxOutputTokens } = one;
  return { ...one, usage: { ...usage, cachedInputTokens: 0, outputTokens: calls * longestAnswer } };
}

function partOf({ calls, inputTokens, outputTokens, costUsd }: Amounts, turns: number): Amounts {
  return {
    calls: calls / turns,
    inputTokens: inputTokens / turns,
    outputTokens: outputTokens / turns,
    costUsd: costUsd === null ? null : costUsd / turns,
  };
}

function amountsOf(uses: readonly SeatUse[], costOf: CostOf): Amounts {
  return uses.reduce((total, { seat, calls, usage, isWording }) => {
    const { inputTokens, outputTokens } = usage;
    return sumOf(total, { calls, inputTokens, outputTokens, costUsd: costOf(seat, usage, isWording) });
  }, nothing);
}

function sumOf(one: Amounts, other: Amounts): Amounts {
  return {
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costUsd: one.costUsd === null || other.costUsd === null ? null : one.costUsd + other.costUsd,
  };
}
