import type { Anchor } from "../anchor/anchor.ts";
import type { Mask } from "../anchor/mask.ts";
import type { SeatFailure } from "../debate/context.ts";
import type { RoundState } from "../debate/rounds.ts";
import type { VoteBook } from "../debate/votes.ts";
import type { BatchView, Unsearched } from "../domain/answers.ts";
import type { Silencing } from "../domain/baseline.ts";
import type { Change, ChangedFile } from "../domain/change.ts";
import type { Ballot, Hearing, Round, Vote } from "../domain/debate.ts";
import type { Conduct, Constitutions } from "../domain/discussion/constitution.ts";
import type { Finding } from "../domain/finding.ts";
import type { Adjudication, TopologyName } from "../domain/known-names.ts";
import type { MemoryUse } from "../domain/memory/report.ts";
import type { VoteWeight } from "../domain/memory/vote-weights.ts";
import type { Remark, Silenced } from "../domain/review.ts";
import type { Severity } from "../domain/severity.ts";
import type { TopologyReport } from "../domain/topology/topology-report.ts";
import type { Recalled } from "../memory/recall.ts";
import type { Seat } from "../stages/index.ts";
import type { AdmittedFindings, CodeObjection, MissedDraft } from "./gate/admitted.ts";
import type { DebateMemory, MemoryInput } from "./memory/debate-memory.ts";
import type { Outside } from "./outside.ts";

export interface DebateRules {
  readonly strategy: string;
  readonly adjudication: Adjudication;
  readonly maxRounds: number;
  /** Percent, see `confidenceFrom`: from here on the panel counts as agreed. */
  readonly confidence: number;
  readonly quorum: number;
  /** Left out: in parallel. */
  readonly topology?: TopologyName | undefined;
}

/** The files that models read, and how to cut batches from some of them. */
export interface SplitChange {
  readonly files: readonly ChangedFile[];
  readonly viewsFor: (files: readonly ChangedFile[]) => BatchView[];
  /** The names of the symbols that the change touches, by path. */
  readonly symbols: ReadonlyMap<string, readonly string[]>;
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
  /** Left out where no topology cuts its own batches. */
  readonly split?: SplitChange | undefined;
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
  /** How each side of a hearing argues, and the language it writes; left out where no rule is checked. */
  readonly roleRules?: { readonly constitutions: Constitutions; readonly language: string } | undefined;
  /** How that review redacted secrets in the findings it left. */
  readonly redact?: ((text: string) => string) | undefined;
  /** The findings that the base silences; left out where it silences none. */
  readonly silencing?: Silencing | undefined;
  /** What the repository remembers today; left out where it remembers nothing. */
  readonly memory?: MemoryInput | undefined;
  /** How much each seat's vote counts in a tie that cannot be heard; left out where all count the same. */
  readonly voteWeights?: readonly VoteWeight[] | undefined;
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
  /** The items of the memory that were related to a finding. */
  readonly remembered: readonly MemoryUse[];
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
  /** Ids of findings that left the debate with another severity than they came with. */
  readonly revised: ReadonlySet<string>;
  /** What code says about the sides of its hearings. */
  readonly conduct: Conduct;
  readonly confidence: number | null;
  readonly stopReason: string | null;
  readonly budgetStop: string | null;
  /** Left out for `parallel`. */
  readonly topology?: TopologyReport | undefined;
  readonly notes: string[];
  /** The seats that were asked to propose, with how many residual risks and open questions each stated. */
  readonly remarks: { name: string; residualRisks: number; openQuestions: number }[];
  readonly stated: SeatRemarks;
}

/** Who reads a batch for the first time on the ballot, and who sees only the files of its items. */
export interface BallotReading {
  readonly mustRead: (seat: string, view: BatchView) => boolean;
  readonly seesAll: (seat: string, view: BatchView) => boolean;
}

export interface RoundsInput {
  /** All counted seats of the panel, also those that do not deliver: a seat that fails lowers no bar. */
  readonly panel: readonly Seat[];
  /** Those that delivered all their proposals: they may vote. */
  readonly healthy: readonly string[];
  readonly offline: readonly string[];
  readonly views: readonly BatchView[];
  /** Left out: every seat has read every batch. */
  readonly reading?: BallotReading | undefined;
  /** Arguments about a finding from before the first ballot. */
  readonly saidBefore?: ((finding: Finding) => readonly string[]) | undefined;
  /** Seats vote until their positions stop moving, before anything is settled. */
  readonly votesUntilStill?: true | undefined;
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
  readonly voteWeights?: readonly VoteWeight[] | undefined;
  /** Calls that the budget still allows. */
  readonly callsLeft: () => number;
  /** An id for a finding that was merged into another and comes back. */
  readonly giveId: (path: string, quote: string) => string;
  readonly excerptOf: (finding: Finding) => string;
  readonly memory: DebateMemory;
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
  /** The items of the memory that were shown for each finding, or withheld. */
  readonly recalled: Recalled;
  readonly ballots: readonly (readonly Ballot[])[];
  /** The batches that seats read on a ballot for the first time. */
  readonly readings: readonly SeatReading[];
  /** The rounds of votes before anything was settled, and why they ended. Left out where each round settles. */
  readonly passes?: { readonly count: number; readonly stop: string } | undefined;
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
