import type { Shown } from "./simulate-strategies.ts";
import type { Scene } from "./simulate-world.ts";

/** What a strategy showed over all repetitions, pooled. `p0` counts only what is called P0: right iff it is a planted P0. */
export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** `right` of what was shown, `wrong` of what was shown, and how many there are to find. */
interface Count {
  right: number;
  wrong: number;
  planted: number;
}
export interface Counts {
  readonly all: Count;
  readonly p0: Count;
}

export function emptyCounts(): Counts {
  return { all: { right: 0, wrong: 0, planted: 0 }, p0: { right: 0, wrong: 0, planted: 0 } };
}

export function addTo({ all, p0 }: Counts, shown: readonly Shown[], scene: Scene): void {
  for (const { item, severity } of shown) {
    all[item?.real === true ? "right" : "wrong"] += 1;
    if (severity === "P0") p0[item?.real === true && item.severity === "P0" ? "right" : "wrong"] += 1;
  }
  const bugs = scene.items.filter(({ real }) => real);
  all.planted += bugs.length;
  p0.planted += bugs.filter(({ severity }) => severity === "P0").length;
}

export function sumOf(counts: readonly Counts[]): Counts {
  const total = emptyCounts();
  for (const part of counts) {
    for (const scope of ["all", "p0"] as const) {
      for (const key of ["right", "wrong", "planted"] as const) total[scope][key] += part[scope][key];
    }
  }
  return total;
}

/** Where nothing is shown, nothing shown is wrong; where nothing is planted, nothing is missed. */
export function scoreOf({ right, wrong, planted }: Count): Score {
  const precision = right + wrong === 0 ? 1 : right / (right + wrong);
  const recall = planted === 0 ? 1 : right / planted;
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

export function halfWidthOf(counts: readonly Counts[]): number {
  const without = counts.map((_, index) => scoreOf(sumOf(counts.filter((_count, other) => other !== index)).all).f1);
  const mean = without.reduce((sum, value) => sum + value, 0) / without.length;
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return 1.96 * Math.sqrt(((without.length - 1) / without.length) * squares);
}
