import { debaterOf } from "./comments-debate.ts";
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
}

const groupCount = 20;

export const vendors = { 5: ["x", "y", "x", "y", "z"], 3: ["x", "y", "x"] } as const;

/** Calibrated on version 0.1.0; see docs/simulation.md. */
export const replayed: CommentWorld = {
  vendors: vendors[5],
  accuracy: 0.8,
  correlation: 0,
  defects: [1, 2, 2, 3, 3, 3, 4, 5],
  hidden: 0.22,
  recall: 0.6,
  lures: 53,
  falseClaims: 1.3,
  severe: { real: [0.12, 0.45], lure: [0.05, 0.35] },
  sensitive: { real: 0.12, lure: 0.04 },
  severityNoise: 0,
  sites: { home: 0.64, near: 0.16, far: 0.12 },
  crowded: 0.08,
  repeats: 0.02,
  closeness: [0.4, 1],
  willingness: 0.68,
  knowsOriginal: 0.76,
  consistency: 0.5,
  repetition: 0.8,
  concedes: { real: 0.16, lure: 0.86 },
  judgeFlip: 0.12,
};

export const accuracies = [0.7, 0.8, 0.9] as const;
export const correlations = [0, 0.5] as const;
export const panels = [5, 3] as const;

/** The grid of the table, then clean changes: the same world without a defect. */
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
  return [...grid, ...clean];
}

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
  for (let repetition = 0; repetition < changes; repetition++) {
    const scene = commentScene(world, seed, repetition);
    const index = repetition % groupCount;
    groups[index] = added([...groups.slice(index, index + 1), sumsOf(scene, await hold(scene))]);
  }
  return { name, groups };
}
