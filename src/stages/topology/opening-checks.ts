import { z } from "zod";
import type { Course, StageUse } from "../../domain/estimate.ts";
import type { OpeningCheck } from "../../domain/views.ts";
import { Id, RemarkText } from "../fields.ts";
import { type Labelled, oneEach, withRealIds } from "../labels.ts";
import { inAnySpelling, sideList } from "../reply.ts";

const CheckReply = inAnySpelling({ id: Id, verdict: z.enum(["agree", "dispute"]), reason: RemarkText });

/** The checks of a seat of a pipeline on the openings before its own. */
export const openingChecks = sideList("checks", CheckReply);

/** The request itself is counted with the openings. It adds the earlier parts, and checks of about a quarter of their length. */
export const addedBy = ({ earlier = 0 }: Course): StageUse => ({ calls: 0, input: earlier, output: earlier / 4 });

/** One check for each item. Two that contradict each other do not count. */
export function checksOnOpenings(
  given: readonly z.output<typeof CheckReply>[],
  items: readonly Labelled<{ readonly id: string }>[],
): OpeningCheck[] {
  return oneEach(withRealIds(given, items), () => []).map(({ id, verdict, reason }) => ({ of: id, verdict, reason }));
}
