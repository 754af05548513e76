import type { Emit } from "../../domain/events.ts";
import { bestAlone, evaluateRuns } from "../../review/evaluation/evaluate.ts";
import type { CaseRun, Evaluation, ReviewedCase } from "../../review/evaluation/evaluation.ts";
import { checkSingle, costRatio, modelSeatsIn, notesOf, refuseEmpty } from "../../review/evaluation/runs.ts";
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

function said(outcome: ReviewedCase | string): string {
  return typeof outcome === "string" ? `not reviewed: ${outcome}` : outcome.review.title;
}
