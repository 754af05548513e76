import type { Finding } from "../../domain/finding.ts";
import type { Usage } from "../../domain/panel.ts";
import type { Review } from "../../domain/review.ts";
import type { CaseRun, ReviewedCase, Spent } from "./evaluation.ts";
import type { Counts } from "./figures.ts";
import { type Matched, matchOneToOne } from "./match.ts";

/** The findings that a reader of the pull request sees: accepted and disputed ones. */
export function posted({ findings }: Review): readonly Finding[] {
  return findings.filter(({ status }) => status === "accepted" || status === "disputed");
}

/** The seats' own findings: everything that passed the gate, whether or not it survived. */
export function raised(review: Review): readonly Finding[] {
  return [...posted(review), ...review.eliminated.filter(({ eliminatedAt }) => eliminatedAt !== "gate")];
}

export function raisedBy(seat: string) {
  return (review: Review): readonly Finding[] => raised(review).filter((finding) => finding.raisedBy.includes(seat));
}

export function caseCounts(
  run: CaseRun,
  outcome: ReviewedCase | string,
  which: (review: Review) => readonly Finding[],
): Counts {
  return counted(matched(run, outcome, which), run.case.findings.length);
}

export function matched(
  { case: { findings: labels } }: CaseRun,
  outcome: ReviewedCase | string,
  which: (review: Review) => readonly Finding[],
): readonly Matched<Finding>[] {
  return typeof outcome === "string" ? [] : matchOneToOne(which(outcome.review), labels, outcome.about);
}

export function counted(all: readonly Matched<Finding>[], labels: number): Counts {
  const right = all.filter(({ label }) => label !== null).length;
  return {
    right,
    wrong: all.length - right,
    repeated: all.filter(({ repeats }) => repeats).length,
    missed: labels - right,
  };
}

/** The seats of all panels, in the order of the first that has them: models, and the rule engines that raised something. */
export function seatsIn(runs: readonly CaseRun[]): readonly string[] {
  const reviews = reviewsOf(runs, ({ panel }) => [panel]);
  const speaking = new Set(reviews.flatMap((review) => raised(review).flatMap((finding) => finding.raisedBy)));
  const seats = reviews
    .flatMap(({ panel }) => panel.seats)
    .filter(({ name, view }) => view !== undefined || speaking.has(name));
  return [...new Set(seats.map(({ name }) => name))];
}

export function reviewsOf(
  runs: readonly CaseRun[],
  which: (run: CaseRun) => readonly (ReviewedCase | string)[],
): readonly Review[] {
  return runs.flatMap(which).flatMap((one) => (typeof one === "string" ? [] : [one.review]));
}

export function spent(runs: readonly CaseRun[], which: (run: CaseRun) => readonly (ReviewedCase | string)[]): Spent {
  return sumUsage(reviewsOf(runs, which).map(({ usage }) => usage));
}

export function sumUsage(usages: readonly Omit<Usage, "seats">[]): Spent {
  const known = usages.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  return {
    calls: usages.reduce((sum, { calls }) => sum + calls, 0),
    tokens: usages.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    costUsd: known.length < usages.length ? null : known.reduce((sum, cost) => sum + cost, 0),
  };
}

/**
 * A review that is incomplete may have missed defects because an answer is missing. Its findings count, and its case is
 * named.
 */
export function isReviewed({ result, coverage, panel }: Review): boolean {
  return result !== "inconclusive" && panel.state !== "failed" && coverage.complete;
}
