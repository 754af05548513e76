import type { FreeDebate } from "../../domain/discussion/free-debate.ts";
import type { DebateEvent } from "../../domain/events.ts";
import type { Adjudication, TopologyName } from "../../domain/known-names.ts";
import { adjudicateDebate, type DebateDecision } from "../../question/debate/adjudicate.ts";
import { redactAll, secretsIn } from "../../text/redact.ts";
import { debateLocally } from "../wiring/debate-locally.ts";
import { checkOptions } from "./check-options.ts";
import { type CommonOptions, environmentOf, localOptions } from "./options.ts";
import { type Pending, start } from "./run.ts";

export interface DebateOptions extends Omit<CommonOptions, "confidence" | "platforms"> {
  /** 1 to 10. */
  readonly minRounds?: number | undefined;
  readonly topology?: TopologyName | undefined;
  /** What you add to the topic. It is shown as data. */
  readonly context?: string | undefined;
}

/** Argues a free question. `verdict` is null where the debate reached none; `reason` and `reasoning` say why. */
export function startDebate(topic: string, options: DebateOptions = {}): Pending<FreeDebate, DebateEvent> {
  return start(async (emit) => {
    checkOptions("debate", options);
    const { signal = new AbortController().signal, strategy, adjudication, topology } = options;
    const { minRounds, maxRounds, context } = options;
    const local = localOptions({ ...options, maxRounds: undefined });
    const rules = { strategy, adjudication, topology, minRounds, maxRounds, context };
    const found = await debateLocally({ ...local, ...rules, topic, emit }, signal);
    signal.throwIfAborted();
    return redactAll(found, secretsIn(environmentOf(options)));
  });
}

/** Decides a debate again over its recorded positions, votes and rulings. No model is asked. */
export function adjudicateAgain(debate: FreeDebate, adjudication: Adjudication): DebateDecision {
  return adjudicateDebate(debate, adjudication);
}
