import type { PlanComposition, StepApproval } from "../domain/plan-answers.ts";
import { envelope, render, speech } from "../prompts/shown.ts";
import { ask } from "./llm-ask.ts";
import { type LabelledStep, labelledSteps, planQuestion, remarksOn, stepItem, stepOf } from "./llm-plan-question.ts";
import type { ComposePlanRequest } from "./plan-compose.ts";
import { readPlanComposition } from "./plan-reply.ts";
import type { ValidatePlanRequest } from "./plan-validate.ts";
import { readValidation } from "./reply.ts";
import type { Reading } from "./reply-list.ts";
import type { LlmOptions } from "./stage.ts";

/** An id that is none of the items is passed on as it is: the engine, which checks ids in = ids out, then sets the composition aside. */
export async function compose(
  options: LlmOptions,
  request: ComposePlanRequest,
  signal: AbortSignal,
): Promise<PlanComposition> {
  const { prompts, mask, seat } = options;
  const items = labelledSteps(request.items, seat.name);
  const lists = (["risks", "openQuestions"] as const).map((name) => {
    const texts = request[name].map((text) => `- ${text}`).join("\n") || "(none)";
    return `${name}:\n${envelope("remark", speech(texts, mask, 12_000))}`;
  });
  const wanted = [remarksOn(items, request.wanted, options), ...lists].join("\n\n");
  const instructions = [prompts.stages["plan-compose"], render(prompts.parts.planWanted, { wanted })];
  const question = planQuestion(options, "plan-compose", request.context, { instructions, items: items.map(stepItem) });
  const { steps, ...rest } = await ask(options, question, readPlanComposition, signal);
  return {
    ...rest,
    steps: steps.map(({ id, ...words }) => ({ step: stepOf(id, items) ?? `no item: ${id}`, ...words })),
  };
}

/** The items carry the wording under test; the steps as they were proposed stand above them. */
export async function validate(
  options: LlmOptions,
  request: ValidatePlanRequest,
  signal: AbortSignal,
): Promise<readonly StepApproval[]> {
  const { prompts, mask, seat } = options;
  const items = labelledSteps(request.items, seat.name);
  const raised = items.map(
    ({ label, step: { title, description } }) =>
      `${label}:\n${envelope("step", speech(`${title}\n${description}`, mask))}`,
  );
  const worded = items.map((item) => {
    const wording = request.wordings.find(({ step }) => step === item.step.id);
    return wording === undefined ? stepItem(item) : { ...stepItem(item), ...wordsOf(wording) };
  });
  const instructions = [
    prompts.stages["plan-validate"],
    render(prompts.parts.planRaised, { raised: raised.join("\n\n") }),
  ];
  const question = planQuestion(options, "plan-validate", request.context, { instructions, items: worded });
  return ask(options, question, (answer) => readApprovals(answer, items), signal);
}

function wordsOf({ phase, title, description }: ValidatePlanRequest["wordings"][number]) {
  return { phase, title, description };
}

function readApprovals(answer: string, items: readonly LabelledStep[]): Reading<StepApproval[]> {
  const reading = readValidation(answer);
  if (!reading.ok) return reading;
  const known = reading.value.flatMap(({ id, verdict, reason }) => {
    const step = stepOf(id, items);
    return step === null ? [] : [{ step, verdict, reason }];
  });
  if (reading.value.length > 0 && known.length === 0)
    return { ok: false, reason: "none of its ids is the id of an item" };
  return { ok: true, value: known.filter((one) => isOnlyVerdict(one, known)) };
}

/** Both approved and rejected is no opinion; said twice counts once. */
function isOnlyVerdict(approval: StepApproval, all: readonly StepApproval[]): boolean {
  const same = all.filter(({ step }) => step === approval.step);
  return same[0] === approval && same.every(({ verdict }) => verdict === approval.verdict);
}
