import type { Review } from "../domain/review.ts";
import { plural } from "../text/text.ts";

const stops: Readonly<Record<string, string>> = {
  "no-change": "another round changed nothing",
  repetition: "nothing new was said",
  "max-rounds": "all rounds were held",
  budget: "the budget was spent",
  "panel-lost": "too few seats were left",
  "one-reviewer": "only one reviewer took part",
};

/** The reason for the end of the debate, in words; null without a debate. */
export function stopOf({ stopReason, findings }: Pick<Review, "stopReason" | "findings">): string | null {
  if (stopReason === null) return null;
  if (stopReason === "agreed") return agreementOn(findings);
  return Object.hasOwn(stops, stopReason) ? (stops[stopReason] ?? stopReason) : stopReason;
}

/** Who abstains or disputes does not agree, so findings on which all others abstained are counted, and a disputed one is only settled. */
function agreementOn(findings: Review["findings"]): string {
  if (findings.some(({ votes }) => votes.dispute.length > 0)) return "no finding was left to debate";
  const alone = findings.filter(({ votes: { agree, dispute, abstain } }) => {
    return agree.length + dispute.length === 0 && abstain.length > 0;
  }).length;
  if (alone === 0) return "the seats agree";
  if (alone < findings.length)
    return `the seats that voted agree (on ${alone} of ${plural(findings.length, "finding")} all others abstained)`;
  return `no seat objects (on ${alone === 1 ? "the finding" : `all ${alone} findings`} all others abstained)`;
}
