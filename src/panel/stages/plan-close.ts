import { z } from "zod";
import type { Assumptions, Closing } from "../../domain/answers.ts";
import { envelope, render, speech } from "../../text/shown.ts";
import { rolePart } from "./discussion/table.ts";
import { remarksIn, Words } from "./fields.ts";
import { aboutQuestion, questionStage } from "./question.ts";
import { asked, inAnySpelling } from "./reply.ts";
import {
  type ArgueStepsRequest,
  ConcessionsReply,
  concessionsOf,
  labelledSteps,
  plannerText,
  saidOn,
  stepItem,
} from "./steps.ts";

/** A seat names the premises of its plan, and gives up steps. */
export const assumeStage = questionStage({
  step: "plan-assume",
  line: "Seats say what their plans rest on",
  reply: inAnySpelling({
    premises: asked(z.array(z.string()), z.array(z.unknown()).transform(remarksIn)),
    concessions: ConcessionsReply,
  }),
  ask: (request: ArgueStepsRequest, options, prompt) => {
    const items = labelledSteps(request.items, options.seat.name);
    return {
      ...aboutQuestion("plan", request.context, options),
      instructions: [prompt, saidOn(items, request, options)],
      items: items.map(stepItem),
      answer: ({ premises, concessions }): Assumptions => {
        return { premises, concessions: concessionsOf(concessions, items) };
      },
    };
  },
});

/** `premises` are the premises of all plans, without names. */
export interface CloseRequest extends ArgueStepsRequest {
  readonly premises: readonly string[];
  readonly maxWords: number;
}

/** A seat states its last position, and gives up steps. */
export const closeStage = questionStage({
  step: "plan-close",
  line: "Seats close",
  reply: inAnySpelling({ position: Words, concessions: ConcessionsReply }),
  ask: (request: CloseRequest, options, prompt) => {
    const { prompts, mask, seat } = options;
    const items = labelledSteps(request.items, seat.name);
    const premises = request.premises.map((text) => envelope("premise", speech(text, mask)));
    return {
      ...aboutQuestion("plan", request.context, options),
      instructions: [
        render(prompt, { maxWords: String(request.maxWords), strategy: plannerText(request, options) }),
        ...rolePart(request.role, options),
        saidOn(items, request, options),
        ...(premises.length === 0 ? [] : [render(prompts.parts.planPremises, { premises: premises.join("\n\n") })]),
      ],
      items: items.map(stepItem),
      answer: ({ position, concessions }): Closing => {
        return { position, concessions: concessionsOf(concessions, items) };
      },
    };
  },
});
