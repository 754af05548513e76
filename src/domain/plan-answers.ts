import type { Seat } from "../stages/index.ts";
import type { BatchPart } from "./change.ts";
import type { Concession, JuryBallot, Step, StepDraft, StepVote } from "./plan.ts";
import type { RawChange } from "./ports.ts";

/** What stands around a question: all paths of the repository, the change under discussion, and the text it was asked in. */
export interface Surroundings {
  readonly paths: readonly string[];
  /** Null: nothing is being changed. */
  readonly change: RawChange | null;
  /** The issue or pull request the question was asked on; untrusted. */
  readonly thread: string | null;
}

/** Where a question is asked: on this machine, or on a forge. */
export interface PlanSource {
  survey(signal: AbortSignal): Promise<Surroundings>;
  /** Texts by path; what is binary, too large or not there is left out. */
  texts(paths: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
}

/** What the seats are shown, within its limits; all of it is untrusted. */
export interface PlanContext {
  readonly question: string;
  readonly thread: string;
  /** What the repository's maintainers ask for. */
  readonly guide: string;
  readonly map: readonly string[];
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly diff: readonly BatchPart[];
}

export interface OpenRequest {
  readonly context: PlanContext;
  readonly maxWords: number;
}

/** A seat's own plan. `dropped` are steps of the wrong shape, with the reason. */
export interface Opening {
  readonly summary: string;
  readonly steps: readonly StepDraft[];
  readonly risks: readonly string[];
  readonly openQuestions: readonly string[];
  readonly assumptions: readonly string[];
  readonly dropped: readonly string[];
}

/** `items` are steps that others proposed. */
export interface RebutRequest {
  readonly context: PlanContext;
  readonly items: readonly Step[];
  readonly round: number;
}

export interface Rebuttal {
  readonly votes: readonly StepVote[];
  readonly missing: readonly StepDraft[];
  readonly dropped: readonly string[];
}

/** `own` are ids of the seat's own steps, `said` the reasons that were given on each step, without names. */
export interface ArgueStepsRequest {
  readonly context: PlanContext;
  readonly items: readonly Step[];
  readonly own: readonly string[];
  readonly said: ReadonlyMap<string, readonly string[]>;
}

export interface Assumptions {
  readonly premises: readonly string[];
  readonly concessions: readonly Concession[];
}

/** `premises` are what the seats said their plans rest on, without names. */
export interface CloseRequest extends ArgueStepsRequest {
  readonly premises: readonly string[];
  readonly maxWords: number;
}

export interface Closing {
  readonly position: string;
  readonly concessions: readonly Concession[];
}

export interface StepWording {
  readonly step: string;
  readonly phase: string;
  readonly title: string;
  readonly description: string;
}

/** `wanted` are changes that others asked for, by step id. */
export interface ComposePlanRequest {
  readonly context: PlanContext;
  readonly items: readonly Step[];
  readonly wanted: ReadonlyMap<string, readonly string[]>;
  readonly risks: readonly string[];
  readonly openQuestions: readonly string[];
}

export interface PlanComposition {
  readonly summary: string;
  readonly steps: readonly StepWording[];
  readonly risks: readonly string[];
  readonly openQuestions: readonly string[];
}

export interface ValidatePlanRequest {
  readonly context: PlanContext;
  readonly items: readonly Step[];
  readonly wordings: readonly StepWording[];
}

export interface StepApproval {
  readonly step: string;
  readonly verdict: "approve" | "reject";
  readonly reason: string;
}

/** Two plans without names. A juror knows nothing else: neither the debate nor its other order. */
export interface JuryRequest {
  readonly question: string;
  readonly X: string;
  readonly Y: string;
  /** Tells the jurors of one seat apart. */
  readonly juror: number;
}

/** A planner in our words. A method that throws is a Failure of the seat, never an empty answer. */
export interface PlanAgent {
  open(request: OpenRequest, signal: AbortSignal): Promise<Opening>;
  rebut(request: RebutRequest, signal: AbortSignal): Promise<Rebuttal>;
  assume(request: ArgueStepsRequest, signal: AbortSignal): Promise<Assumptions>;
  close(request: CloseRequest, signal: AbortSignal): Promise<Closing>;
  compose(request: ComposePlanRequest, signal: AbortSignal): Promise<PlanComposition>;
  validate(request: ValidatePlanRequest, signal: AbortSignal): Promise<readonly StepApproval[]>;
  judge(request: JuryRequest, signal: AbortSignal): Promise<JuryBallot>;
}

export interface PlanSeat extends Omit<Seat, "agent"> {
  readonly agent: PlanAgent;
}
