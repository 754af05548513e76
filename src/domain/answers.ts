import type { Batch, Change } from "./change.ts";
import type { Argument, Failure, Objection, Ruling, Vote } from "./debate.ts";
import type { Draft, Finding, Place } from "./finding.ts";

/** A batch as one request shows it: `index` of `of`, both 1-based, in debate round `round`. */
export interface BatchView {
  readonly batch: Batch;
  readonly index: number;
  readonly of: number;
  readonly round: number;
  /** What the repository's maintainers ask for these files, from the base revision; untrusted, capped. */
  readonly instructions: string;
  /** The pull request's description, only for seats that may see it. */
  readonly description?: string;
}

export type ProposeRequest = BatchView;

/** What a seat delivered on a batch. `dropped` are drafts of the wrong shape, with the reason; `failures` are parts of its work that broke. */
export interface Proposal {
  readonly drafts: readonly Draft[];
  readonly dropped: readonly string[];
  readonly failures: readonly (Failure & { readonly path?: string })[];
  readonly residualRisks: readonly string[];
  readonly openQuestions: readonly string[];
  /** What a rule engine does not search of a file, by the way it is made: no fault, and no full reading either. */
  readonly unsearched?: readonly Unsearched[];
}

export interface Unsearched {
  readonly path: string;
  readonly reason: string;
}

/**
 * `items` are findings that others raised; `own` are the seat's, which a vote may name as the original of a duplicate; `said` are the arguments
 * so far, by finding id, without names and without tallies. Without items the seat is asked only for what was missed.
 */
export interface BallotRequest extends BatchView {
  readonly items: readonly Finding[];
  readonly own: readonly Finding[];
  readonly said: ReadonlyMap<string, readonly string[]>;
}

export interface BallotReply {
  readonly votes: readonly Vote[];
  readonly missed: readonly Draft[];
  readonly dropped: readonly string[];
}

/** One contested finding with the code around it (numbered lines) and what was said, in order; a `person` is one who objects in its thread. */
export interface Dossier {
  readonly finding: Finding;
  readonly excerpt: string;
  readonly said: readonly { readonly role: "advocate" | "skeptic" | "voter" | "person"; readonly text: string }[];
  readonly round: number;
}

export interface ArgueRequest {
  readonly dossier: Dossier;
  readonly role: "advocate" | "skeptic";
}

export interface JudgeRequest {
  readonly dossier: Dossier;
  readonly order: "advocate-first" | "skeptic-first";
}

/** Wording of what survived. `batch` is there when the change is a single batch; else `excerpts` hold the code of each item by finding id. */
export interface ComposeRequest {
  readonly items: readonly Finding[];
  readonly batch: BatchView | null;
  readonly excerpts: ReadonlyMap<string, string>;
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

export interface ValidateRequest extends ComposeRequest {
  readonly wordings: readonly Wording[];
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

/**
 * One reviewer in our words. A method that a seat does not have, it is never asked for. A method that throws is a Failure of the seat:
 * an answer that did not come or could not be read is never an empty list.
 */
export interface Agent {
  propose?(request: ProposeRequest, signal: AbortSignal): Promise<Proposal>;
  ballot?(request: BallotRequest, signal: AbortSignal): Promise<BallotReply>;
  argue?(request: ArgueRequest, signal: AbortSignal): Promise<Argument>;
  judge?(request: JudgeRequest, signal: AbortSignal): Promise<Ruling>;
  compose?(request: ComposeRequest, signal: AbortSignal): Promise<Composition>;
  validate?(request: ValidateRequest, signal: AbortSignal): Promise<readonly Approval[]>;
  /** Disproof by code, never a vote. */
  examine?(request: ExamineRequest, signal: AbortSignal): Promise<readonly Objection[]>;
  /** Whether a place holds nothing but comments, strings or documentation that the change added. In doubt it does. */
  isOwnWords?(request: OwnWordsRequest, signal: AbortSignal): Promise<boolean>;
}

export interface Seat {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly persona: string;
  /** Models are counted for quorum; rule engines are not. */
  readonly counted: boolean;
  /** A rule engine that reads generated and vendored files too. */
  readonly readsGenerated?: true;
  readonly agent: Agent;
}
