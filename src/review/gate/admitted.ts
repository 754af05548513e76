import type { Objection, Vote } from "../../domain/debate.ts";
import type { Claim, Draft, Finding } from "../../domain/finding.ts";

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
