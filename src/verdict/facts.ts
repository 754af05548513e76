import { z } from "zod";
import type { Change } from "../domain/change.ts";
import { Finding } from "../domain/finding.ts";
import { Coverage, FileCoverage, Panel, type Review } from "../domain/review.ts";
import { Severity } from "../domain/severity.ts";

const amount = z.number().int().nonnegative();
const Why = z.string().regex(/\S/);

/**
 * All facts that decide a verdict, as plain data. Texts must already be clean (redacted, neutralised): they become the title of the check.
 * `headCurrent` is about head and merge base, read at the end; "unknown" never passes. `supersededBy` is the newer sha.
 * `findings` may hold every status; only accepted and disputed ones are open, and a disputed one that is `unheard` proves nothing yet.
 * `panel.counted` and `healthy` count model seats. `unreadGenerated` counts new files on paths of generated or vendored files: no model read them.
 * `quorum` is what `checkQuorum` gave. The texts `budgetStop` (a stop before the quorum of ballots or a protected hearing),
 * `configError`, `paused`, `fault` (the run broke off), `lostMemory` (the findings of an earlier review are lost) and `skip.why` are present only when that is the case, and say why without a full stop.
 */
export const VerdictFacts = z.object({
  headCurrent: z.union([z.boolean(), z.literal("unknown")]),
  supersededBy: Why.optional(),
  headSha: z.string(),
  override: z.object({ by: Why, why: Why, head: z.string() }).optional(),
  blockOn: z.enum(["P0", "P1", "never"]),
  disputed: z.enum(["block", "note"]),
  onInconclusive: z.enum(["fail", "neutral"]),
  rulesOnly: z.enum(["neutral", "success"]),
  findings: z
    .array(z.object({ severity: Severity, status: Finding.shape.status, unheard: Finding.shape.unheard }))
    .readonly(),
  coverage: Coverage.extend({ files: z.array(FileCoverage).readonly() }),
  panel: z
    .object({ state: Panel.shape.state, counted: amount, healthy: amount })
    .refine(({ counted, healthy }) => healthy <= counted),
  quorum: amount,
  unreadGenerated: amount.optional(),
  budgetStop: Why.optional(),
  configError: Why.optional(),
  paused: Why.optional(),
  fault: Why.optional(),
  lostMemory: Why.optional(),
  skip: z.object({ why: Why }).optional(),
});
export type VerdictFacts = z.infer<typeof VerdictFacts>;

/** A review with all facts that decided its verdict: people may decide something about its findings later on. */
export interface ReviewWithFacts {
  readonly review: Review;
  readonly facts: VerdictFacts;
  /** The change that was read; left out where none was. */
  readonly change?: Change;
}
