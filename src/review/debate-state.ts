import type { Mask } from "../anchor/mask.ts";
import type { Adjudication } from "../debate/adjudicate.ts";
import type { RoundState } from "../debate/stop-rules.ts";
import type { BatchView } from "../domain/answers.ts";
import type { Change, ChangedFile } from "../domain/change.ts";
import type { Ballot, Failure, Hearing, Round, Vote } from "../domain/debate.ts";
import type { Claim, Draft, Finding } from "../domain/finding.ts";
import type { Severity } from "../domain/severity.ts";
import type { Seat } from "../stages/index.ts";
import type { VoteBook } from "./ballot/settle-votes.ts";

export interface DebateRules {
  readonly strategy: string;
  readonly adjudication: Adjudication;
  readonly maxRounds: number;
  /** Percent, see `confidenceOf`: from here on the panel counts as agreed. */
  readonly confidence: number;
  readonly quorum: number;
}

/** What seats say was missed, after gate and merge: `agreed` are votes for findings that were there already. */
export interface Admitted {
  readonly agreed: readonly { readonly seat: string; readonly vote: Vote }[];
  /** Claims that seats make of findings that are there: they raise them, too. */
  readonly joined: readonly { readonly finding: string; readonly claim: Claim }[];
  readonly added: readonly Finding[];
  readonly eliminated: readonly Finding[];
  readonly objections: Round["objections"];
  readonly failures: readonly Failure[];
  readonly notes: readonly string[];
}

export interface RoundsInput {
  /** Counted seats that delivered all their proposals may vote; `seats` are all counted ones. */
  readonly seats: readonly Seat[];
  readonly healthy: readonly string[];
  readonly offline: readonly string[];
  readonly views: readonly BatchView[];
  readonly findings: readonly Finding[];
  readonly admit: (
    missed: readonly { seat: string; draft: Draft }[],
    findings: readonly Finding[],
  ) => Promise<Admitted>;
  /** What code checks said against the findings. */
  readonly objections: Round["objections"];
  /** Severity before any vote or check, by id: nothing moves further than a step from it. */
  readonly raised: (finding: Finding) => Severity;
  /** The severity that a code check lowered it to: nothing takes it above. */
  readonly cap: (finding: Finding) => Severity | undefined;
  /** What a P0 lacks as a proof: a failure path, or code in the files for a step of it that names code. */
  readonly lack: (finding: Finding) => "path" | "code" | null;
  /** Calls that the budget still allows. */
  readonly callsLeft: () => number;
  /** An id for a finding that was merged into another and comes back. */
  readonly giveId: (path: string, quote: string) => string;
  /** Proposals were kept back by our own limit. */
  readonly budgetSpent: boolean;
  readonly excerptOf: (finding: Finding) => string;
  readonly anchor: Anchor;
  readonly rules: DebateRules;
}

/** The debate after so many rounds. Each round makes a new one. */
export interface DebateState {
  readonly findings: readonly Finding[];
  readonly eliminated: readonly Finding[];
  /** By the id of an open finding: what the voters grouped under it. */
  readonly under: ReadonlyMap<string, readonly Finding[]>;
  readonly book: VoteBook;
  readonly ballots: readonly (readonly Ballot[])[];
  readonly hearings: readonly Hearing[];
  /** Ids that a ruling decided: no later ballot overturns it. */
  readonly ruled: ReadonlySet<string>;
  readonly failures: readonly Failure[];
  /** What code checks said, also against findings that came in as missed. */
  readonly objections: Round["objections"];
  readonly notes: readonly string[];
  readonly healthy: readonly string[];
  readonly confidence: number | null;
  readonly rounds: readonly RoundState[];
  /** Why the budget leaves the result incomplete, or null. */
  readonly budgetStop: string | null;
}

export interface DebateInput {
  readonly change: Change;
  readonly seats: readonly Seat[];
  /** What rule engines read: the change without what triage excluded. */
  readonly files: readonly ChangedFile[];
  /** Those of them that only the search for secrets reads. */
  readonly generated?: readonly ChangedFile[];
  /** What model seats read. */
  readonly views: readonly BatchView[];
  readonly mask: Mask;
  readonly rules: DebateRules;
  /** Findings that earlier reviews of this pull request left: open, dismissed, and grave ones that were fixed. */
  readonly previous: readonly Finding[];
  /** Whether a file was no part of the change at that review; left out where there is nothing to compare with. */
  readonly isNew?: ((path: string) => boolean) | undefined;
  /** How that review took secrets out of what it left behind. */
  readonly redact?: ((text: string) => string) | undefined;
  /** What the base wants to hear nothing of; left out where it wants to hear all. */
  readonly silencing?: Silencing | undefined;
  /** Calls that the budget still allows; left out where it does not count them. */
  readonly callsLeft?: (() => number) | undefined;
}
