import type { CaseRun, Contribution } from "./evaluation.ts";
import { matched, posted, raised, reviewsOf, sumUsage } from "./outcome.ts";

/** The contribution of one seat to the panel, over all cases. */
export function contribution(seat: string, runs: readonly CaseRun[]): Contribution {
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
