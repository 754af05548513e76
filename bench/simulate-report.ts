import { markdownTable } from "./marked-section.ts";
import { askable } from "./simulate-agents.ts";
import { type Fate, type Strategy, type StrategyRow, strategies } from "./simulate-cell.ts";
import type { Simulated } from "./simulate-grid.ts";
import {
  averages,
  fateTable,
  type Measure,
  mean,
  ours,
  percent,
  rowOf,
  signed,
  sum,
  variationTable,
} from "./simulate-tables.ts";

/** In how many cells `ours` is better or worse than a baseline by more than the margin of noise, by F1. */
export interface Comparison {
  readonly baseline: Strategy;
  readonly won: number;
  readonly tied: number;
  readonly lost: number;
  readonly meanMargin: number;
  readonly worst: { readonly name: string; readonly margin: number };
}

const whatIf: Strategy = "what if: ties dropped too";
const baselines = strategies.filter((strategy) => !ours.includes(strategy) && strategy !== whatIf);
/** Differences up to here are called a tie: the 95 % interval of one figure is about as wide. */
const noise = 0.02;

export function compared(cells: readonly Simulated[], own: Strategy, measure: Measure = "all"): Comparison[] {
  return baselines.map((baseline) => {
    const margins = cells.map(({ name, rows }) => ({
      name,
      margin: rowOf(rows, own)[measure].f1 - rowOf(rows, baseline)[measure].f1,
    }));
    return {
      baseline,
      won: margins.filter(({ margin }) => margin > noise).length,
      lost: margins.filter(({ margin }) => margin < -noise).length,
      tied: margins.filter(({ margin }) => Math.abs(margin) <= noise).length,
      meanMargin: mean(margins.map(({ margin }) => margin)),
      worst: margins.reduce((a, b) => (b.margin < a.margin ? b : a)),
    };
  });
}

/** The generated part of docs/simulation.md. */
export function reportOf(cells: readonly Simulated[], varied: readonly Simulated[], repetitions: number): string {
  return [
    `${cells.length} cells, ${repetitions} changes in each, the same changes for every strategy.`,
    inWords(cells),
    "## Means over the grid",
    meansTable(cells),
    "## Other worlds",
    "The centre of the grid (r=0.5, h=3, p=0.75, c=0.3) with one assumption changed at a time. F1 of all findings; the last two columns are false findings shown on each change.",
    variationTable(varied),
  ].join("\n\n");
}

/** The tables for somebody who changes the protocol. */
export function tablesOf(cells: readonly Simulated[]): string {
  return [
    `Cells won and lost, by F1 of all findings and of P0 alone; a difference of at most ${noise} is a tie.`,
    ...ours.map((own) => `${own}\n\n${comparisonTable(cells, own)}`),
    `F1 of "${ours[1]}" minus F1 of the best baseline that makes as many calls, mean over the other two axes.`,
    marginTable(cells),
    "How claims of one kind ended that the seats had judged alike.",
    fateTable(cells),
  ].join("\n\n");
}

function inWords(cells: readonly Simulated[]): string {
  const lines = ours.flatMap((own) => [
    ...compared(cells, own).map(({ baseline, won, tied, lost, worst }) => {
      const verdict = won > lost * 2 ? "beats" : lost > won * 2 ? "loses to" : "has no clear lead over";
      return `- "${own}" ${verdict} "${baseline}": better in ${share(won, cells)}, worse in ${share(lost, cells)}, level in ${share(tied, cells)} of the cells; at worst ${signed(worst.margin)} F1 (${worst.name}).`;
    }),
  ]);
  const [shown, dropped] = ours.map((own) => averages(cells, own));
  const union = averages(cells, "union of 3");
  const vote = averages(cells, "2 of 3");
  const tied = averages(cells, whatIf);
  return [
    ...lines,
    `- Of what the union of the same three reviews finds (recall ${percent(union.all.recall)}), our debate keeps recall ${percent(shown?.all.recall ?? 0)} with disputed findings shown and ${percent(dropped?.all.recall ?? 0)} without, and raises precision from ${percent(union.all.precision)} to ${percent(shown?.all.precision ?? 0)} and ${percent(dropped?.all.precision ?? 0)}. The vote of 2 of 3 has precision ${percent(vote.all.precision)} and recall ${percent(vote.all.recall)}.`,
    `- Dropping also the unprotected findings that as many seats dispute as confirm would give precision ${percent(tied.all.precision)} and recall ${percent(tied.all.recall)} (F1 ${tied.all.f1.toFixed(3)} instead of ${dropped?.all.f1.toFixed(3)}).`,
    whatIfLine(cells),
    ...ruleLines(cells),
    `- Our debate makes ${dropped?.calls.toFixed(1)} calls a change on average: ${callsLine(cells)}.`,
  ].join("\n");
}

function whatIfLine(cells: readonly Simulated[]): string {
  const margins = cells.map(({ rows }) => rowOf(rows, whatIf).all.f1 - rowOf(rows, "ours, disputed dropped").all.f1);
  const [better, worse] = [margins.filter((margin) => margin > noise), margins.filter((margin) => margin < -noise)];
  return `- That would be better than "ours, disputed dropped" in ${share(better.length, cells)} and worse in ${share(worse.length, cells)} of the cells.`;
}

/** What single rules did, as counts of true and false claims. */
function ruleLines(cells: readonly Simulated[]): string[] {
  const fates = cells.flatMap((cell) => cell.fates);
  const count = (wanted: (fate: Fate) => boolean): string => {
    const [real, wrong] = [true, false].map((is) =>
      sum(fates.filter((fate) => fate.real === is && wanted(fate)).map((fate) => fate.count)),
    );
    return `${real} true and ${wrong} false`;
  };
  const isTie = ({ guarded, agree, dispute, raisers }: Fate) =>
    !guarded && dispute > 0 && dispute >= agree + raisers - 1;
  const twoToOne = ({ guarded, raisers, dispute }: Fate) => guarded && raisers === 2 && dispute > 0;
  return [
    `- Unprotected findings that were accepted though as many seats disputed as confirmed them: ${count((fate) => isTie(fate) && fate.end === "accepted")}.`,
    `- Unprotected findings that the ballot removed: ${count(({ end }) => end === "ballot")}; that validation removed: ${count(({ end }) => end === "validation")}.`,
    `- Protected findings that a hearing removed: ${count(({ guarded, end }) => guarded && end === "hearing")}; that stayed disputed: ${count(({ guarded, end }) => guarded && end === "disputed")}.`,
    `- Protected findings that two of the three seats raised and the third disputed: ${count(twoToOne)}, each heard; removed: ${count((fate) => twoToOne(fate) && fate.end === "hearing")}. With one seat left to object, the bar of two objecting seats cannot be reached.`,
  ];
}

function callsLine(cells: readonly Simulated[]): string {
  return askable.map((stage) => `${mean(cells.map(({ asked }) => asked[stage])).toFixed(1)} ${stage}`).join(", ");
}

function meansTable(cells: readonly Simulated[]): string {
  const rows = strategies.map((strategy) => {
    const { all, p0, falsePerChange, calls } = averages(cells, strategy);
    const scores = [all, p0].flatMap(({ precision, recall, f1 }) =>
      [precision, recall, f1].map((value) => value.toFixed(2)),
    );
    return [strategy, ...scores, falsePerChange.toFixed(2), calls.toFixed(1)];
  });
  return markdownTable(
    ["strategy", "precision", "recall", "F1", "P0 precision", "P0 recall", "P0 F1", "false a change", "calls"],
    rows,
  );
}

function comparisonTable(cells: readonly Simulated[], own: Strategy): string {
  const p0 = compared(cells, own, "p0");
  const rows = compared(cells, own).map(({ baseline, won, tied, lost, meanMargin, worst }, index) => {
    const urgent = p0[index];
    return [
      baseline,
      `${won} / ${tied} / ${lost}`,
      signed(meanMargin),
      `${worst.name} (${signed(worst.margin)})`,
      urgent === undefined ? "" : `${urgent.won} / ${urgent.tied} / ${urgent.lost}`,
      signed(urgent?.meanMargin ?? 0),
    ];
  });
  return markdownTable(
    ["baseline", "won / tied / lost", "mean margin", "worst cell", "P0: won / tied / lost", "P0: mean margin"],
    rows,
  );
}

function marginTable(cells: readonly Simulated[]): string {
  const best = (rows: readonly StrategyRow[]): number =>
    Math.max(
      ...(["single × n, union", "single × n, best vote", "panel × n, union", "panel × n, best vote"] as const).map(
        (strategy) => rowOf(rows, strategy).all.f1,
      ),
    );
  const axes = ["recall", "falseClaims", "accuracy", "correlation"] as const;
  const labels = {
    recall: "r, recall of a review",
    falseClaims: "h, false claims a review",
    accuracy: "p, voters right",
    correlation: "c, correlation",
  };
  const rows = axes.map((axis) => {
    const values = [...new Set(cells.map(({ world }) => world[axis]))];
    return [
      labels[axis],
      ...values.map((value) => {
        const own = cells.filter(({ world }) => world[axis] === value);
        return `${value}: ${signed(mean(own.map(({ rows }) => rowOf(rows, "ours, disputed dropped").all.f1 - best(rows))))}`;
      }),
    ];
  });
  return markdownTable(["axis", "low", "middle", "high"], rows);
}

function share(count: number, cells: readonly Simulated[]): string {
  return percent(count / cells.length);
}
