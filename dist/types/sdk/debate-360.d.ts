import type { Platform } from "../domain/change.js";
import type { DebateEvent } from "../domain/events.js";
import type { Plan } from "../domain/plan.js";
import type { Review } from "../domain/review.js";
import { type ReviewOptions } from "./review.js";
import { type Pending } from "./run.js";
/** The arguments of the tool `debate_360`. `agents` are seats, as in `seats`. */
export interface Debate360Options extends Omit<ReviewOptions, "seats" | "focus" | "platforms" | "confidence"> {
	readonly question: string;
	readonly mode?: "review" | "plan" | undefined;
	readonly agents?: ReviewOptions["seats"];
	readonly platform?: Platform | undefined;
	/** The debate ends when this share is agreed, in percent from 50 to 100. */
	readonly confidenceThreshold?: number | undefined;
}
/** A whole debate on a question: a review of the change, or a plan. */
export declare function debate360(options: Debate360Options & {
	readonly mode: "plan";
}): Pending<Plan, DebateEvent>;
export declare function debate360(options: Debate360Options & {
	readonly mode?: "review" | undefined;
}): Pending<Review, DebateEvent>;
