import { parentPort, workerData } from "node:worker_threads";
import { runCommentCell } from "./comments-cells.ts";
import type { CommentWork } from "./comments-run.ts";
import { loadEngine } from "./simulate-engine.ts";

/** One thread of `simulateComments`: runs its cells one after another on one engine. */
const { cells, seed, tree }: CommentWork = workerData;
const engine = await loadEngine(tree);
for (const cell of cells) parentPort?.postMessage(await runCommentCell(cell, seed, engine));
