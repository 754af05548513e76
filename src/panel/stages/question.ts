import type { AgentTask, PlanContext } from "../../domain/views.ts";
import { render } from "../../text/shown.ts";
import { renderPlanContext } from "../prompts/batch.ts";
import { type LlmOptions, personaOf, type Stage, type StageRow } from "./stage.ts";
import { agentTexts } from "./topology/agent.ts";

/** The kinds of questions, with the parts of a request that are their own. */
const kinds = {
  plan: { system: "planSystem", thread: "planThread", task: "planAgent" },
  debate: { system: "debateSystem", thread: "debateContext", task: "debateAgent" },
} as const;
export type QuestionKind = keyof typeof kinds;

/** A stage about a question. There is no change, so no description of one. */
export function questionStage<const Step extends string, Request, Reply, Answer>(
  row: StageRow<Step, Request, Reply, Answer>,
): Stage<Step, Request, Reply, Answer> {
  return { ...row, sees: { description: false } };
}

/** The first texts of every request about a question. They are the same bytes for one seat in all stages but those of a `judge`. */
export function aboutQuestion(kind: QuestionKind, context: PlanContext, options: LlmOptions, judge?: string) {
  const { prompts, mask, seat } = options;
  const parts = { ...prompts.parts, planThread: prompts.parts[kinds[kind].thread] };
  const system = systemOf(kind, options, judge ?? personaOf(prompts, seat.persona));
  return { view: null, round: 1, opening: { system, batch: renderPlanContext(context, { ...prompts, parts }, mask) } };
}

export function systemOf(kind: QuestionKind, { prompts, language }: LlmOptions, persona: string): string {
  return render(prompts.parts[kinds[kind].system], { persona, language });
}

/** `agent`: the task that a lead gave; left out where the seat opens on the whole question. */
export interface OpenQuestion {
  readonly context: PlanContext;
  readonly agent?: AgentTask;
}

/** A seat opens on a question. */
export function openingOn(kind: QuestionKind, { context, agent }: OpenQuestion, options: LlmOptions, prompt: string) {
  return {
    ...aboutQuestion(kind, context, options),
    instructions: [prompt, ...agentTexts(agent, options.prompts.parts[kinds[kind].task], options)],
    items: [],
    ...(agent === undefined ? {} : { allowed: agent.tools }),
  };
}
