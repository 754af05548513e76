import { markdownTable } from "./marked-section.ts";
import type { Fate, Strategy, StrategyRow } from "./simulate-cell.ts";
import type { Simulated } from "./simulate-grid.ts";

export type Measure = "all" | "p0";

export const ours: readonly Strategy[] = ["ours, disputed shown", "ours, disputed dropped"];

export function fateTable(cells: readonly Simulated[]): string {
  const groups = new Map<string, Fate[]>();
  for (const fate of cells.flatMap(({ fates }) => fates)) {
    const { guarded, raisers, agree, dispute, end } = fate;
    const key = `${guarded ? "protected" : "other"}, raised by ${raisers}|${agree} : ${dispute}|${end}`;
    groups.set(key, [...(groups.get(key) ?? []), fate]);
  }
  const rows = [...groups].map(([key, fates]) => {
    const [real, wrong] = [true, false].map((wanted) =>
      fates.filter((fate) => fate.real === wanted).reduce((sum, { count }) => sum + count, 0),
    );
    return { cells: key.split("|"), real: real ?? 0, wrong: wrong ?? 0 };
  });
  const shown = rows
    .filter(({ real, wrong }) => real + wrong >= 200)
    .sort((a, b) => b.real + b.wrong - a.real - a.wrong);
  return markdownTable(
    ["finding", "agree : dispute", "end", "true", "false"],
    shown.map((row) => [...row.cells, `${row.real}`, `${row.wrong}`]),
  );
}

export function variationTable(varied: readonly Simulated[]): string {
  const columns = [...ours, "single", "union of 3", "2 of 3", "single × n, best vote", "panel × n, best vote"] as const;
  const rows = varied.map(({ name, rows: own, world }) => [
    name,
    ...columns.map((strategy) => (world.bugs.length === 0 ? "–" : rowOf(own, strategy).all.f1.toFixed(2))),
    rowOf(own, "ours, disputed shown").calls.toFixed(1),
    rowOf(own, "ours, disputed dropped").falsePerChange.toFixed(2),
    rowOf(own, "union of 3").falsePerChange.toFixed(2),
  ]);
  return markdownTable(["world", ...columns, "our calls", "ours (dropped): false", "union of 3: false"], rows);
}

/** Means of the figures over cells; F1 is the mean of F1s. */
export function averages(
  cells: readonly Simulated[],
  strategy: Strategy,
): Pick<StrategyRow, "all" | "p0" | "calls" | "falsePerChange"> {
  const rows = cells.map((cell) => rowOf(cell.rows, strategy));
  const score = (measure: Measure) => ({
    precision: mean(rows.map((row) => row[measure].precision)),
    recall: mean(rows.map((row) => row[measure].recall)),
    f1: mean(rows.map((row) => row[measure].f1)),
  });
  return {
    all: score("all"),
    p0: score("p0"),
    calls: mean(rows.map(({ calls }) => calls)),
    falsePerChange: mean(rows.map(({ falsePerChange }) => falsePerChange)),
  };
}

export function rowOf(rows: readonly StrategyRow[], strategy: Strategy): StrategyRow {
  const row = rows.find((one) => one.strategy === strategy);
  if (row === undefined) throw new Error(`no row for ${strategy}`);
  return row;
}

export function mean(values: readonly number[]): number {
  return sum(values) / Math.max(values.length, 1);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}

export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}
