import type { AgentTask, Opening, PlanContext } from "../domain/answers.ts";
import { render } from "../prompts/shown.ts";
import { Remarks, RemarkText } from "./fields.ts";
import { inAnySpelling, mainList } from "./reply.ts";
import { stage } from "./stage.ts";
import { aboutPlan, StepReply } from "./steps.ts";
import { agentTexts } from "./topology/agent.ts";

export interface OpenRequest {
  readonly context: PlanContext;
  readonly maxWords: number;
  /** The task that a lead gave; left out where the seat plans the whole. */
  readonly agent?: AgentTask;
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
  ask: ({ context, maxWords, agent }: OpenRequest, options, prompt) => ({
    ...aboutPlan(context, options),
    instructions: [
      render(prompt, { maxWords: String(maxWords) }),
      ...agentTexts(agent, options.prompts.parts.planAgent, options),
    ],
    items: [],
    ...(agent === undefined ? {} : { allowed: agent.tools }),
    answer: ({ steps, ...rest }): Opening => {
      return { ...rest, steps: steps.items, dropped: steps.dropped };
    },
  }),
});
