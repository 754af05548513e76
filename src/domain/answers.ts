import type { Batch, BatchPart, Change } from "./change.ts";
import type { Failure, Vote } from "./debate.ts";
import type { Draft, Finding, Place } from "./finding.ts";
import type { Concession, StepDraft, StepVote } from "./plan.ts";

/** A batch as one request shows it: `index` of `of`, both 1-based, in debate round `round`. */
export interface BatchView {
  readonly batch: Batch;
  readonly index: number;
  readonly of: number;
  readonly round: number;
  /** Instructions of the maintainers for these files, from the base revision; untrusted, capped. */
  readonly instructions: string;
  /** The pull request's description, only for seats that may see it. */
  readonly description?: string;
  /** The changed symbols of the other batches of a large change, a line a file. Untrusted. */
  readonly elsewhere?: string;
  /** A person's question to the panel, for the proposals. Untrusted. */
  readonly focus?: string;
  /** The task of an agent, for its proposals. */
  readonly agent?: AgentTask;
}

/** An agent of a lead, in the request that it gets. Name, instructions, task and files are words of a model: untrusted. */
export interface AgentTask {
  readonly name: string;
  readonly instructions: string;
  readonly task: string;
  /** What the task is about, where the request shows no batch of it. */
  readonly files?: readonly string[];
  /** The only tools that it may use; they are never more than those of its seat. */
  readonly tools: readonly string[];
}

/** A draft of a seat that read the batch before; `id` is valid for one request. */
export interface EarlierDraft {
  readonly id: string;
  readonly seat: string;
  readonly draft: Draft;
}

/** A check of an earlier draft, by its id. */
export interface DraftCheck {
  readonly of: string;
  readonly verdict: "agree" | "dispute";
  readonly reason: string;
  readonly evidence: Vote["evidence"];
}

/** A seat's answer on a batch. `dropped` are drafts of the wrong shape, with the reason; `failures` are the parts of its work that failed. */
export interface Proposal {
  readonly drafts: readonly Draft[];
  readonly dropped: readonly string[];
  readonly failures: readonly (Failure & { readonly path?: string })[];
  readonly residualRisks: readonly string[];
  readonly openQuestions: readonly string[];
  /** Parts of files that a rule engine cannot search by design. This is no failure, but no full reading either. */
  readonly unsearched?: readonly Unsearched[];
  /** What the seat says about the drafts of the seats before it; left out where it was shown none. */
  readonly checks?: readonly DraftCheck[];
}

export interface Unsearched {
  readonly path: string;
  readonly reason: string;
}

export interface BallotReply {
  readonly votes: readonly Vote[];
  readonly missed: readonly Draft[];
  readonly dropped: readonly string[];
}

/** One contested finding with the code around it (numbered lines) and the arguments so far, in order. A `person` objects in its thread. */
export interface Dossier {
  readonly finding: Finding;
  readonly excerpt: string;
  readonly said: readonly {
    readonly role: "advocate" | "skeptic" | "adversary" | "voter" | "person" | "memory";
    readonly text: string;
  }[];
  readonly round: number;
}

export interface Wording {
  readonly finding: string;
  readonly title: string;
  readonly body: string;
}

export interface Composition {
  readonly summary: string;
  readonly items: readonly Wording[];
}

export interface Approval {
  readonly finding: string;
  readonly verdict: "approve" | "reject";
  readonly reason: string;
  readonly evidence: Vote["evidence"];
}

export interface ExamineRequest {
  readonly change: Change;
  readonly findings: readonly Finding[];
}

export interface OwnWordsRequest {
  readonly change: Change;
  readonly place: Place;
}

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

/** A check of an item of an earlier opening, by its id. */
export interface OpeningCheck {
  readonly of: string;
  readonly verdict: "agree" | "dispute";
  readonly reason: string;
}

/** A seat's own plan. `dropped` are steps of the wrong shape, with the reason. */
export interface Opening {
  /** What the seat says about the steps of the seats before it; left out where it was shown none. */
  readonly checks?: readonly OpeningCheck[];
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
