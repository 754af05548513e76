import { z } from "zod";
import type { Assumptions } from "../domain/answers.ts";
import { remarksIn } from "./fields.ts";
import { asked, inAnySpelling } from "./reply.ts";
import { stage } from "./stage.ts";
import {
  type ArgueStepsRequest,
  aboutPlan,
  ConcessionsReply,
  concessionsOf,
  labelledSteps,
  planStep,
  saidOn,
  stepItem,
} from "./steps.ts";

/** A seat names the premises of its plan, and gives up steps. */
export const assumeStage = stage({
  step: "plan-assume",
  line: "Seats say what their plans rest on",
  sees: { description: false },
  reply: inAnySpelling({
    premises: asked(z.array(z.string()), z.array(z.unknown()).transform(remarksIn)),
    concessions: ConcessionsReply,
  }),
  estimate: planStep("the assumptions"),
  ask: (request: ArgueStepsRequest, options, prompt) => {
    const items = labelledSteps(request.items, options.seat.name);
    return {
      ...aboutPlan(request.context, options),
      instructions: [prompt, saidOn(items, request, options)],
      items: items.map(stepItem),
      answer: ({ premises, concessions }): Assumptions => {
        return { premises, concessions: concessionsOf(concessions, items) };
      },
    };
  },
});
