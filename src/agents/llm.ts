import type { Agent } from "../domain/agent.ts";
import { ReviewError } from "../domain/errors.ts";
import { ballot } from "./llm-ballot.ts";
import { argue, judge } from "./llm-hearing.ts";
import { propose } from "./llm-propose.ts";
import type { LlmOptions } from "./llm-request.ts";
import { compose, validate } from "./llm-wording.ts";

/**
 * A model as an `Agent`: prompts out, checked words in. Requests follow design §12; each depends on its inputs alone, so a replay sends the
 * same bytes. Throws `ReviewError` when the seat names a persona or the settings a strategy that does not exist.
 */
export function llmAgent(options: LlmOptions): Agent {
  const { personas, strategies } = options.prompts;
  const { name, persona } = options.seat;
  mustBe(persona, `The seat ${name} has the persona`, personas.keys());
  mustBe(options.strategy, "The debate has the strategy", strategies.keys());
  return {
    propose: (request, signal) => propose(options, request, signal),
    ballot: (request, signal) => ballot(options, request, signal),
    argue: (request, signal) => argue(options, request, signal),
    judge: (request, signal) => judge(options, request, signal),
    compose: (request, signal) => compose(options, request, signal),
    validate: (request, signal) => validate(options, request, signal),
  };
}

function mustBe(given: string, what: string, known: Iterable<string>): void {
  const names = [...known];
  if (!names.includes(given))
    throw new ReviewError(`${what} ${given}, which there is not.`, `Use one of ${names.join(", ")}.`);
}
