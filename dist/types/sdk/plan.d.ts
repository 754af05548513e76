import type { DebateEvent } from "../domain/events.js";
import type { TopologyName } from "../domain/known-names.js";
import type { Plan } from "../domain/plan.js";
import { type CommonOptions } from "./options.js";
import { type Pending } from "./run.js";
export interface PlanOptions extends CommonOptions {
	readonly topology?: TopologyName | undefined;
}
/** Argues an implementation plan for a question. The result `failed` says that there is none, and why. */
export declare function startPlan(question: string, options?: PlanOptions): Pending<Plan, DebateEvent>;
