import { Worker } from "node:worker_threads";
import type { CellResult } from "./simulate-cell.ts";
import type { World } from "./simulate-world.ts";

/** One point of the grid, or one variation of its centre. */
export interface Task {
  readonly name: string;
  readonly world: World;
}

export interface Simulated extends Task, CellResult {}

export const centre: World = {
  recall: 0.5,
  falseClaims: 3,
  accuracy: 0.75,
  correlation: 0.3,
  repetition: 0.5,
  judgeAccuracy: 0.8,
  judgeFlip: 0.1,
  stubbornness: 0.8,
  severityNoise: 0.2,
  lures: 24,
  invented: 0.5,
  bugs: [
    { severity: "P0", category: "security" },
    { severity: "P0", category: "crash" },
    { severity: "P1", category: "privacy" },
    { severity: "P1", category: "correctness" },
    { severity: "P2", category: "error-handling" },
  ],
  families: ["vendor-x", "vendor-y", "vendor-x"],
};

const axes = {
  recall: [0.3, 0.5, 0.7],
  falseClaims: [1, 3, 6],
  accuracy: [0.6, 0.75, 0.9],
  correlation: [0, 0.3, 0.6],
};

export const grid: readonly Task[] = axes.recall.flatMap((recall) =>
  axes.falseClaims.flatMap((falseClaims) =>
    axes.accuracy.flatMap((accuracy) =>
      axes.correlation.map((correlation) => ({
        name: `r=${recall} h=${falseClaims} p=${accuracy} c=${correlation}`,
        world: { ...centre, recall, falseClaims, accuracy, correlation },
      })),
    ),
  ),
);

export const variations: readonly Task[] = [
  { name: "centre of the grid", world: centre },
  { name: "judges right 60 %", world: { ...centre, judgeAccuracy: 0.6 } },
  { name: "judges right 95 %", world: { ...centre, judgeAccuracy: 0.95 } },
  { name: "seats never change their mind", world: { ...centre, stubbornness: 1 } },
  { name: "seats change their mind often (50 %)", world: { ...centre, stubbornness: 0.5 } },
  { name: "severities always right", world: { ...centre, severityNoise: 0 } },
  { name: "three vendors", world: { ...centre, families: ["vendor-x", "vendor-y", "vendor-z"] } },
  { name: "one vendor", world: { ...centre, families: ["vendor-x", "vendor-x", "vendor-x"] } },
  { name: "further reviews are independent", world: { ...centre, repetition: 0 } },
  { name: "further reviews bring nothing new", world: { ...centre, repetition: 1 } },
  { name: "8 lures: seats imagine the same", world: { ...centre, lures: 8 } },
  { name: "195 lures: every line", world: { ...centre, lures: 195 } },
  {
    name: "one planted bug (P1 correctness)",
    world: { ...centre, bugs: [{ severity: "P1", category: "correctness" }] },
  },
  { name: "a clean change", world: { ...centre, bugs: [] } },
];

/** Runs the tasks on two threads; the result does not depend on which thread ran what. */
export async function simulate(tasks: readonly Task[], repetitions: number, seed: string): Promise<Simulated[]> {
  const results = new Map<string, CellResult>();
  const halves = [0, 1].map((half) => tasks.filter((_, index) => index % 2 === half));
  await Promise.all(halves.map((half) => runInThread(half, repetitions, seed, results)));
  return tasks.map((task) => {
    const result = results.get(task.name);
    if (result === undefined) throw new Error(`no result for ${task.name}`);
    return { ...task, ...result };
  });
}

/** What a thread is given, and what it sends back for each task. */
export interface ThreadWork {
  readonly tasks: readonly Task[];
  readonly repetitions: number;
  readonly seed: string;
}
export interface ThreadResult {
  readonly name: string;
  readonly result: CellResult;
}

function runInThread(
  tasks: readonly Task[],
  repetitions: number,
  seed: string,
  results: Map<string, CellResult>,
): Promise<void> {
  const workerData: ThreadWork = { tasks, repetitions, seed };
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./simulate-thread.ts", import.meta.url), { workerData });
    worker.on("message", ({ name, result }: ThreadResult) => results.set(name, result));
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}
