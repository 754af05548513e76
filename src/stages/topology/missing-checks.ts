import { render } from "../../prompts/shown.ts";
import type { Labelled } from "../labels.ts";
import type { LlmOptions } from "../stage.ts";

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
