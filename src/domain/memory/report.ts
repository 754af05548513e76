import { z } from "zod";
import { memoryKinds } from "./item.ts";

/**
 * `removed`: the finding is out, because no majority of the voters upheld it against the item. `kept`: it stays against
 * the item. `shown`: the seats saw the item, and it decided nothing. `withheld`: no seat saw it, because memory has no
 * say on a P0 or on security.
 */
const memoryEffects = ["removed", "kept", "shown", "withheld"] as const;

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
