import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { median } from "./measure.ts";
import type { MeasuredSnapshot, SnapshotOrder } from "./snapshot-child.ts";

const files = 20_000;
const needle = "needle_of_this_file";

interface SnapshotRow {
  readonly case: string;
  readonly target: string;
  readonly met: boolean;
  readonly [figure: string]: unknown;
}

/** Medians of five processes: the archive of 20,000 files beside `tar` alone, and a search beside `git grep` alone. */
export async function benchSnapshot(runs = 5): Promise<SnapshotRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "pr-debate-bench-"));
  try {
    const order = makeRepository(folder);
    const measured: MeasuredSnapshot[] = [];
    for (let run = 0; run < runs; run += 1) measured.push(await inProcess(order));
    const of = (figure: keyof MeasuredSnapshot): number => Math.round(median(measured.map((one) => one[figure])));
    const toTar = round(median(measured.map(({ firstLookupMs, tarMs }) => firstLookupMs / tarMs)));
    const slower = measured.map(
      ({ searchMs, archiveSearchMs, grepMs }) => Math.max(searchMs, archiveSearchMs) / grepMs,
    );
    const megabytes = of("maxRssMegabytes");
    return [
      {
        case: "snapshot-archive",
        files,
        tarMs: of("tarMs"),
        firstLookupMs: of("firstLookupMs"),
        ratio: toTar,
        maxRssMegabytes: megabytes,
        target: "ratio <= 1.5, maxRssMegabytes <= 300",
        met: toTar <= 1.5 && megabytes <= 300,
      },
      {
        case: "snapshot-search",
        files,
        hits: of("hits"),
        grepMs: of("grepMs"),
        searchMs: of("searchMs"),
        archiveSearchMs: of("archiveSearchMs"),
        ratio: round(median(slower)),
        target: "ratio <= 2",
        met: median(slower) <= 2,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** 400 folders of 50 files with about 3 kB each; every hundredth file holds the needle. */
function makeRepository(folder: string): SnapshotOrder {
  const repository = path.join(folder, "project");
  mkdirSync(repository);
  for (let number = 0; number < files; number += 1) {
    const place = path.join(repository, `src/module-${Math.floor(number / 50)}`);
    if (number % 50 === 0) mkdirSync(place, { recursive: true });
    const lines = Array.from(
      { length: 60 },
      (_, line) => `export const value_${number}_${line} = compute(${line * number});`,
    );
    writeFileSync(path.join(place, `file-${number}.ts`), `${lines.join("\n")}\n${number % 100 === 0 ? needle : ""}\n`);
  }
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-q", "-m", "all");
  git("repack", "-a", "-d", "-q");
  const archive = path.join(folder, "archive.tar.gz");
  git("archive", "--format=tar.gz", "--prefix=owner-shop-1234567/", "-o", archive, "HEAD");
  const unpacked = path.join(folder, "unpacked");
  return { repository, archive, unpacked, commit: git("rev-parse", "HEAD"), file: "src/module-7/file-351.ts", needle };
}

async function inProcess(order: SnapshotOrder): Promise<MeasuredSnapshot> {
  const child = fork(path.join(import.meta.dirname, "snapshot-child.ts"));
  child.send(order);
  const ended = once(child, "exit").then(() => {
    throw new Error("a snapshot was not measured");
  });
  const [measured]: [MeasuredSnapshot] = await Promise.race([once(child, "message"), ended]).then(([one]) => [one]);
  ended.catch(() => undefined);
  child.disconnect();
  return measured;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

if (process.argv[1] === import.meta.filename) {
  for (const row of await benchSnapshot()) console.log(JSON.stringify(row));
}
