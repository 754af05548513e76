import { ReviewError } from "../../domain/errors.ts";
import { plural } from "../../text/text.ts";
import type { CaseRun, ReviewedCase } from "./evaluation.ts";
import { sumUsage } from "./outcome.ts";

/** A wrong name is reported after the first reviewed case, before the others cost anything. */
export function checkSingle(wanted: string | null, seats: readonly string[]): void {
  if (wanted === null || wanted === "best" || seats.length === 0 || seats.includes(wanted)) return;
  throw new ReviewError(`--single ${wanted} is not a seat of this panel.`, `Name one of ${seats.join(", ")}.`);
}

/** Without a reviewed case there is nothing to measure, and usually a single mistake to correct. */
export function refuseEmpty(runs: readonly CaseRun[]): void {
  const [first] = runs;
  if (first === undefined || runs.some(({ panel }) => typeof panel !== "string") || typeof first.panel !== "string")
    return;
  throw new ReviewError(
    `None of ${plural(runs.length, "case")} could be reviewed. ${first.case.id}: ${first.panel}`,
    "Correct this, and run eval again.",
  );
}

/** How many times the panel costs what one run of the single reviewer does: in dollars, or in tokens where a price is unknown. */
export function costRatio(runs: readonly CaseRun[]): number {
  const usages = (which: (run: CaseRun) => readonly (ReviewedCase | string)[]) =>
    sumUsage(runs.flatMap(which).flatMap((one) => (typeof one === "string" ? [] : [one.review.usage])));
  const [panel, single] = [usages((run) => [run.panel]), usages((run) => run.single)];
  if (panel.costUsd !== null && single.costUsd !== null && single.costUsd > 0) return panel.costUsd / single.costUsd;
  return single.tokens === 0 ? 1 : panel.tokens / single.tokens;
}

/** The model seats of all reviewed cases. */
export function modelSeatsIn(runs: readonly CaseRun[]): string[] {
  const seats = runs.flatMap(({ panel }) => (typeof panel === "string" ? [] : panel.review.panel.seats));
  return [...new Set(seats.filter(({ view, counted }) => counted && view !== undefined).map(({ name }) => name))];
}

/** Below this, a bootstrap over cases gives intervals that are too narrow. */
const enoughCases = 20;

/** What limits the figures. */
export function notesOf(wanted: string | null, seats: readonly string[], cases: number): readonly string[] {
  return [
    ...(seats.length === 0 ? ["No model sits on this panel: the figures are those of the offline rules."] : []),
    ...(seats.length > 0 && wanted === "best"
      ? ["The single reviewer is the seat that did best alone on these cases, which favours it."]
      : []),
    ...(cases < enoughCases
      ? [`With ${plural(cases, "case")} the interval of F1 is too narrow; use ${enoughCases} or more.`]
      : []),
  ];
}
