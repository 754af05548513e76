import type { BatchPart } from "./change.ts";
import type { Concession, StepDraft, StepVote } from "./plan.ts";

/** The context that the seats see, within its limits. All of it is untrusted. */
export interface PlanContext {
  readonly question: string;
  readonly thread: string;
  /** Instructions of the repository's maintainers. */
  readonly guide: string;
  readonly map: readonly string[];
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly diff: readonly BatchPart[];
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

export interface Rebuttal {
  readonly votes: readonly StepVote[];
  readonly missing: readonly StepDraft[];
  readonly dropped: readonly string[];
}

export interface Assumptions {
  readonly premises: readonly string[];
  readonly concessions: readonly Concession[];
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

export interface PlanComposition {
  readonly summary: string;
  readonly steps: readonly StepWording[];
  readonly risks: readonly string[];
  readonly openQuestions: readonly string[];
}

export interface StepApproval {
  readonly step: string;
  readonly verdict: "approve" | "reject";
  readonly reason: string;
}
