import { z } from "zod";
import type { Evidence } from "../debate.ts";
import type { OpeningCheck, PlanContext } from "../views.ts";
import type { DutyName, RoleName } from "./constitution.ts";

/** The first word of a seat, said blind. `dropped` are claims of the wrong shape, with the reason. */
export interface DebateOpening {
  readonly position: string;
  readonly claims: readonly {
    readonly title: string;
    readonly detail: string;
    readonly confidence: number | null;
    readonly evidence: readonly Evidence[];
  }[];
  readonly uncertainties: readonly string[];
  readonly dropped: readonly string[];
  /** What the seat says about the openings before it; left out where it was shown none. */
  readonly checks?: readonly OpeningCheck[];
}

/** A position or a claim of a seat that opened before; `id` and `of` are valid for one request. Only quotes that were found are shown. */
export interface EarlierPart {
  readonly id: string;
  readonly of: string | null;
  readonly title: string;
  readonly detail: string;
  readonly confidence: number | null;
  readonly evidence: readonly DebateCitation[];
}

/** All positions and claims as a seat sees them: labels, and no names. `own` is the seat's own position. */
export interface DebateTable {
  readonly context: PlanContext;
  readonly positions: readonly DebatePosition[];
  readonly claims: readonly DebateClaim[];
  /** The arguments of the round before, by position. */
  readonly said: readonly { readonly position: string; readonly argument: string }[];
  readonly own: string;
}

export interface TurnRequest extends DebateTable {
  readonly round: number;
  readonly duty: DutyName;
  /** Left out where a turn has no role. */
  readonly role?: RoleName;
  /** The position that leads now. */
  readonly leading: string;
}

/** `concessions` name positions that the seat takes over, claims of others that it grants and own claims that it gives up. */
export interface TurnReply {
  readonly position: string;
  readonly argument: string;
  readonly confidence: number | null;
  readonly concessions: readonly { readonly id: string; readonly reason: string }[];
  readonly evidence: readonly Evidence[];
  readonly dropped: readonly string[];
}

export interface VoteRequest extends DebateTable {
  readonly leading: string;
}

export interface VoteReply {
  readonly vote: "agree" | "disagree" | "abstain";
  readonly confidence: number | null;
  readonly reason: string;
}

/** Two sides without names. `round` distinguishes the orders. */
export interface JudgeDebateRequest {
  readonly context: PlanContext;
  readonly X: string;
  readonly Y: string;
  readonly round: number;
}

/** The verdict in the judge's own words; code reads the side out of it. */
export interface JudgeDebateReply {
  readonly verdict: string;
  readonly reasoning: string;
  readonly confidence: number | null;
  readonly dissent: readonly string[];
}

/** 0 to 1 as the seat stated it; null where it stated none that can be read. */
export const Confidence = z.number().min(0).max(1).nullable();

/** A quote that a seat gave. `found`: it exists at that line of the repository. If not, `because` says why and it supports nothing. */
export const DebateCitation = z.object({
  path: z.string(),
  line: z.number().int().positive().optional(),
  quote: z.string(),
  found: z.boolean(),
  because: z.string().optional(),
});

export type DebateCitation = z.infer<typeof DebateCitation>;

/** One claim of a position. Its author may give it up; others may grant it. */
export const DebateClaim = z.object({
  id: z.string(),
  position: z.string(),
  seat: z.string(),
  title: z.string(),
  detail: z.string(),
  confidence: Confidence,
  evidence: z.array(DebateCitation),
  /** What the claim lacks, as code sees it. */
  requiredChanges: z.array(z.string()).default([]),
  givenUp: z.object({ round: z.number().int(), reason: z.string() }).nullable(),
  grantedBy: z.array(z.string()),
});

export type DebateClaim = z.infer<typeof DebateClaim>;

/** The position of one seat: its first words, and the text that it holds now. `adopted` is the position it took over. */
export const DebatePosition = z.object({
  id: z.string(),
  seat: z.string(),
  opening: z.string(),
  text: z.string(),
  adopted: z.string().nullable(),
  confidence: Confidence,
  uncertainties: z.array(z.string()),
});

export type DebatePosition = z.infer<typeof DebatePosition>;
