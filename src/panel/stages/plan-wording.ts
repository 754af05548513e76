import type { PlanComposition, StepApproval, StepWording } from "../../domain/answers.ts";
import type { Step } from "../../domain/plan.ts";
import type { PlanContext } from "../../domain/views.ts";
import { envelope, render, speech } from "../../text/shown.ts";
import { ApprovalsReply, Id, Remarks, Text } from "./fields.ts";
import { idOf, oneEach, opinionsOn } from "./labels.ts";
import { aboutQuestion, questionStage } from "./question.ts";
import { inAnySpelling, mainList } from "./reply.ts";
import { labelledSteps, Phase, remarksOn, StepTitle, stepItem } from "./steps.ts";

/** `wanted` are changes that others asked for, by step id. */
export interface ComposePlanRequest {
  readonly context: PlanContext;
  readonly items: readonly Step[];
  readonly wanted: ReadonlyMap<string, readonly string[]>;
  readonly risks: readonly string[];
  readonly openQuestions: readonly string[];
}

/** One seat words the plan. */
export const composePlanStage = questionStage({
  step: "plan-compose",
  line: "Wording the plan",
  isWording: true,
  reply: inAnySpelling({
    summary: Text,
    steps: mainList("steps", inAnySpelling({ id: Id, phase: Phase, title: StepTitle, description: Text })),
    risks: Remarks,
    openQuestions: Remarks,
  }),
  ask: (request: ComposePlanRequest, options, prompt) => {
    const items = labelledSteps(request.items, options.seat.name);
    const lists = (["risks", "openQuestions"] as const).map((name) => {
      const texts = request[name].map((text) => `- ${text}`).join("\n") || "(none)";
      return `${name}:\n${envelope("remark", speech(texts, options.mask, 12_000))}`;
    });
    const wanted = [remarksOn(items, request.wanted, options), ...lists].join("\n\n");
    return {
      ...aboutQuestion("plan", request.context, options),
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

export interface ValidatePlanRequest {
  readonly context: PlanContext;
  readonly items: readonly Step[];
  readonly wordings: readonly StepWording[];
}

/** A seat checks the wording of another: the items carry the wording, and the steps as they were proposed come before them. */
export const validatePlanStage = questionStage({
  step: "plan-validate",
  line: "Checking the wording",
  reply: ApprovalsReply,
  ask: (request: ValidatePlanRequest, options, prompt) => {
    const items = labelledSteps(request.items, options.seat.name);
    const raised = items.map(
      ({ label, thing: { title, description } }) =>
        `${label}:\n${envelope("step", speech(`${title}\n${description}`, options.mask))}`,
    );
    return {
      ...aboutQuestion("plan", request.context, options),
      instructions: [prompt, render(options.prompts.parts.planRaised, { raised: raised.join("\n\n") })],
      items: items.map((item) => {
        const wording = request.wordings.find(({ step }) => step === item.thing.id);
        const { phase, title, description } = wording ?? item.thing;
        return { ...stepItem(item), phase, title, description };
      }),
      answer: (reply): readonly StepApproval[] => {
        const { known } = opinionsOn(reply.items.items, items);
        // Both approved and rejected is not an opinion.
        return oneEach(known, () => []).map(({ id, verdict, reason }): StepApproval => ({ step: id, verdict, reason }));
      },
    };
  },
});
