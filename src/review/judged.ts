import type { Change } from "../domain/change.ts";
import type { Review } from "../domain/review.ts";
import type { VerdictFacts } from "../verdict/facts.ts";

/** A review with all that decided its verdict: people may decide something about its findings later on. */
export interface Judged {
  readonly review: Review;
  readonly facts: VerdictFacts;
  /** What was read; left out where nothing was. */
  readonly change?: Change;
}
