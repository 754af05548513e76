import type { Mask } from "../anchor/mask.ts";
import { ReviewError } from "../domain/errors.ts";
import { maxOutputTokens } from "../domain/estimate.ts";
import type { Lookup, Trees } from "../domain/snapshot.ts";
import { promptsFrom } from "../prompts/prompts.ts";
import { callBudget, checkQuorum } from "../settings/seat-limits.ts";
import type { Settings } from "../settings/settings.ts";
import { llmAgent, llmPlanAgent, type PlanSeat, requestNames, type Seat } from "../stages/index.ts";
import type { LlmOptions } from "../stages/stage.ts";
import { type CallOptions, type SeatCalls, seatCalls } from "../vendors/assemble.ts";
import { programOnPath } from "../vendors/programs.ts";
import { type SeatSpec, seatsFrom } from "../vendors/seats.ts";
import { promptFiles } from "./assets.ts";
import { readingOf } from "./reading.ts";

/** The model seats of a review, with their budget and usage. */
export interface ModelSeats
  extends Pick<SeatCalls, "callsLeft" | "usage" | "tokens" | "costOf" | "servedModels" | "refusalNotes"> {
  readonly specs: readonly SeatSpec[];
  readonly quorum: number;
  readonly notes: readonly string[];
  readonly seat: (mask: Mask) => Seat[];
  /** The same models as planners. */
  readonly planSeat: (mask: Mask) => PlanSeat[];
  /** The same seats, with answers from the journal only: nothing is sent. */
  readonly keptSeat: (mask: Mask) => Seat[];
  readonly keptPlanSeat: (mask: Mask) => PlanSeat[];
  /** Derives the budget of calls from the size of the review, unless the settings fix it. */
  readonly allowBatches: (batches: number) => void;
  readonly lookups: () => readonly Lookup[];
}

export interface ModelSeatOptions extends CallOptions {
  readonly settings: Settings;
  /** Rules only, whatever keys are set. */
  readonly offline: boolean;
  /** Whether installed CLI agents may become seats without being named. */
  readonly detectsPrograms: boolean;
  /** The repository besides the change; left out where there is none to read. */
  readonly trees?: Trees | undefined;
}

/** Seats from `PR_DEBATE_SEATS`, the settings, the keys that are set or the CLI agents on the PATH; none with `offline`. */
export async function modelSeats(options: ModelSeatOptions): Promise<ModelSeats> {
  const { settings, env, offline } = options;
  const detect = options.detectsPrograms ? programOnPath(env) : () => false;
  const { seats: specs, notes } = offline
    ? { seats: [], notes: [] }
    : seatsFrom({ ...options, settingsSeats: settings.seats, detect });
  const quorum = checkQuorum(settings, specs.length);
  if (!quorum.ok) throw new ReviewError(quorum.error, "Correct debate.quorum or the seats.");
  const reading = options.trees === undefined ? null : readingOf(options.trees, settings.tools);
  const lookingUp = reading === null ? 0 : specs.filter(({ view }) => view === "tools").length;
  const callsFor = (batches: number): number =>
    callBudget(settings.budget, { seats: specs.length, lookingUp }, batches);
  const prompts = specs.length === 0 ? null : promptsFrom(await promptFiles(), requestNames);
  const calls = await seatCalls(specs, { ...settings.budget, calls: callsFor(1) }, options);
  const { callsLeft, usage, tokens, costOf, servedModels, refusalNotes } = calls;

  return {
    ...{ callsLeft, usage, tokens, costOf, servedModels, refusalNotes },
    specs,
    quorum: quorum.quorum,
    notes: [...notes, ...calls.notes],
    allowBatches: (batches) => calls.allowCalls(callsFor(batches)),
    lookups: () => reading?.lookups() ?? [],
    seat: (mask) => seated(mask, llmAgent, calls.asking),
    planSeat: (mask) => seated(mask, llmPlanAgent, calls.asking),
    keptSeat: (mask) => seated(mask, llmAgent, calls.kept),
    keptPlanSeat: (mask) => seated(mask, llmPlanAgent, calls.kept),
  };

  function seated<Agent>(mask: Mask, agentOf: (options: LlmOptions) => Agent, providerOf: SeatCalls["asking"]) {
    return specs.map((spec) => {
      const provider = providerOf(spec);
      const { name, model, persona, structuredOutput, reasoning } = spec;
      if (prompts === null) throw new Error("a model seat without prompts");
      const { strategy } = settings.debate;
      const { language, platforms } = settings.review;
      const limits = { maxOutputTokens: spec.maxOutputTokens ?? maxOutputTokens, ...(reasoning && { reasoning }) };
      const style = { prompts, strategy, language, platforms, mask, ...limits, structuredOutput };
      const view = reading === null ? "diff" : (spec.view ?? "diff");
      const agent = agentOf({ seat: { name, persona }, provider, ...style, ...reading?.optionsFor(name, view, mask) });
      return { name, provider: spec.provider, model, persona, counted: true, view, agent };
    });
  }
}
