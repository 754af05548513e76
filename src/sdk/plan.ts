import type { DebateEvent } from "../domain/events.ts";
import type { TopologyName } from "../domain/known-names.ts";
import type { Plan } from "../domain/plan.ts";
import { planLocally } from "../main/plan-locally.ts";
import { redactAll, secretsIn } from "../text/redact.ts";
import { checkOptions } from "./check-options.ts";
import { type CommonOptions, environmentOf, localOptions } from "./options.ts";
import { type Pending, start } from "./run.ts";

export interface PlanOptions extends CommonOptions {
  readonly topology?: TopologyName | undefined;
}

/** Argues an implementation plan for a question. The result `failed` says that there is none, and why. */
export function startPlan(question: string, options: PlanOptions = {}): Pending<Plan, DebateEvent> {
  return start(async (emit) => {
    checkOptions("plan", options);
    const { signal = new AbortController().signal, topology } = options;
    const { engines: _, ...local } = localOptions(options);
    const found = await planLocally({ ...local, topology, question, emit }, signal);
    signal.throwIfAborted();
    return redactAll(found, secretsIn(environmentOf(options)));
  });
}
