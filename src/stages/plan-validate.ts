import type { PlanContext, StepApproval, StepWording } from "../domain/answers.ts";
import type { Step } from "../domain/plan.ts";
import { envelope, render, speech } from "../prompts/shown.ts";
import { ApprovalsReply } from "./fields.ts";
import { oneEach, opinionsOn } from "./findings.ts";
import { stage } from "./stage.ts";
import { aboutPlan, labelledSteps, planStep, stepItem } from "./steps.ts";

export interface ValidatePlanRequest {
  readonly context: PlanContext;
  readonly items: readonly Step[];
  readonly wordings: readonly StepWording[];
}

/** A seat checks the wording of another: the items carry the wording, and the steps as they were proposed come before them. */
export const validatePlanStage = stage({
  step: "plan-validate",
  line: "Checking the wording",
  sees: { description: false },
  reply: ApprovalsReply,
  estimate: planStep("the wording", undefined, (seats) => seats - 1),
  ask: (request: ValidatePlanRequest, options, prompt) => {
    const items = labelledSteps(request.items, options.seat.name);
    const raised = items.map(
      ({ label, thing: { title, description } }) =>
        `${label}:\n${envelope("step", speech(`${title}\n${description}`, options.mask))}`,
    );
    return {
      ...aboutPlan(request.context, options),
      instructions: [prompt, render(options.prompts.parts.planRaised, { raised: raised.join("\n\n") })],
      items: items.map((item) => {
        const wording = request.wordings.find(({ step }) => step === item.thing.id);
        const { phase, title, description } = wording ?? item.thing;
        return { ...stepItem(item), phase, title, description };
      }),
      answer: (reply): readonly StepApproval[] => {
        const { known } = opinionsOn(reply.items.items, items);
        // Both approved and rejected is no opinion.
        return oneEach(known, () => []).map(({ id, verdict, reason }): StepApproval => ({ step: id, verdict, reason }));
      },
    };
  },
});
