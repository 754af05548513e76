import type { Step } from "../domain/plan.ts";
import type { PlanContext } from "../domain/plan-answers.ts";
import { renderPlanContext } from "../prompts/plan-context.ts";
import { envelope, render, shuffled, speech } from "../prompts/shown.ts";
import type { StepItem } from "../prompts/task.ts";
import { personaOf, type Question } from "./llm-request.ts";
import type { LlmOptions } from "./stage.ts";

export interface LabelledStep {
  readonly label: string;
  readonly step: Step;
}

/** Steps under labels that are valid for one request, in an order of the seat's own: neither label nor position tells who proposed one. */
export function labelledSteps(steps: readonly Step[], seat: string): LabelledStep[] {
  const order = shuffled(steps, [seat, ...steps.map(({ id, title }) => `${id} ${title}`)].join("\n"));
  return order.map((step, index) => ({ label: `S${index + 1}`, step }));
}

/** The step behind what a model wrote as an id; null for an id of nobody. */
export function stepOf(given: string, items: readonly LabelledStep[]): string | null {
  const label = given.trim().toUpperCase();
  return items.find((item) => item.label === label)?.step.id ?? null;
}

export function stepItem({ label, step: { phase, title, description, files } }: LabelledStep): StepItem {
  return { id: label, phase, title, description, files };
}

export function planQuestion(
  options: LlmOptions,
  stage: Question["stage"],
  context: PlanContext,
  {
    round = 1,
    instructions,
    items = [],
  }: { round?: number; instructions: readonly string[]; items?: readonly StepItem[] },
): Question {
  const { prompts, seat, mask } = options;
  const opening = {
    system: planSystem(options, personaOf(prompts, seat.persona)),
    batch: renderPlanContext(context, prompts, mask),
  };
  return { stage, view: null, round, instructions, items, opening };
}

export function planSystem({ prompts, language }: LlmOptions, persona: string): string {
  return render(prompts.stages["plan-system"], { persona, language });
}

/** Others' words on steps, by label, each as data; "(nothing)" where there are none. */
export function remarksOn(
  items: readonly LabelledStep[],
  remarks: ReadonlyMap<string, readonly string[]>,
  { mask }: LlmOptions,
): string {
  const parts = items.flatMap(({ label, step }) =>
    (remarks.get(step.id) ?? []).map((text) => `On ${label}:\n${envelope("remark", speech(text, mask))}`),
  );
  return parts.length === 0 ? "(nothing)" : parts.join("\n\n");
}
