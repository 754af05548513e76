import type { Platform } from "../domain/change.ts";
import type { DebateEvent } from "../domain/events.ts";
import type { Plan } from "../domain/plan.ts";
import type { Review } from "../domain/review.ts";
import { checkOptions } from "./check-options.ts";
import { startPlan } from "./plan.ts";
import { type ReviewOptions, startReview } from "./review.ts";
import { type Pending, start } from "./run.ts";

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
export function debate360(options: Debate360Options & { readonly mode: "plan" }): Pending<Plan, DebateEvent>;
export function debate360(
  options: Debate360Options & { readonly mode?: "review" | undefined },
): Pending<Review, DebateEvent>;
export function debate360(options: Debate360Options): Pending<Review | Plan, DebateEvent> {
  return start(async (emit) => {
    checkOptions("debate360", options);
    const { question, mode = "review", agents, platform, confidenceThreshold, topology, ...rest } = options;
    const platforms = platform === undefined || platform === "general" ? undefined : [platform];
    const given = { ...rest, seats: agents, platforms, confidence: confidenceThreshold };
    const run =
      mode === "plan"
        ? startPlan(question, { ...given, topology })
        : startReview({ ...given, topology, focus: question });
    for await (const event of run) emit(event);
    return run.result;
  });
}
