/** The package as programs import it (docs/sdk.md). Names that are exported here stay. */
export type { ChangedFile } from "../../domain/change.ts";
export type { FreeDebate } from "../../domain/discussion/free-debate.ts";
export { ReviewError } from "../../domain/errors.ts";
export type { DebateEvent } from "../../domain/events.ts";
export type { Finding } from "../../domain/finding.ts";
export type { Plan } from "../../domain/plan.ts";
export type { ChangeSource, Contents, RawChange } from "../../domain/ports.ts";
export type { Provider, ProviderReply, ProviderRequest } from "../../domain/provider.ts";
export type { Review } from "../../domain/review.ts";
export type { Vendor } from "../../panel/vendors/vendor.ts";
export type { Replay } from "../../review/replay.ts";
export { adjudicateAgain as adjudicate, type DebateOptions, startDebate as debate } from "./debate.ts";
export type { CommonOptions } from "./options.ts";
export { type DebateFormat, type PlanFormat, type ReviewFormat, renderResult as render } from "./render.ts";
export { replay } from "./replay.ts";
export {
  type Debate360Options,
  debate360,
  estimateReview as estimate,
  type ReviewOptions,
  startPlan as plan,
  startReview as review,
} from "./review-and-plan.ts";
export type { Pending as Run } from "./run.ts";
export type { ModelAnswer, ModelQuestion as Question, ModelSeat, RuleFile, RuleFinding, RuleSeat } from "./seats.ts";
