import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import { bestAlone, evaluateRuns } from "../evaluation/evaluate.ts";
import type { CaseRun, Evaluation, ReviewedCase } from "../evaluation/evaluation.ts";
import { sumUsage } from "../evaluation/outcome.ts";
import { plural } from "../text/text.ts";
import type { LocalReviewOptions } from "./local-options.ts";
import { type CaseOptions, type PlacedCase, reviewCase } from "./review-case.ts";

export interface EvaluationOptions extends CaseOptions {
  readonly cases: readonly PlacedCase[];
  /** The seats of the panel, instead of those of the settings. */
  readonly choice: LocalReviewOptions["choice"];
  /** The seat to compare the panel with; `best` is the one that did best alone, null none. */
  readonly single: string | null;
  readonly emit: Emit;
}

/** The most runs of the single reviewer, however little one costs. */
const mostRuns = 9;

/**
 * Reviews each case with the panel, then with one of its seats as often as the panel's cost allows, and measures both. Complete reviews are
 * kept in `.debate`, so that a run that was interrupted goes on. A case that cannot be reviewed is named and does not stop the others.
 */
export async function evaluateLocally(options: EvaluationOptions, signal: AbortSignal): Promise<Evaluation> {
  const { cases, emit, single: wanted } = options;
  const runs: CaseRun[] = [];
  for (const [index, one] of cases.entries()) {
    const panel = await reviewCase(one, { run: "panel", choice: options.choice }, options, signal);
    emit({ type: "note", text: `Case ${index + 1} of ${cases.length}, ${one.case.id}: ${said(panel)}` });
    runs.push({ case: one.case, panel, single: [] });
    checkSingle(wanted, modelSeatsIn(runs));
  }
  refuseEmpty(runs);
  const seats = modelSeatsIn(runs);
  const name = wanted === "best" ? bestAlone(runs, seats) : wanted;
  const notes = notesOf(wanted, seats, cases.length);
  if (name === null || seats.length === 0) return evaluateRuns(runs, null, notes);
  return evaluateRuns(await withSingle(runs, name, options, signal), name, notes);
}

/** A wrong name is reported after the first reviewed case, before the others cost anything. */
function checkSingle(wanted: string | null, seats: readonly string[]): void {
  if (wanted === null || wanted === "best" || seats.length === 0 || seats.includes(wanted)) return;
  throw new ReviewError(`--single ${wanted} is not a seat of this panel.`, `Name one of ${seats.join(", ")}.`);
}

/** Without a reviewed case there is nothing to measure, and usually a single mistake to correct. */
function refuseEmpty(runs: readonly CaseRun[]): void {
  const [first] = runs;
  if (first === undefined || runs.some(({ panel }) => typeof panel !== "string") || typeof first.panel !== "string")
    return;
  throw new ReviewError(
    `None of ${plural(runs.length, "case")} could be reviewed. ${first.case.id}: ${first.panel}`,
    "Correct this, and run eval again.",
  );
}

/** Runs the seat alone on all cases, and again while this keeps its cost at or below that of the panel, to the nearest run. */
async function withSingle(
  runs: readonly CaseRun[],
  name: string,
  options: EvaluationOptions,
  signal: AbortSignal,
): Promise<readonly CaseRun[]> {
  let done = runs;
  let times = 1;
  for (let run = 1; run <= times; run += 1) {
    const next: CaseRun[] = [];
    for (const [index, one] of done.entries()) {
      const found = options.cases[index];
      if (found === undefined) continue;
      const outcome = await reviewCase(found, { run: `${name}-${run}`, choice: [name] }, options, signal);
      options.emit({ type: "note", text: `${name} alone, run ${run}, ${found.case.id}: ${said(outcome)}` });
      next.push({ ...one, single: [...one.single, outcome] });
    }
    done = next;
    if (run === 1) times = Math.min(mostRuns, Math.max(1, Math.round(costRatio(done))));
  }
  return done;
}

/** How many times the panel costs what one run of the single reviewer does: in dollars, or in tokens where a price is unknown. */
function costRatio(runs: readonly CaseRun[]): number {
  const usages = (which: (run: CaseRun) => readonly (ReviewedCase | string)[]) =>
    sumUsage(runs.flatMap(which).flatMap((one) => (typeof one === "string" ? [] : [one.review.usage])));
  const [panel, single] = [usages((run) => [run.panel]), usages((run) => run.single)];
  if (panel.costUsd !== null && single.costUsd !== null && single.costUsd > 0) return panel.costUsd / single.costUsd;
  return single.tokens === 0 ? 1 : panel.tokens / single.tokens;
}

function modelSeatsIn(runs: readonly CaseRun[]): string[] {
  const seats = runs.flatMap(({ panel }) => (typeof panel === "string" ? [] : panel.review.panel.seats));
  return [...new Set(seats.filter(({ view, counted }) => counted && view !== undefined).map(({ name }) => name))];
}

/** Below this, a bootstrap over cases gives intervals that are too narrow. */
const enoughCases = 20;

function notesOf(wanted: string | null, seats: readonly string[], cases: number): readonly string[] {
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

function said(outcome: ReviewedCase | string): string {
  return typeof outcome === "string" ? `not reviewed: ${outcome}` : outcome.review.title;
}
