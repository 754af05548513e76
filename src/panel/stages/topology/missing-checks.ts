import { z } from "zod";
import type { AnyItem, OpeningCheck } from "../../../domain/views.ts";
import { render } from "../../../text/shown.ts";
import { Id, RemarkText } from "../fields.ts";
import { type Labelled, oneEach, withRealIds } from "../labels.ts";
import { inAnySpelling, sideList } from "../reply.ts";
import type { LlmOptions, Question } from "../stage.ts";

interface Checked {
  readonly checks?: readonly { readonly of: string }[];
}

/**
 * Asks a seat of a pipeline once more for the checks that its answer lacks, and adds those. Nothing else of the second answer counts. What is
 * still missing stays missing, and the report names the seat.
 */
export async function withMissingChecks<Answer extends Checked>(
  answer: Answer,
  items: readonly Labelled<{ readonly id: string }>[],
  { prompts }: LlmOptions,
  more: (instruction: string) => Promise<Answer | null>,
): Promise<Answer> {
  const { checks = [] } = answer;
  const lacking = items.filter(({ thing }) => !checks.some(({ of }) => of === thing.id));
  if (lacking.length === 0) return answer;
  const labels = lacking.map(({ label }) => label).join(", ");
  const again = await more(render(prompts.parts.missingChecks, { items: labels }));
  const added = again?.checks?.filter(({ of }) => lacking.some(({ thing }) => thing.id === of)) ?? [];
  return { ...answer, checks: [...checks, ...added] };
}

const CheckReply = inAnySpelling({ id: Id, verdict: z.enum(["agree", "dispute"]), reason: RemarkText });

/** The checks of a seat of a pipeline on the openings before its own. */
export const openingChecks = sideList("checks", CheckReply);

/** One check for each item. Two that contradict each other do not count. */
function checksOnOpenings(
  given: readonly z.output<typeof CheckReply>[],
  items: readonly Labelled<{ readonly id: string }>[],
): OpeningCheck[] {
  return oneEach(withRealIds(given, items), () => []).map(({ id, verdict, reason }) => ({ of: id, verdict, reason }));
}

/** A seat opens on a question after others: it checks the parts of their openings, too. */
export function openingAfter<Reply, Answer extends { readonly checks?: readonly OpeningCheck[] }>(
  first: Question<Reply, Answer>,
  earlier: readonly Labelled<{ readonly id: string }>[],
  items: readonly AnyItem[],
  options: LlmOptions,
): Question<Reply & { readonly checks: z.output<typeof openingChecks> }, Answer> {
  return {
    ...first,
    instructions: [...first.instructions, options.prompts.parts.earlierOpenings],
    items,
    answer: (reply, isCut) => ({
      ...first.answer(reply, isCut),
      checks: checksOnOpenings(reply.checks.items, earlier),
    }),
    complete: (opening, more) => withMissingChecks(opening, earlier, options, more),
  };
}
