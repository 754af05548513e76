import { execFileSync } from "node:child_process";
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { openRepository } from "../src/code/git/repository.ts";
import { withScratch } from "../src/code/git/scratch.ts";
import { withArchive } from "../src/code/snapshot/archive.ts";
import { treeSnapshot } from "../src/code/snapshot/tree-snapshot.ts";
import type { Snapshot } from "../src/domain/snapshot.ts";

/** The folders and the commit of a bench, and what to look up. */
export interface SnapshotOrder {
  readonly repository: string;
  readonly archive: string;
  readonly unpacked: string;
  readonly commit: string;
  readonly file: string;
  readonly needle: string;
}

export interface MeasuredSnapshot {
  readonly tarMs: number;
  readonly firstLookupMs: number;
  readonly grepMs: number;
  readonly searchMs: number;
  readonly archiveSearchMs: number;
  readonly hits: number;
  /** The peak of this process and the largest of its children, together. */
  readonly maxRssMegabytes: number;
}

const { signal } = new AbortController();
const environment = { ...process.env };

process.on("message", (order: SnapshotOrder) => {
  run(order).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());

async function run(order: SnapshotOrder): Promise<MeasuredSnapshot> {
  const children = watchChildren();
  mkdirSync(order.unpacked);
  const [tarMs] = await timed(async () => execFileSync("tar", ["-xzf", order.archive, "-C", order.unpacked]));
  rmSync(order.unpacked, { recursive: true });
  const start = performance.now();
  const download = async () => createReadStream(order.archive);
  const inArchive = await withArchive({ download, environment }, signal, async (snapshot) => {
    const read = await snapshot.read(order.file, signal);
    const firstLookupMs = performance.now() - start;
    if ("refused" in read) throw new Error(read.refused);
    return { firstLookupMs, ...(await search(snapshot, order)) };
  });
  const grep = ["-C", order.repository, "grep", "-n", "-I", "-F", "-e", order.needle, order.commit];
  const [grepMs] = await timed(async () => execFileSync("git", grep));
  const repository = await openRepository(order.repository, environment, signal);
  const inCommit = await withScratch(repository, signal, async (scratch) => {
    const snapshot = treeSnapshot({ scratch, tree: order.commit });
    await snapshot.list(signal);
    return search(snapshot, order);
  });
  return {
    tarMs,
    firstLookupMs: inArchive.firstLookupMs,
    grepMs,
    searchMs: inCommit.searchMs,
    archiveSearchMs: inArchive.searchMs,
    hits: Math.min(inArchive.hits, inCommit.hits),
    maxRssMegabytes: process.resourceUsage().maxRSS / 1_024 + children.stop(),
  };
}

async function search(snapshot: Snapshot, { needle }: SnapshotOrder): Promise<{ searchMs: number; hits: number }> {
  const [searchMs, found] = await timed(() => snapshot.search({ text: needle }, 10_000, signal));
  if ("refused" in found) throw new Error(found.refused);
  return { searchMs, hits: found.hits.length };
}

async function timed<Result>(work: () => Promise<Result>): Promise<[milliseconds: number, result: Result]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

/** The kernel's own peak of each child while it runs, in megabytes; the largest at the end. */
function watchChildren(): { stop: () => number } {
  let most = 0;
  const timer = setInterval(() => {
    for (const task of readdirSync("/proc/self/task")) {
      for (const child of readFileSync(path.join("/proc/self/task", task, "children"), "utf8")
        .split(" ")
        .filter(Boolean))
        most = Math.max(most, peakOf(child));
    }
  }, 5);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

function peakOf(child: string): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    // It has ended.
    return 0;
  }
}
