import type { Concession, StepVote } from "../domain/plan.ts";
import type { Assumptions, Closing, Rebuttal } from "../domain/plan-answers.ts";
import { envelope, render, speech } from "../prompts/shown.ts";
import { cutCharacters } from "../text/text.ts";
import { ask } from "./llm-ask.ts";
import { type LabelledStep, labelledSteps, planQuestion, remarksOn, stepItem, stepOf } from "./llm-plan-question.ts";
import type { CloseRequest } from "./plan-close.ts";
import type { RebutRequest } from "./plan-rebut.ts";
import { readAssumptions, readClosing, readRebuttal } from "./plan-reply.ts";
import type { Reading } from "./reply-list.ts";
import type { LlmOptions } from "./stage.ts";
import type { ArgueStepsRequest } from "./steps.ts";

export async function rebut(options: LlmOptions, request: RebutRequest, signal: AbortSignal): Promise<Rebuttal> {
  const items = labelledSteps(request.items, options.seat.name);
  const asked = {
    round: request.round,
    instructions: [options.prompts.stages["plan-rebut"]],
    items: items.map(stepItem),
  };
  const question = planQuestion(options, "plan-rebut", request.context, asked);
  return ask(options, question, (answer) => readVotes(answer, items), signal);
}

export async function assume(
  options: LlmOptions,
  request: ArgueStepsRequest,
  signal: AbortSignal,
): Promise<Assumptions> {
  const items = labelledSteps(request.items, options.seat.name);
  const instructions = [options.prompts.stages["plan-assume"], saidOn(items, request, options)];
  const question = planQuestion(options, "plan-assume", request.context, { instructions, items: items.map(stepItem) });
  const { premises, concessions } = await ask(options, question, readAssumptions, signal);
  return { premises, concessions: known(concessions, items) };
}

export async function close(options: LlmOptions, request: CloseRequest, signal: AbortSignal): Promise<Closing> {
  const { prompts, mask, seat } = options;
  const items = labelledSteps(request.items, seat.name);
  const premises = request.premises.map((text) => envelope("premise", speech(text, mask)));
  const instructions = [
    render(prompts.stages["plan-close"], { maxWords: String(request.maxWords) }),
    saidOn(items, request, options),
    ...(premises.length === 0 ? [] : [render(prompts.parts.planPremises, { premises: premises.join("\n\n") })]),
  ];
  const question = planQuestion(options, "plan-close", request.context, { instructions, items: items.map(stepItem) });
  const { position, concessions } = await ask(options, question, readClosing, signal);
  return { position, concessions: known(concessions, items) };
}

function saidOn(items: readonly LabelledStep[], { own, said }: ArgueStepsRequest, options: LlmOptions): string {
  const labels = items.filter(({ step }) => own.includes(step.id)).map(({ label }) => label);
  return render(options.prompts.parts.planSaid, {
    own: labels.join(", ") || "none",
    said: remarksOn(items, said, options),
  });
}

function readVotes(answer: string, items: readonly LabelledStep[]): Reading<Rebuttal> {
  const reading = readRebuttal(answer);
  if (!reading.ok) return reading;
  const { votes: given, missing, dropped } = reading.value;
  const votes = given.flatMap(({ id, verdict, reason, change }): StepVote[] => {
    const step = stepOf(id, items);
    return step === null ? [] : [{ step, verdict, reason, ...(change ? { change } : {}) }];
  });
  if (given.length > 0 && votes.length === 0) return { ok: false, reason: "none of its ids is the id of an item" };
  const unknown = given
    .filter(({ id }) => stepOf(id, items) === null)
    .map(({ id }) => `a vote on ${cutCharacters(id, 40)}, which is no item`);
  return { ok: true, value: { votes: oneEach(votes), missing, dropped: [...dropped, ...unknown] } };
}

/** Votes that contradict each other on one step are no opinion. */
function oneEach(votes: readonly StepVote[]): StepVote[] {
  return [...Map.groupBy(votes, ({ step }) => step).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const isClear = same.every(({ verdict }) => verdict === first.verdict);
    return [
      isClear
        ? first
        : { step: first.step, verdict: "abstain", reason: "(voted on it twice, with different verdicts)" },
    ];
  });
}

function known(given: readonly { id: string; reason: string }[], items: readonly LabelledStep[]): Concession[] {
  return given.flatMap(({ id, reason }) => {
    const step = stepOf(id, items);
    return step === null ? [] : [{ step, reason }];
  });
}
