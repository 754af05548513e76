import { loadavg } from "node:os";
import { startAppProcess } from "../test/support/app-run.ts";
import { benchCrowd, type Crowd } from "./app-debates.ts";
import { benchFlood, type Flood } from "./app-flood.ts";
import { atFullSpeed, atPace, type Load, webhooksTo } from "./app-load.ts";
import { benchIdle, processorSeconds, type StoreKind, withSurroundings } from "./app-process.ts";
import { type Kept, keptIn } from "./app-rows.ts";
import { median } from "./measure.ts";

/** The App as one process or several, from outside: webhooks over HTTP, memory and time by the kernel. bench/README.md says what each case means. */
export interface AppRow {
  readonly case: string;
  readonly target: string;
  readonly met: boolean;
  readonly [figure: string]: unknown;
}

const webhooksPerSecond: Readonly<Record<StoreKind, number>> = { pglite: 500, postgresql: 700 };
const idleLimits: Readonly<Record<StoreKind, number>> = { pglite: 300, postgresql: 150 };
const stores = ["pglite", "postgresql"] as const;

export async function* benchApp(): AsyncGenerator<AppRow> {
  for (const store of stores) yield* idleRows(store);
  for (const store of stores) yield webhookRow(store, await benchWebhooks(store));
  const [pglite, postgresql] = stores;
  for (const store of [pglite, postgresql])
    yield crowdRow(
      `app-crowd-${store}`,
      await benchCrowd({ store, pulls: 100, processes: 1, concurrency: 100, latencyMs: 200 }),
    );
  yield crowdRow(
    "app-processes",
    await benchCrowd({ store: postgresql, pulls: 60, processes: 3, concurrency: 10, latencyMs: 200 }),
  );
}

/** A case of its own: each flood is watched for a minute. */
export async function* benchFloods(): AsyncGenerator<AppRow> {
  for (const kind of ["commands", "reviews"] as const)
    yield floodRow(`flood-${kind}`, await benchFlood("postgresql", kind));
}

const mostRatio = 2;
/** A minute at one a second, and what the edges of a minute add. */
const mostWrites = 62;

function floodRow(name: string, { idleMs, floodedMs, ratio, writesPerMinute, reactions }: Flood): AppRow {
  return {
    case: name,
    idleMs: round(idleMs),
    floodedMs: round(floodedMs),
    ratio: round(ratio),
    writesPerMinute,
    reactions,
    load: round(loadavg()[0] ?? 0),
    target: `ratio <= ${mostRatio}, writesPerMinute <= ${mostWrites}`,
    met: ratio <= mostRatio && writesPerMinute <= mostWrites,
  };
}

async function* idleRows(store: StoreKind): AsyncGenerator<AppRow> {
  const { readyMs, readyCpuMs, idleMegabytes, peakMegabytes, idleCpuPercent } = await benchIdle(store, {
    starts: 7,
    idleSeconds: 60,
  });
  const milliseconds = median(readyMs);
  yield {
    case: `app-start-${store}`,
    milliseconds: round(milliseconds),
    worstMilliseconds: round(Math.max(...readyMs)),
    cpuMs: round(median(readyCpuMs)),
    load: round(loadavg()[0] ?? 0),
    target: "milliseconds <= 1500",
    met: milliseconds <= 1_500,
  };
  yield {
    case: `app-idle-${store}`,
    rssMegabytes: round(idleMegabytes),
    peakMegabytes: round(peakMegabytes),
    cpuPercent: round(idleCpuPercent),
    target: `rssMegabytes <= ${idleLimits[store]}`,
    met: idleMegabytes <= idleLimits[store],
  };
}

/** No review is due while it is measured: one worker, and ten minutes of quiet before anything may start. */
const noReviews = { PR_DEBATE_CONCURRENCY: "1", PR_DEBATE_QUIET_SECONDS: "600" };

interface Webhooks {
  readonly full: Load;
  readonly paced: Load;
  readonly cpuMsPerWebhook: number;
  readonly acknowledged: number;
  readonly kept: Kept;
}

/** A warm-up, full speed, the target's pace; then the process is killed, and what it left is counted. */
async function benchWebhooks(store: StoreKind): Promise<Webhooks> {
  return withSurroundings(store, async (surroundings) => {
    const app = await startAppProcess({ ...surroundings, env: noReviews });
    const { send, close } = webhooksTo(app.url);
    const warm = await atFullSpeed(send, 2, 40);
    const before = processorSeconds(app);
    const full = await atFullSpeed(send, 10, 40);
    const paced = await atPace(send, 10, webhooksPerSecond[store]);
    const cpuMsPerWebhook = ((processorSeconds(app) - before) * 1_000) / (full.sent + paced.sent);
    close();
    await app.kill();
    const acknowledged = warm.accepted + full.accepted + paced.accepted;
    return { full, paced, cpuMsPerWebhook, acknowledged, kept: await keptIn(surroundings) };
  });
}

function webhookRow(store: StoreKind, { full, paced, cpuMsPerWebhook, acknowledged, kept }: Webhooks): AppRow {
  const least = webhooksPerSecond[store];
  const isWhole = Object.values(kept).every((count) => count === acknowledged) && paced.accepted === paced.sent;
  return {
    case: `app-webhooks-${store}`,
    perSecond: round(full.perSecond),
    p99MsAtFullSpeed: round(full.p99),
    pace: least,
    p50Ms: round(paced.p50),
    p99Ms: round(paced.p99),
    worstMs: round(paced.worst),
    cpuMsPerWebhook: round(cpuMsPerWebhook),
    acknowledged,
    ...kept,
    load: round(loadavg()[0] ?? 0),
    target: `perSecond >= ${least}, p99Ms <= 100 at a pace of ${least}, deliveries = subjects = jobs = acknowledged`,
    met: full.perSecond >= least && paced.p99 <= 100 && isWhole,
  };
}

function crowdRow(name: string, crowd: Crowd): AppRow {
  const { pulls, reviews, reviewedOnce, perProcess, violations } = crowd;
  const isSound = reviews === pulls && reviewedOnce === pulls && violations === 0;
  return {
    case: name,
    ...crowd,
    seconds: round(crowd.seconds),
    target: `reviews = reviewedOnce = ${pulls}, every process did some`,
    met: isSound && perProcess.every((count) => count > 0),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
