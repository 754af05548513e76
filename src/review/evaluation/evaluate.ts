import { plural } from "../../text/text.ts";
import type { CaseFigures, CaseRun, Contribution, Evaluation, Spent, System, SystemKind } from "./evaluation.ts";
import { bootstrap, type Counts, f1Of, figuresOf, type Measured, sumOf, wilson } from "./figures.ts";
import { type About, isFindingOf, matchOneToOne, type Repeated, severalRuns } from "./match.ts";
import {
  caseCounts,
  counted,
  isReviewed,
  matched,
  posted,
  raised,
  raisedBy,
  reviewsOf,
  seatsIn,
  spent,
  sumUsage,
} from "./outcome.ts";

/** Measures a panel on cases. A case without a review counts as one whose defects were all missed. */
export function evaluateRuns(runs: readonly CaseRun[], single: string | null, notes: readonly string[]): Evaluation {
  const panel = system(
    "panel",
    "panel",
    runs.map((run) => caseCounts(run, run.panel, posted)),
    spent(runs, ({ panel: one }) => [one]),
  );
  const before = system(
    "before",
    "before the debate",
    runs.map((run) => caseCounts(run, run.panel, raised)),
    null,
  );
  const names = seatsIn(runs);
  const alone = names.map((seat) =>
    system(
      "seat",
      seat,
      runs.map((run) => caseCounts(run, run.panel, raisedBy(seat))),
      null,
    ),
  );
  const repeated = single === null ? [] : singleSystems(runs, single);
  const silent = single === null ? null : unanswered(runs, single);
  const cases = runs.map(caseFigures);
  const clean = cases.filter(({ labels, problem }) => labels === 0 && problem === null);
  const [best] = repeated.toSorted((one, other) => (other.system.f1?.value ?? 0) - (one.system.f1?.value ?? 0));
  return {
    systems: [panel.system, before.system, ...alone.map((one) => one.system), ...repeated.map((one) => one.system)],
    seats: names.map((seat) => contribution(seat, runs)),
    difference: best === undefined || silent !== null ? null : differenceOf(panel.cases, best.cases),
    clean: {
      cases: clean.length,
      quiet: wilson(clean.filter(({ counts }) => counts.wrong === 0).length, clean.length),
      blocked: wilson(clean.filter(({ blocked }) => blocked).length, clean.length),
    },
    cases,
    incomplete: silent === null ? [] : [silent],
    notes: [...notes, ...failedSeats(runs, names)],
  };
}

/** The seat that did best alone, by F1; the first of several. Null where `seats` is empty. */
export function bestAlone(runs: readonly CaseRun[], seats: readonly string[]): string | null {
  const scoreOf = (seat: string): number =>
    f1Of(sumOf(runs.map((run) => caseCounts(run, run.panel, raisedBy(seat))))) ?? 0;
  const scored = seats.map((seat) => ({ seat, score: scoreOf(seat) }));
  return scored.toSorted((one, other) => other.score - one.score)[0]?.seat ?? null;
}

/** An incomplete review of the single reviewer does not count as one without findings, so it is not compared. Null where all are complete. */
function unanswered(runs: readonly CaseRun[], name: string): string | null {
  const all = runs.flatMap(({ single }) => single);
  const [first, ...others] = all.flatMap((one) => {
    if (typeof one === "string") return [one];
    return isReviewed(one.review) ? [] : [one.review.reason];
  });
  if (first === undefined) return null;
  return `${name} alone: ${others.length + 1} of ${plural(all.length, "review")} ${others.length === 0 ? "is" : "are"} incomplete, so it is not compared with the panel. The first: ${first}`;
}

/** A seat that failed found nothing because it gave no answer: its own figures are too low there. */
function failedSeats(runs: readonly CaseRun[], names: readonly string[]): readonly string[] {
  const reviews = reviewsOf(runs, ({ panel }) => [panel]);
  return names.flatMap((name) => {
    const failed = reviews.filter(({ panel }) => panel.seats.some((seat) => seat.name === name && !seat.healthy));
    if (failed.length === 0) return [];
    return [`${name} failed in ${failed.length} of ${plural(reviews.length, "review")}: its figures are too low.`];
  });
}

interface Measurement {
  readonly system: System;
  readonly cases: readonly Counts[];
}

function system(kind: SystemKind, name: string, cases: readonly Counts[], usage: Spent | null): Measurement {
  return { system: { kind, name, counts: sumOf(cases), ...figuresOf(cases), usage }, cases };
}

/** The findings that any run reports, and with three runs or more also those that most of them report. */
function singleSystems(runs: readonly CaseRun[], name: string): readonly Measurement[] {
  const times = Math.max(0, ...runs.map(({ single }) => single.length));
  const usage = spent(runs, ({ single }) => single);
  const kinds: readonly Repeated[] = times < 3 ? ["any"] : ["any", "most"];
  return kinds.map((kind, index) => {
    const words = `${name} × ${times}${times < 3 ? "" : `, ${kind === "any" ? "in any run" : "in most runs"}`}`;
    return system(
      "single",
      words,
      runs.map((run) => singleCounts(run, kind)),
      // Both are the same runs.
      index === 0 ? usage : null,
    );
  });
}

function singleCounts(run: CaseRun, kind: Repeated): Counts {
  const reviews = run.single.filter((one) => typeof one !== "string");
  const groups = severalRuns(
    reviews.map(({ review }) => posted(review)),
    kind,
  );
  const about: About = (finding, label) =>
    reviews.some((one) => isFindingOf(one.review, finding) && one.about(finding, label));
  return counted(matchOneToOne(groups, run.case.findings, about), run.case.findings.length);
}

function differenceOf(panel: readonly Counts[], single: readonly Counts[]): Measured | null {
  const pairs = panel.flatMap((one, index) =>
    single[index] === undefined ? [] : [{ panel: one, single: single[index] }],
  );
  return bootstrap(pairs, (drawn) => {
    const [one, other] = [f1Of(sumOf(drawn.map((pair) => pair.panel))), f1Of(sumOf(drawn.map((pair) => pair.single)))];
    return one === null || other === null ? null : one - other;
  });
}

function caseFigures(run: CaseRun): CaseFigures {
  const {
    case: { id, findings },
    panel,
  } = run;
  const counts = caseCounts(run, panel, posted);
  const about = { id, labels: findings.length, counts };
  if (typeof panel === "string") return { ...about, problem: panel, blocked: false };
  const { result, reason } = panel.review;
  return { ...about, problem: isReviewed(panel.review) ? null : reason, blocked: result === "blocked" };
}

/** The contribution of one seat to the panel, over all cases. */
function contribution(seat: string, runs: readonly CaseRun[]): Contribution {
  const shown = runs.map((run) => matched(run, run.panel, posted));
  const all = runs.map((run) => matched(run, run.panel, raised));
  const own = shown.flat().filter(({ finding }) => finding.raisedBy.includes(seat));
  const only = own.filter(({ finding }) => finding.raisedBy.length === 1);
  const kept = new Set(shown.flat().map(({ label }) => label));
  const found = all.flat().filter(({ finding, label }) => label !== null && finding.raisedBy.includes(seat));
  return {
    seat,
    raised: all.flat().filter(({ finding }) => finding.raisedBy.includes(seat)).length,
    right: own.filter(({ label }) => label !== null).length,
    onlyRight: only.filter(({ label }) => label !== null).length,
    onlyWrong: only.filter(({ label }) => label === null).length,
    lost: found.filter(({ label }) => !kept.has(label)).length,
    ...sumUsage(
      reviewsOf(runs, ({ panel }) => [panel]).flatMap(({ usage }) => usage.seats.filter(({ name }) => name === seat)),
    ),
  };
}
