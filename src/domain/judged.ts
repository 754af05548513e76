import { z } from "zod";
import { Panel, Review } from "./review.ts";
import { Severity } from "./severity.ts";

const amount = z.number().int().nonnegative();
const why = z.string().optional();

/**
 * All that decided a verdict besides findings, head and people: with it the verdict is found again when people decide something, without
 * another debate. Of the coverage only the numbers are kept. Severities and settings are those of the base at that review.
 */
export const Grounds = z.object({
  blockOn: z.union([Severity.extract(["P0", "P1"]), z.literal("never")]),
  disputed: z.enum(["block", "note"]),
  onInconclusive: z.enum(["fail", "neutral"]),
  rulesOnly: z.enum(["neutral", "success"]),
  isCovered: z.boolean(),
  files: z.object({ full: amount, partial: amount, excluded: amount, unreviewed: amount }),
  panel: z.object({ state: Panel.shape.state, counted: amount, healthy: amount }),
  quorum: amount,
  unreadGenerated: amount.optional(),
  budgetStop: why,
  skip: why,
  lostMemory: why,
  /** What may be spent on the whole pull request, US dollars. */
  usdPerPr: z.number().nonnegative(),
});
export type Grounds = z.infer<typeof Grounds>;

/** The rest of a review as it was told: what a summary is written from again, and what `explain` tells. */
export const Told = Review.omit({
  kind: true,
  result: true,
  conclusion: true,
  title: true,
  reason: true,
  panel: true,
  findings: true,
  confidence: true,
});
export type Told = z.infer<typeof Told>;
