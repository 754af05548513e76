import type { Review } from "../domain/review.ts";
import type { RuleInfo } from "../domain/rule-info.ts";

type WithRules = Pick<Review, "rules">;

/** What is known of a rule; null where nothing is, as for a finding of an earlier version. */
export function ruleNamed({ rules }: WithRules, id: string): RuleInfo | null {
  return rules.find((rule) => rule.id === id) ?? null;
}

/** The rule's id as Markdown, leading to its documentation where it has some. Ids are made of a-z, 0-9 and -. */
export function ruleLink(review: WithRules, id: string): string {
  const url = ruleNamed(review, id)?.url ?? null;
  return url === null ? `\`${id}\`` : `[\`${id}\`](${url})`;
}

/** "javascript-sql-injection: https://…", one for each rule that is named. */
export function ruleLines({ rules }: WithRules): readonly string[] {
  return rules.map(({ id, url }) => `${id}: ${url ?? "a rule of this repository"}`);
}
