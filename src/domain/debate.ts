import { z } from "zod";
import { Severity } from "./severity.ts";

/** A seat, rule or step that did not deliver. It is always recorded and never the same as "no findings". */
export const Failure = z.object({ seat: z.string(), step: z.string(), reason: z.string() });
export type Failure = z.infer<typeof Failure>;

/** Code that supports a vote or an argument. The gate must find the quote before it counts. */
export const Evidence = z.object({
  path: z.string(),
  line: z.number().int().positive().optional(),
  quote: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

export const Vote = z.object({
  finding: z.string(),
  verdict: z.enum(["agree", "dispute", "duplicate", "abstain"]),
  severity: Severity.optional(),
  /** With `duplicate`: the id of the finding it repeats. */
  of: z.string().optional(),
  reason: z.string(),
  evidence: z.array(Evidence),
  /** A dispute that became an abstention, because none of its evidence counts. */
  setAside: z.literal(true).optional(),
});
export type Vote = z.infer<typeof Vote>;

/**
 * One seat's verdicts on the findings of others, or its `answers` to disputes of its own: `dispute` withdraws one. `failure` means that it did not
 * deliver, so all its votes are abstentions.
 */
export const Ballot = z.object({
  seat: z.string(),
  votes: z.array(Vote),
  failure: z.string().optional(),
  answers: z.literal(true).optional(),
});
export type Ballot = z.infer<typeof Ballot>;

/**
 * The result of a code check against a finding: it disproves the finding, lowers it one step, or drops only its
 * suggestion.
 */
export const Objection = z.object({
  finding: z.string(),
  effect: z.enum(["refute", "lower", "drop-suggestion"]),
  reason: z.string(),
});
export type Objection = z.infer<typeof Objection>;

/**
 * One round as a reader sees it. `raised` counts the drafts that a seat delivered, `invalid` those of the wrong shape.
 */
export const Round = z.object({
  round: z.number().int().positive(),
  proposals: z.array(
    z.object({
      seat: z.string(),
      raised: z.number().int(),
      invalid: z.number().int(),
      failure: z.string().optional(),
    }),
  ),
  objections: z.array(Objection.extend({ seat: z.string() })),
  ballots: z.array(Ballot),
});
export type Round = z.infer<typeof Round>;

/** One side's argument in a hearing. `concede` gives up the point. */
export const Argument = z.object({ argument: z.string(), concede: z.boolean(), evidence: z.array(Evidence) });
export type Argument = z.infer<typeof Argument>;

export const rulings = ["upheld", "refuted", "undecided"] as const;
export const Ruling = z.object({
  ruling: z.enum(rulings),
  severity: Severity.optional(),
  /** With `upheld`: the narrower claim that the code shows. */
  narrowed: z.string().optional(),
  reason: z.string(),
  evidence: z.array(Evidence),
});
export type Ruling = z.infer<typeof Ruling>;

/** Who speaks in a hearing: the two sides, and an adversary of neither. */
const hearingRoles = ["advocate", "skeptic", "adversary"] as const;

/** The argued examination of one contested finding, as a reader sees it. */
export const Hearing = z.object({
  finding: z.string(),
  advocate: z.string(),
  skeptic: z.string(),
  exchanges: z.array(Argument.extend({ seat: z.string(), role: z.enum(hearingRoles) })),
  rulings: z.array(Ruling.extend({ judge: z.string(), order: z.enum(["advocate-first", "skeptic-first"]) })),
  ruling: z.enum(rulings),
  because: z.string(),
  /** What its seats looked up for it, in words. Left out where they looked nothing up. */
  lookedUp: z.array(z.string()).optional(),
});
export type Hearing = z.infer<typeof Hearing>;

/** A failure; `path` where it concerns one file. */
export type SeatFailure = Failure & { readonly path?: string };

/** An answer, or the recorded reason for having none. `isBudget`: our own limit kept the question back, so it says nothing about the seat. */
export type SeatAnswer<T> =
  | { readonly status: "answered"; readonly seat: string; readonly value: T }
  | { readonly status: "failed"; readonly seat: string; readonly reason: string; readonly isBudget: boolean };
