import type { Opening } from "../../domain/answers.ts";
import type { StepDraft } from "../../domain/plan.ts";
import type { AgentTask, PlanContext } from "../../domain/views.ts";
import { render } from "../../text/shown.ts";
import { Remarks, RemarkText } from "./fields.ts";
import { underLabels } from "./labels.ts";
import { inAnySpelling, mainList } from "./reply.ts";
import { stage } from "./stage.ts";
import { aboutPlan, StepReply, stepItem } from "./steps.ts";
import { agentTexts } from "./topology/agent.ts";
import { checksOnOpenings, openingChecks, withMissingChecks } from "./topology/missing-checks.ts";

export interface OpenRequest {
  readonly context: PlanContext;
  readonly maxWords: number;
  /** The task that a lead gave; left out where the seat plans the whole. */
  readonly agent?: AgentTask;
}

const openingFields = {
  summary: RemarkText,
  steps: mainList("steps", StepReply),
  risks: Remarks,
  openQuestions: Remarks,
  assumptions: Remarks,
};

/** A seat plans on its own. */
export const openStage = stage({
  step: "plan-open",
  line: "Seats plan",
  sees: { description: false },
  reply: inAnySpelling(openingFields),
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

/** `earlier` are the steps of the seats before this one. */
export interface OpenAfterRequest extends OpenRequest {
  readonly earlier: readonly { readonly id: string; readonly draft: StepDraft }[];
}

/** A planner of a pipeline checks the steps before it, and plans. */
export const openAfterStage = stage({
  ...openStage,
  reply: inAnySpelling({ ...openingFields, checks: openingChecks }),
  ask: (request: OpenAfterRequest, options, prompt) => {
    const first = openStage.ask(request, options, prompt);
    const items = underLabels(request.earlier, "S");
    return {
      ...first,
      instructions: [...first.instructions, options.prompts.parts.earlierOpenings],
      items: items.map(({ label, thing: { id, draft } }) => stepItem({ label, thing: { id, ...draft } })),
      answer: ({ checks: given, ...reply }, isCut): Opening => ({
        ...first.answer(reply, isCut),
        checks: checksOnOpenings(given.items, items),
      }),
      complete: (opening, more) => withMissingChecks(opening, items, options, more),
    };
  },
});
