import type { PlanComposition, PlanContext } from "../domain/answers.ts";
import type { Step } from "../domain/plan.ts";
import { envelope, render, speech } from "../prompts/shown.ts";
import { Id, Remarks, Text } from "./fields.ts";
import { idOf } from "./findings.ts";
import { inAnySpelling, mainList } from "./reply.ts";
import { stage } from "./stage.ts";
import { aboutPlan, labelledSteps, Phase, planStep, remarksOn, StepTitle, stepItem } from "./steps.ts";

/** `wanted` are changes that others asked for, by step id. */
export interface ComposePlanRequest {
  readonly context: PlanContext;
  readonly items: readonly Step[];
  readonly wanted: ReadonlyMap<string, readonly string[]>;
  readonly risks: readonly string[];
  readonly openQuestions: readonly string[];
}

/** One seat words the plan. */
export const composePlanStage = stage({
  step: "plan-compose",
  line: "Wording the plan",
  sees: { description: false },
  isWording: true,
  reply: inAnySpelling({
    summary: Text,
    steps: mainList("steps", inAnySpelling({ id: Id, phase: Phase, title: StepTitle, description: Text })),
    risks: Remarks,
    openQuestions: Remarks,
  }),
  estimate: planStep("the wording", undefined, () => 1),
  ask: (request: ComposePlanRequest, options, prompt) => {
    const items = labelledSteps(request.items, options.seat.name);
    const lists = (["risks", "openQuestions"] as const).map((name) => {
      const texts = request[name].map((text) => `- ${text}`).join("\n") || "(none)";
      return `${name}:\n${envelope("remark", speech(texts, options.mask, 12_000))}`;
    });
    const wanted = [remarksOn(items, request.wanted, options), ...lists].join("\n\n");
    return {
      ...aboutPlan(request.context, options),
      instructions: [prompt, render(options.prompts.parts.planWanted, { wanted })],
      items: items.map(stepItem),
      answer: ({ steps, ...rest }): PlanComposition => {
        // An unknown id is passed on as it is: the engine, which checks ids in = ids out, then rejects the composition.
        const worded = steps.items.map(({ id, ...words }) => ({
          ...{ step: idOf(id, items) ?? `no item: ${id}`, ...words },
        }));
        return { ...rest, steps: worded };
      },
    };
  },
});
