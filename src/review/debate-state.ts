import type { Anchor } from "../anchor/anchor.ts";
import type { Mask } from "../anchor/mask.ts";
import type { SeatFailure } from "../debate/context.ts";
import type { Adjudication } from "../debate/hearing-rules.ts";
import type { RoundState } from "../debate/rounds.ts";
import type { VoteBook } from "../debate/votes.ts";
import type { BatchView, Unsearched } from "../domain/answers.ts";
import type { Silencing } from "../domain/baseline.ts";
import type { Change, ChangedFile } from "../domain/change.ts";
import type { Ballot, Hearing, Objection, Round, Vote } from "../domain/debate.ts";
import type { Claim, Draft, Finding } from "../domain/finding.ts";
import type { Remark, Silenced } from "../domain/review.ts";
import type { Severity } from "../domain/severity.ts";
import type { Seat } from "../stages/index.ts";
import type { Outside } from "./outside.ts";

export interface DebateRules {
  readonly strategy: string;
  readonly adjudication: Adjudication;
  readonly maxRounds: number;
  /** Percent, see `confidenceFrom`: from here on the panel counts as agreed. */
  readonly confidence: number;
  readonly quorum: number;
}

export interface DebateInput {
  readonly change: Change;
  readonly seats: readonly Seat[];
  /** The files for rule engines: the change without the files that triage excluded. */
  readonly files: readonly ChangedFile[];
  /** Those of them that only the search for secrets reads. */
  readonly generated?: readonly ChangedFile[];
  /** The batches for model seats. */
  readonly views: readonly BatchView[];
  readonly mask: Mask;
  /** Left out where there is no repository to read. */
  readonly outside?: Outside | undefined;
  readonly rules: DebateRules;
  /** Who joins, and by which rules they debate, once a seat of a small panel raises a protected finding; left out where all seats are asked. */
  readonly reserve?: { readonly seats: readonly Seat[]; readonly rules: DebateRules } | undefined;
  /** Findings that earlier reviews of this pull request left: open, dismissed, and grave ones that were fixed. */
  readonly previous: readonly Finding[];
  /** Whether a file was no part of the change at that review; left out where there is nothing to compare with. */
  readonly isNew?: ((path: string) => boolean) | undefined;
  /** How that review redacted secrets in the findings it left. */
  readonly redact?: ((text: string) => string) | undefined;
  /** The findings that the base silences; left out where it silences none. */
  readonly silencing?: Silencing | undefined;
  /** Calls that the budget still allows; left out where it does not count them. */
  readonly callsLeft?: (() => number) | undefined;
}

/** One batch that one model seat was asked to read. */
export interface SeatReading {
  readonly seat: string;
  readonly paths: readonly string[];
  readonly delivered: boolean;
}

/** The result of a debate. */
export interface DebateOutcome {
  /** The seats of the reserve, if they joined; null where they were not needed or there is no reserve. */
  readonly joined: readonly Seat[] | null;
  /** Accepted and disputed. */
  readonly findings: Finding[];
  /** Eliminated, fixed and dismissed, each with its reason. */
  readonly eliminated: Finding[];
  /** Findings of offline rules that the repository silences. */
  readonly silenced: Silenced[];
  readonly rounds: Round[];
  readonly hearings: readonly Hearing[];
  /** Seats and parts of their work that did not deliver. */
  readonly failures: readonly SeatFailure[];
  /** Lines of files that rule engines left out. */
  readonly unsearched: readonly Unsearched[];
  /** Which model seat was asked to read which files, batch by batch, and whether it delivered. */
  readonly readings: readonly SeatReading[];
  /** Counted seats whose proposals and ballots were all valid. */
  readonly healthy: readonly string[];
  readonly confidence: number | null;
  readonly stopReason: string | null;
  readonly budgetStop: string | null;
  readonly notes: string[];
  /** The seats that were asked to propose, with how many residual risks and open questions each stated. */
  readonly remarks: { name: string; residualRisks: number; openQuestions: number }[];
  readonly stated: SeatRemarks;
}

/** An objection with the name of the check's seat. */
export type CodeObjection = Objection & { readonly seat: string };

export interface CheckedFindings {
  readonly findings: Finding[];
  readonly eliminated: Finding[];
  readonly objections: CodeObjection[];
}

/** A finding that a seat missed in the others' work. */
export interface MissedDraft {
  readonly seat: string;
  readonly draft: Draft;
}

/** Missed findings after gate and merge; `agreed` are votes for findings that were already known. */
export interface AdmittedFindings extends CheckedFindings {
  readonly agreed: readonly { readonly seat: string; readonly vote: Vote }[];
  /** Claims about known findings: their seats raise these findings, too. */
  readonly joined: readonly { readonly finding: string; readonly claim: Claim }[];
  readonly notes: readonly string[];
}

export interface RoundsInput {
  /** All counted seats of the panel, also those that do not deliver: a seat that fails lowers no bar. */
  readonly panel: readonly Seat[];
  /** Those that delivered all their proposals: they may vote. */
  readonly healthy: readonly string[];
  readonly offline: readonly string[];
  readonly views: readonly BatchView[];
  readonly findings: readonly Finding[];
  readonly admit: (missed: readonly MissedDraft[], findings: readonly Finding[]) => Promise<AdmittedFindings>;
  /** The results of code checks against the findings. */
  readonly objections: readonly CodeObjection[];
  /** Severity before any vote or check: votes and rulings move it by one step at most. */
  readonly raised: (finding: Finding) => Severity;
  /** The severity to which a code check lowered it: votes and rulings never exceed it. */
  readonly cap: (finding: Finding) => Severity | undefined;
  /** The proof that a P0 lacks: a failure path, or code in the files for a step of it that names code. */
  readonly lack: (finding: Finding) => "path" | "code" | null;
  /** Calls that the budget still allows. */
  readonly callsLeft: () => number;
  /** An id for a finding that was merged into another and comes back. */
  readonly giveId: (path: string, quote: string) => string;
  readonly excerptOf: (finding: Finding) => string;
  readonly anchor: Anchor;
  readonly rules: DebateRules;
}

/** The debate after so many rounds. Each round makes a new one. */
export interface DebateState {
  readonly findings: readonly Finding[];
  readonly eliminated: readonly Finding[];
  /** By the id of an open finding: the findings that voters grouped under it. */
  readonly under: ReadonlyMap<string, readonly Finding[]>;
  readonly book: VoteBook<Vote>;
  readonly ballots: readonly (readonly Ballot[])[];
  readonly hearings: readonly Hearing[];
  /** Ids that a ruling decided: no later ballot overturns it. */
  readonly ruled: ReadonlySet<string>;
  /** The results of code checks, also against findings that came in as missed. */
  readonly objections: readonly CodeObjection[];
  readonly notes: readonly string[];
  readonly healthy: readonly string[];
  readonly confidence: number | null;
  readonly rounds: readonly RoundState[];
  /** Why the budget leaves the result incomplete, or null. */
  readonly budgetStop: string | null;
}

/** The seats' remarks beside their findings. `notes` count the remarks beyond the limit. */
export interface SeatRemarks {
  readonly residualRisks: Remark[];
  readonly openQuestions: Remark[];
  readonly notes: string[];
}
