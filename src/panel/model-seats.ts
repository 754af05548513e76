import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Mask } from "../anchor/mask.ts";
import { ReviewError } from "../domain/errors.ts";
import { maxOutputTokens } from "../domain/estimate.ts";
import type { Emit } from "../domain/events.ts";
import type { Provider, TokenUsage } from "../domain/provider.ts";
import type { Usage } from "../domain/review.ts";
import { personas } from "../domain/seat-names.ts";
import type { Environment } from "../local/git.ts";
import { promptsFrom } from "../prompts/prompts.ts";
import { callBudget, checkQuorum } from "../settings/seat-limits.ts";
import type { Settings } from "../settings/settings.ts";
import { llmAgent, llmPlanAgent, type PlanSeat, type Seat } from "../stages/index.ts";
import type { LlmOptions } from "../stages/stage.ts";
import { assembleProvider, keptOnly, withTrace } from "../vendors/assemble.ts";
import { budgetLedger } from "../vendors/budget.ts";
import { keysIn } from "../vendors/environment.ts";
import { fileJournal, type JournalStore, machineSecret } from "../vendors/journal.ts";
import { priceOf, readPrices, unknownPrices } from "../vendors/prices.ts";
import { programOnPath } from "../vendors/programs.ts";
import { withDeadline } from "../vendors/retry.ts";
import { type SeatSpec, seatsFrom } from "../vendors/seats.ts";
import { promptFiles } from "./assets.ts";

/** The model seats of a review: who they are, how to seat them, and what they have used. */
export interface ModelSeats {
  readonly specs: readonly SeatSpec[];
  readonly quorum: number;
  readonly notes: readonly string[];
  readonly seat: (mask: Mask) => Seat[];
  /** The same models as planners. */
  readonly planSeat: (mask: Mask) => PlanSeat[];
  /** The same, who give only answers that the journal keeps: nothing is sent. */
  readonly keptSeat: (mask: Mask) => Seat[];
  readonly keptPlanSeat: (mask: Mask) => PlanSeat[];
  /** Derives the budget of calls from the size of the review, unless the settings fix it. */
  readonly allowBatches: (batches: number) => void;
  readonly callsLeft: () => number;
  readonly usage: (offline: readonly string[]) => Usage;
  /** What each seat's answers took, replayed ones too: a tie is decided by it, in a second run as in the first. */
  readonly tokens: () => ReadonlyMap<string, number>;
  readonly costOf: (seat: string, usage: TokenUsage) => number | null;
}

export interface ModelSeatOptions {
  readonly settings: Settings;
  readonly env: Environment;
  readonly directory: string;
  readonly offline: boolean;
  /** Whether installed CLI agents may become seats without being named. */
  readonly detectsPrograms: boolean;
  /** Null: nothing is replayed or kept. "files": in the directory. */
  readonly journal: Journal | "files" | null;
  readonly emit: Emit;
}

/** Where answers are kept for replay; another attempt replays nothing of this one. */
export interface Journal {
  readonly store: JournalStore;
  readonly attempt: number;
}

/** Seats from `PR_DEBATE_SEATS`, the settings, the keys that are set or the CLI agents on the PATH; none with `offline`. */
export async function modelSeats(options: ModelSeatOptions): Promise<ModelSeats> {
  const { settings, env, offline, emit } = options;
  const detect = options.detectsPrograms ? programOnPath(env) : () => false;
  const { seats: specs, notes } = offline
    ? { seats: [], notes: [] }
    : seatsFrom({ settingsSeats: settings.seats, env, detect, personas });
  const quorum = checkQuorum(settings, specs.length);
  if (!quorum.ok) throw new ReviewError(quorum.error, "Mend debate.quorum or the seats.");
  const prices = readPrices(env);
  const unpriced = unknownPrices(specs, prices);
  const callsFor = (batches: number): number => callBudget(settings.budget, specs.length, batches);
  const ledger = budgetLedger({ ...settings.budget, calls: callsFor(1) });
  const prompts = specs.length === 0 ? null : promptsFrom(await promptFiles());
  const journal = specs.length === 0 ? null : await journalOf(options);
  const minutes = settings.budget.minutes;
  const end = performance.now() + minutes * 60_000;
  const over = AbortSignal.timeout(minutes * 60_000);
  const time = { minutes, over, leftMs: () => end - performance.now() };
  const retry = { wait: pause, random: Math.random, now: () => performance.now(), deadline: () => end };
  const keys = keysIn(env);
  const replayed = new Map<string, number>();
  const onReplay = (seat: string, tokens: number): void => {
    replayed.set(seat, (replayed.get(seat) ?? 0) + tokens);
  };
  const onNote = (text: string): void => emit({ type: "note", text });

  return {
    specs,
    quorum: quorum.quorum,
    notes: [...notes, ...(unpriced === null ? [] : [unpriced])],
    costOf: (seat, usage) => {
      const spec = specs.find(({ name }) => name === seat);
      return spec === undefined ? 0 : priceOf(spec.prices, spec.model, prices)(usage);
    },
    allowBatches: (batches) => ledger.allowCalls(callsFor(batches)),
    callsLeft: ledger.callsLeft,
    usage: (others) => ledger.usage([...specs.map(({ name }) => name), ...others]),
    tokens: () => {
      const { seats } = ledger.usage(specs.map(({ name }) => name));
      const taken = seats.map(({ name, inputTokens, outputTokens }) => [name, inputTokens + outputTokens] as const);
      return new Map(taken.map(([name, tokens]) => [name, tokens + (replayed.get(name) ?? 0)]));
    },
    seat: (mask) => seated(mask, llmAgent, asking),
    planSeat: (mask) => seated(mask, llmPlanAgent, asking),
    keptSeat: (mask) => seated(mask, llmAgent, (spec) => keptOnly(spec, journal)),
    keptPlanSeat: (mask) => seated(mask, llmPlanAgent, (spec) => keptOnly(spec, journal)),
  };

  function asking(spec: SeatSpec): Provider {
    const assembled = assembleProvider(spec, { ledger, retry, journal, prices, onNote, onReplay, keys });
    return withTrace(withDeadline(assembled, time), spec, priceOf(spec.prices, spec.model, prices), emit);
  }

  function seated<Agent>(
    mask: Mask,
    agentOf: (options: LlmOptions) => Agent,
    providerOf: (spec: SeatSpec) => Provider,
  ) {
    return specs.map((spec) => {
      const provider = providerOf(spec);
      const { name, model, persona, structuredOutput } = spec;
      if (prompts === null) throw new Error("a model seat without prompts");
      const { strategy } = settings.debate;
      const { language, platforms } = settings.review;
      const style = { prompts, strategy, language, platforms, mask, maxOutputTokens, structuredOutput };
      const agent = agentOf({ seat: { name, persona }, provider, ...style });
      return { name, provider: spec.provider, model, persona, counted: true, agent };
    });
  }
}

async function journalOf(options: ModelSeatOptions): Promise<Journal | null> {
  return options.journal === "files" ? openFiles(options) : options.journal;
}

async function openFiles({ directory, env, emit }: ModelSeatOptions): Promise<Journal | null> {
  const home = env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? homedir(), ".config");
  try {
    const secret = await machineSecret(join(home, "pr-debate", "journal.key"));
    return { store: fileJournal({ directory, secret }), attempt: 1 };
  } catch {
    emit({ type: "note", text: "The journal cannot be used here: answers are not kept for a second run." });
    return null;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal });
}
