import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { type ChangeSpec, diffTokens } from "./debate-change.ts";
import {
  billedByStage,
  countsOf,
  criticalCalls,
  inputsOf,
  median,
  mustBeSound,
  outputTokens,
  round,
  sum,
} from "./debate-figures.ts";
import { runOrder, type Server, startServer } from "./debate-processes.ts";

/**
 * What a debate costs of its own: `node bench/debate.ts`, one JSON line a case. Models are stand-ins behind real HTTP in another process that
 * speak both vendors' wire formats; everything else is the program itself. bench/README.md says how each figure is made.
 */
export interface DebateRow {
  readonly case: string;
  readonly target: string;
  readonly met: boolean;
  readonly [figure: string]: unknown;
}

const latencyMs = 200;
const seats = 3;
const small: ChangeSpec = { directories: 1, lines: 120, touched: null };
/** About 20,000 tokens of diff at four characters a token. */
const large: ChangeSpec = { directories: 1, lines: 1900, touched: null };
const tenFolders: ChangeSpec = { directories: 10, lines: 400, touched: null };
const alone = { atOnce: 1, journal: null, preload: true } as const;

export async function benchDebate(): Promise<DebateRow[]> {
  const rows: DebateRow[] = [];
  for (const bench of [benchTime, benchTokens, benchPush, benchCrowd]) {
    const server = await startServer(latencyMs);
    try {
      rows.push(...(await bench(server)));
    } finally {
      server.close();
    }
  }
  return rows;
}

/** Medians over fresh processes. `preload` takes the vendors' libraries out of the first review; without it they are loaded at the first call. */
async function benchTime(server: Server): Promise<DebateRow[]> {
  const measure = async (preload: boolean) => {
    const runs = [];
    for (let run = 0; run < 5; run++) {
      const [first, second] = await runOrder(server, { ...alone, preload, changes: [small, small] });
      const calls = await server.calls();
      runs.push({ first: mustBeSound(first), second: mustBeSound(second), calls: calls.slice(0, calls.length / 2) });
    }
    return runs;
  };
  const [loaded, fresh] = [await measure(true), await measure(false)];
  const critical = median(loaded.map(({ calls }) => criticalCalls(calls)));
  const ratio = (wallMs: readonly number[]): number => median(wallMs) / (critical * latencyMs);
  const [first, second] = [loaded.map((run) => run.first), loaded.map((run) => run.second)];
  const cpuMs = median(first.map((run) => run.cpuMs));
  return [
    {
      case: "debate-latency",
      calls: median(loaded.map(({ calls }) => calls.length)),
      criticalCalls: critical,
      criticalMs: critical * latencyMs,
      wallMs: Math.round(median(first.map(({ wallMs }) => wallMs))),
      ratio: round(ratio(first.map(({ wallMs }) => wallMs))),
      ratioOfSecondReview: round(ratio(second.map(({ wallMs }) => wallMs))),
      ratioWithLoading: round(ratio(fresh.map((run) => run.first.wallMs))),
      loadAverage: round(loadavg()[0] ?? 0),
      target: "ratio <= 1.10",
      met: ratio(first.map(({ wallMs }) => wallMs)) <= 1.1,
    },
    {
      case: "debate-cpu",
      cpuMs: Math.round(cpuMs),
      cpuMsOfSecondReview: Math.round(median(second.map((run) => run.cpuMs))),
      cpuMsWithLoading: Math.round(median(fresh.map((run) => run.first.cpuMs))),
      target: "cpuMs <= 150",
      met: cpuMs <= 150,
    },
  ];
}

/** Seed 001 with three seats and three rounds is 30 calls, each with the diff twice and the peers' texts, nothing cached. */
async function benchTokens(server: Server): Promise<DebateRow[]> {
  const [measured] = await runOrder(server, { ...alone, changes: [large] });
  mustBeSound(measured);
  const calls = await server.calls();
  const inputs = inputsOf(calls);
  const proposals = calls.filter(({ stage }) => stage === "propose");
  const proposed = sum(inputs.filter(({ stage }) => stage === "propose").map(({ billed }) => billed));
  const debated = sum(inputs.map(({ billed }) => billed));
  const diff = diffTokens(large);
  const seed = 30 * (2 * diff + (outputTokens(proposals) / seats) * (seats - 1));
  return [
    {
      case: "debate-tokens",
      diffTokens: Math.round(diff),
      calls: calls.length,
      proposalTokens: Math.round(proposed),
      debateTokens: Math.round(debated),
      ratio: round(debated / proposed),
      ratioUncached: round(sum(inputs.map(({ sent }) => sent)) / proposed),
      byStage: billedByStage(inputs),
      outputTokens: Math.round(outputTokens(calls)),
      shareOfSeedProtocol: round(debated / seed),
      target: "ratio <= 1.7",
      met: debated / proposed <= 1.7,
    },
  ];
}

async function benchPush(server: Server): Promise<DebateRow[]> {
  const journal = await mkdtemp(path.join(tmpdir(), "pr-debate-bench-"));
  const review = async (...changes: ChangeSpec[]) => {
    for (const measured of await runOrder(server, { ...alone, changes, journal })) mustBeSound(measured);
    return server.calls();
  };
  try {
    const first = await review(tenFolders);
    const again = await review(tenFolders);
    const pushed = await review(tenFolders, { ...tenFolders, touched: 7 });
    const batchesOf = (calls: readonly { readonly stage: string }[]): number =>
      calls.filter(({ stage }) => stage === "propose").length / seats;
    const [batches, paid] = [batchesOf(first), batchesOf(pushed)];
    return [
      {
        case: "debate-push",
        batches,
        callsOfFirstReview: first.length,
        callsOfPush: pushed.length,
        byStage: countsOf(pushed.map(({ stage }) => stage)),
        batchesPaidAgain: paid,
        target: "batches = 4, batchesPaidAgain = 1",
        met: batches === 4 && paid === 1,
      },
      { case: "debate-replay", calls: again.length, target: "calls = 0", met: again.length === 0 },
    ];
  } finally {
    await rm(journal, { recursive: true, force: true });
  }
}

/** Twice: with the heap that Node takes by itself, and with one that makes it collect earlier. */
async function benchCrowd(server: Server): Promise<DebateRow[]> {
  const [atOnce, heapMegabytes] = [200, 256];
  const order = { ...alone, atOnce, changes: [small] };
  const [measured] = await runOrder(server, order);
  const calls = await server.calls();
  const [limited] = await runOrder(server, order, [`--max-old-space-size=${heapMegabytes}`]);
  const reviews = [...(measured?.reviews ?? []), ...(limited?.reviews ?? [])];
  const failed = reviews.filter(({ panel, failures }) => panel !== "full" || failures.length > 0);
  const peakMegabytes = Math.round(measured?.peakMegabytes ?? Number.POSITIVE_INFINITY);
  return [
    {
      case: "debate-crowd",
      debates: atOnce,
      failed: failed.length,
      ...(failed[0] === undefined ? {} : { firstFailure: failed[0].failures.join("; ") || failed[0].panel }),
      calls: calls.length,
      retries: measured?.remarks.length ?? 0,
      peakMegabytes,
      peakMegabytesWithSmallHeap: Math.round(limited?.peakMegabytes ?? Number.POSITIVE_INFINITY),
      heapMegabytes,
      wallMs: Math.round(measured?.wallMs ?? 0),
      cpuMs: Math.round(measured?.cpuMs ?? 0),
      target: "failed = 0, peakMegabytes <= 600",
      met: failed.length === 0 && reviews.length === 2 * atOnce && peakMegabytes <= 600,
    },
  ];
}

if (process.argv[1] === import.meta.filename) {
  for (const row of await benchDebate()) console.log(JSON.stringify(row));
}
