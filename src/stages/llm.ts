import { ReviewError } from "../domain/errors.ts";
import { unknownName } from "../domain/known-names.ts";
import { problemOfPersona } from "../domain/seat-names.ts";
import type { Agent } from "./index.ts";
import { ballot } from "./llm-ballot.ts";
import { argue, judge } from "./llm-hearing.ts";
import { propose } from "./llm-propose.ts";
import { compose, validate } from "./llm-wording.ts";
import type { LlmOptions } from "./stage.ts";

/**
 * A model as an `Agent`: prompts out, checked words in. Requests follow design §12; each depends on its inputs alone, so a replay sends the
 * same bytes. Throws `ReviewError` when the seat names a persona or the settings a strategy that does not exist.
 */
export function llmAgent(options: LlmOptions): Agent {
  const { personas, strategies } = options.prompts;
  const { name, persona } = options.seat;
  mustBeKnown(problemOfPersona(name, persona, [...personas.keys()]));
  const strategy = { user: "The debate", kind: "strategy", given: options.strategy };
  mustBeKnown(unknownName(strategy, [...strategies.keys()]));
  return {
    propose: (request, signal) => propose(options, request, signal),
    ballot: (request, signal) => ballot(options, request, signal),
    argue: (request, signal) => argue(options, request, signal),
    judge: (request, signal) => judge(options, request, signal),
    compose: (request, signal) => compose(options, request, signal),
    validate: (request, signal) => validate(options, request, signal),
  };
}

function mustBeKnown(problem: string | null): void {
  if (problem !== null) throw new ReviewError(problem, "Correct the name in the settings.");
}
