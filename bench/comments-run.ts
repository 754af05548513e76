import { Worker } from "node:worker_threads";
import type { CommentCell, CommentResult } from "./comments-cells.ts";

/** What a thread is given. `tree` is the checkout whose engine it runs, undefined for this one. */
export interface CommentWork {
  readonly cells: readonly CommentCell[];
  readonly seed: string;
  readonly tree: string | undefined;
}

/** Runs the cells on two threads; the result does not depend on which thread ran what. */
export async function simulateComments({ cells, ...rest }: CommentWork): Promise<CommentResult[]> {
  const results = new Map<string, CommentResult>();
  const halves = [0, 1].map((half) => cells.filter((_, index) => index % 2 === half));
  await Promise.all(halves.map((half) => runInThread({ cells: half, ...rest }, results)));
  return cells.map(({ name }) => {
    const result = results.get(name);
    if (result === undefined) throw new Error(`no result for ${name}`);
    return result;
  });
}

function runInThread(workerData: CommentWork, results: Map<string, CommentResult>): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./comments-thread.ts", import.meta.url), { workerData });
    worker.on("message", (result: CommentResult) => results.set(result.name, result));
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}
