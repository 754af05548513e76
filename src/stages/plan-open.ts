import type { Opening, PlanContext } from "../domain/answers.ts";
import { render } from "../prompts/shown.ts";
import { Remarks, RemarkText } from "./fields.ts";
import { inAnySpelling, mainList } from "./reply.ts";
import { stage } from "./stage.ts";
import { aboutPlan, StepReply } from "./steps.ts";

export interface OpenRequest {
  readonly context: PlanContext;
  readonly maxWords: number;
}

export const openingFields = {
  summary: RemarkText,
  steps: mainList("steps", StepReply),
  risks: Remarks,
  openQuestions: Remarks,
  assumptions: Remarks,
};

/** A seat plans on its own. */
export const openStage = stage({
  step: "plan-open",
  line: "Seats plan, each on its own",
  sees: { description: false },
  reply: inAnySpelling(openingFields),
  estimate: {
    part: "the openings",
    use: ({ unanswered: { calls, tokens }, plan }) => ({ calls, input: tokens, output: calls * plan }),
  },
  ask: ({ context, maxWords }: OpenRequest, options, prompt) => ({
    ...aboutPlan(context, options),
    instructions: [render(prompt, { maxWords: String(maxWords) })],
    items: [],
    answer: ({ steps, ...rest }): Opening => {
      return { ...rest, steps: steps.items, dropped: steps.dropped };
    },
  }),
});
