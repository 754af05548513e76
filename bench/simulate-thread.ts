import { parentPort, workerData } from "node:worker_threads";
import { runCell } from "./simulate-cell.ts";
import type { ThreadResult, ThreadWork } from "./simulate-grid.ts";

/** One thread of `simulate`: runs its tasks one after another. */
const { tasks, repetitions, seed }: ThreadWork = workerData;
for (const { name, world } of tasks) {
  const message: ThreadResult = { name, result: await runCell(world, repetitions, seed) };
  parentPort?.postMessage(message);
}
