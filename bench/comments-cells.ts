import { debaterOf } from "./comments-debate.ts";
import { addedFates, type Fate, fatesOf } from "./comments-fates.ts";
import { added, type Sums, sumsOf } from "./comments-score.ts";
import { type CommentWorld, commentScene } from "./comments-world.ts";
import type { Engine } from "./simulate-engine.ts";

export interface CommentCell {
  readonly name: string;
  readonly world: CommentWorld;
  readonly changes: number;
}

/** Sums of a cell in groups of changes, from which intervals are computed. */
export interface CommentResult {
  readonly name: string;
  readonly groups: readonly Sums[];
  readonly fates: readonly Fate[];
}

const groupCount = 20;

export const vendors = { 5: ["x", "y", "x", "y", "z"], 3: ["x", "y", "x"] } as const;

/** Calibrated on version 0.1.0; see docs/simulation.md. */
export const replayed: CommentWorld = {
  vendors: vendors[5],
  accuracy: 0.8,
  correlation: 0,
  defects: [1, 2, 2, 3, 3, 3, 4, 5],
  hidden: 0.23,
  recall: 0.56,
  lures: 250,
  falseClaims: 1.5,
  severe: { real: [0.14, 0.42], lure: [0.05, 0.35] },
  sensitive: { real: 0.12, lure: 0.12 },
  severityNoise: 0.01,
  sites: { home: 0.58, near: 0.18, far: 0.12 },
  crowded: 0.03,
  repeats: 0.05,
  closeness: [0.1, 1],
  recognises: 0.95,
  confuses: 0.1,
  knowsOriginal: 0.97,
  consistency: 0.5,
  repetition: 0.8,
  concedes: { real: 0.18, lure: 0.95 },
  judgeFlip: 0.03,
};

export const accuracies = [0.7, 0.8, 0.9] as const;
export const correlations = [0, 0.5] as const;
export const panels = [5, 3] as const;

/** The grid of the table; clean changes, which are the same world without a defect; and both once more with stubborn advocates. */
export function cellsOf(world: CommentWorld, changes: number, cleanChanges: number): CommentCell[] {
  const grid = panels.flatMap((seats) =>
    accuracies.flatMap((accuracy) =>
      correlations.map((correlation) => ({
        name: nameOf(seats, accuracy, correlation),
        world: { ...world, vendors: vendors[seats], accuracy, correlation },
        changes,
      })),
    ),
  );
  const clean = correlations.map((correlation) => ({
    name: cleanName(correlation),
    world: { ...world, correlation, defects: [0] },
    changes: cleanChanges,
  }));
  const stubborn = { ...world, concedes: stubbornness };
  return [
    ...grid,
    ...clean,
    { name: stubbornName, world: stubborn, changes },
    { name: cleanStubbornName, world: { ...stubborn, defects: [0] }, changes: cleanChanges },
  ];
}

/** Advocates that hardly ever give up, against what the calibration suggests. */
const stubbornness = { real: 0.05, lure: 0.3 };
export const stubbornName = "stubborn advocates";
export const cleanStubbornName = "clean, stubborn advocates";

export function nameOf(seats: number, accuracy: number, correlation: number): string {
  return `${seats} seats a=${accuracy} ρ=${correlation}`;
}

export function cleanName(correlation: number): string {
  return `clean ρ=${correlation}`;
}

export async function runCommentCell(
  { name, world, changes }: CommentCell,
  seed: string,
  engine: Engine,
): Promise<CommentResult> {
  const hold = debaterOf(engine);
  const groups = Array.from({ length: groupCount }, () => added([]));
  let fates: Fate[] = [];
  for (let repetition = 0; repetition < changes; repetition++) {
    const scene = commentScene(world, seed, repetition);
    const debated = await hold(scene);
    const index = Math.floor((repetition * groupCount) / changes);
    groups[index] = added([...groups.slice(index, index + 1), sumsOf(scene, debated)]);
    fates = addedFates([...fates, ...fatesOf(scene, debated)]);
  }
  return { name, groups, fates };
}
