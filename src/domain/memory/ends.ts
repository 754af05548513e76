import { z } from "zod";
import type { Finding } from "../finding.ts";
import type { Panel } from "../panel.ts";
import { RuleId } from "../rule-info.ts";

/** The ends that a review gives a finding. `overturned`: the panel took it out by votes, a hearing or the check of its words. `unfounded`: its code does not exist. */
export const reviewEnds = ["fixed", "overturned", "unfounded"] as const;
type ReviewEnd = (typeof reviewEnds)[number];

/** How a finding of an earlier review ended, and who had raised it. `personas` are those of its seats in the review that ended it. */
export const PastEnd = z.object({
  id: z.string().regex(/^[0-9a-f]{8}$/),
  outcome: z.enum(reviewEnds),
  seats: z.array(z.string()),
  personas: z.array(z.string()),
  rule: RuleId.optional(),
});
export type PastEnd = z.infer<typeof PastEnd>;

/** The newest ends of one pull request, newest first. `dropped`: how many older ones were too many to keep, at most. */
export const PastEnds = z.object({ newest: z.array(PastEnd), dropped: z.number().int().nonnegative() });
export type PastEnds = z.infer<typeof PastEnds>;

export const noEnds: PastEnds = { newest: [], dropped: 0 };

/** The first `count` of them. The others count as dropped. */
export function newestEnds({ newest, dropped }: PastEnds, count: number): PastEnds {
  return { newest: newest.slice(0, count), dropped: dropped + Math.max(0, newest.length - count) };
}

/** Null: it is open, a person dismissed it, now or by an item of the memory, or it repeats another finding. */
export function endOf({ status, eliminatedAt }: Pick<Finding, "status" | "eliminatedAt">): ReviewEnd | null {
  if (status === "fixed") return "fixed";
  if (status !== "eliminated" || eliminatedAt === "merge" || eliminatedAt === "memory") return null;
  return eliminatedAt === "gate" ? "unfounded" : "overturned";
}

/** The personas by the names of their seats. */
export function personasBySeat(panel: Pick<Panel, "seats"> | undefined): ReadonlyMap<string, string> {
  const seats = panel?.seats.filter(({ persona }) => persona !== "") ?? [];
  return new Map(seats.map(({ name, persona }) => [name, persona]));
}
