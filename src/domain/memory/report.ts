import { z } from "zod";
import { memoryKinds } from "./item.ts";

/**
 * `removed`: the finding is out, because it repeats the item. `kept`: it repeats the item and stays. `shown`: the seats saw the item, and it
 * decided nothing. `withheld`: no seat saw it, because memory has no say on the finding.
 */
const memoryEffects = ["removed", "kept", "shown", "withheld"] as const;

/** Why memory does not take a finding out. With `earlier-review`, seats see the item; with all others, memory has no say at all. */
export const memoryLimits = ["p0", "security", "blocking", "rule", "earlier-review"] as const;
export type MemoryLimit = (typeof memoryLimits)[number];

/** An item that was related to a finding of a review. */
export const MemoryUse = z.object({
  id: z.string(),
  kind: z.enum(memoryKinds),
  title: z.string(),
  reason: z.string(),
  link: z.string().optional(),
  /** The id of the finding. */
  finding: z.string(),
  effect: z.enum(memoryEffects),
  /** Why an item is `kept` or `withheld`. Reviews of older versions do not have it. */
  because: z.enum(memoryLimits).optional(),
});
export type MemoryUse = z.infer<typeof MemoryUse>;

/** How a review used the memory of the base. */
export const MemoryReport = z.object({
  /** How many items the file has. */
  items: z.number().int().nonnegative(),
  /** The ids of the items whose last day is over. */
  expired: z.array(z.string()),
  used: z.array(MemoryUse),
});
export type MemoryReport = z.infer<typeof MemoryReport>;
