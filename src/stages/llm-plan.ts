import { envelope, render, speech } from "../prompts/shown.ts";
import type { PlanAgent } from "./index.ts";
import { ask } from "./llm-ask.ts";
import { planQuestion, planSystem } from "./llm-plan-question.ts";
import { assume, close, rebut } from "./llm-plan-rounds.ts";
import { compose, validate } from "./llm-plan-wording.ts";
import { readJuryBallot, readOpening } from "./plan-reply.ts";
import type { LlmOptions } from "./stage.ts";

const longestCase = 12_000;

/** A model as a planner: prompts out, checked words in. Every request of a seat on a question starts with the same bytes, a juror's excepted. */
export function llmPlanAgent(options: LlmOptions): PlanAgent {
  const { prompts, mask } = options;
  return {
    open: ({ context, maxWords }, signal) => {
      const instructions = [render(prompts.stages["plan-open"], { maxWords: String(maxWords) })];
      return ask(options, planQuestion(options, "plan-open", context, { instructions }), readOpening, signal);
    },
    rebut: (request, signal) => rebut(options, request, signal),
    assume: (request, signal) => assume(options, request, signal),
    close: (request, signal) => close(options, request, signal),
    compose: (request, signal) => compose(options, request, signal),
    validate: (request, signal) => validate(options, request, signal),
    // A juror has no persona and no history: a seat that planned must not be known again by its own words about the question.
    judge: ({ question, X, Y, juror }, signal) => {
      const shown = (kind: string, text: string): string => envelope(kind, speech(text, mask, longestCase));
      const texts = { question: shown("question", question), x: shown("plan", X), y: shown("plan", Y) };
      const instructions = [prompts.stages.jury, render(prompts.parts.juryCase, texts)];
      const opening = { system: planSystem(options, prompts.parts.jurySeat), batch: "" };
      return ask(
        options,
        { stage: "jury", view: null, round: juror, instructions, items: [], opening },
        readJuryBallot,
        signal,
      );
    },
  };
}
