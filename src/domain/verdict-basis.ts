import { z } from "zod";
import { panelStates } from "./known-names.ts";

const Why = z.string().regex(/\S/);

/** What decided a verdict besides the findings and the coverage of the review (docs/interfaces.md). */
export const VerdictBasis = z.object({
  headCurrent: z.union([z.boolean(), z.literal("unknown")]),
  supersededBy: Why.optional(),
  headSha: z.string(),
  override: z.object({ by: Why, why: Why, head: z.string() }).optional(),
  blockOn: z.enum(["P0", "P1", "never"]),
  disputed: z.enum(["block", "note"]),
  onInconclusive: z.enum(["fail", "neutral"]),
  rulesOnly: z.enum(["neutral", "success"]),
  panel: z
    .object({ state: z.enum(panelStates), counted: z.number().int().min(0), healthy: z.number().int().min(0) })
    .refine(({ counted, healthy }) => healthy <= counted),
  quorum: z.number().int().min(0),
  unreadGenerated: z.number().int().min(0).optional(),
  budgetStop: Why.optional(),
  configError: Why.optional(),
  paused: Why.optional(),
  fault: Why.optional(),
  lostMemory: Why.optional(),
  skip: z.object({ why: Why }).optional(),
});
export type VerdictBasis = z.infer<typeof VerdictBasis>;
