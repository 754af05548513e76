import { setTimeout as pause } from "node:timers/promises";
import type { Job, JobWithMetadata, PgBoss } from "pg-boss";
import { acceptDeliveries, batched } from "./accept.ts";
import type { ServerConfig } from "./config.ts";
import { type Database, openDatabase } from "./database.ts";
import { giveUpEventJob, runEventJob } from "./event-jobs.ts";
import { takeFairly } from "./fair-scheduling.ts";
import { giveUpOn } from "./give-up.ts";
import { type HttpServer, openHttp } from "./http.ts";
import { webhookIntake } from "./intake.ts";
import type { Ports } from "./ports.ts";
import { type EventJobData, openQueue, queues, type ReviewJob, release, releaseOrphans } from "./queue.ts";
import { reconciler } from "./reconciler.ts";
import { migrate } from "./schema.ts";
import { databaseFault, queueState, type Store } from "./store.ts";
import { type Log, openMetrics } from "./telemetry.ts";
import { Released, type WorkerOptions, workOn } from "./worker.ts";

const deliveriesAtOnce = 50;
/** The built-in store computes in this very process, so it is asked less often. */
const pollSeconds = { own: 1, postgres: 0.5 };
const errandsAtOnce = { concurrency: 6, concurrencyPerInstallation: 3 };
/** Plans and hearings: they wait for models most of their time. */
const longAtOnce = { concurrency: 6, concurrencyPerInstallation: 3 };
const watchMs = 2_000;
const deadlineMinutes = 60;
/** On SIGTERM: how long reviews may go on to their end, and how long the rest may take to let go; with all else it is 20 s. */
const finishMs = 14_000;
const releaseMs = 3_000;

export interface RunningServer {
  readonly port: number;
  /** Fails when the store was lost to another process: nothing may be written any more. */
  readonly lost: Promise<never>;
  readonly stop: () => Promise<void>;
}

/** The App: opens the store, takes webhooks, works on jobs, looks for what was lost; until it is stopped. */
export async function startServer(config: ServerConfig, ports: Ports, log: Log): Promise<RunningServer> {
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  const onNote = (text: string): void => log.warn({}, text);
  const database = await openDatabase({ ...config, onNote, onLost: lost.reject });
  const opened = [database.close];
  try {
    return { ...(await startOn(database, opened, config, ports, log)), lost: lost.promise };
  } catch (error) {
    // A queue that is left open keeps a process alive that has said why it cannot start.
    for (const close of opened.toReversed()) await close();
    throw error;
  }
}

async function startOn(
  database: Database,
  opened: (() => Promise<void>)[],
  config: ServerConfig,
  ports: Ports,
  log: Log,
): Promise<Omit<RunningServer, "lost">> {
  const { db } = database;
  await migrate(db);
  const { retrySeconds } = config;
  const onError = (why: string): void => log.error({ why }, "the queue failed");
  const boss = await openQueue(database.queueOptions, { retrySeconds, isExclusive: database.isExclusive, onError });
  opened.push(() => boss.stop({ graceful: false }));
  if (database.isExclusive) await releaseOrphans(boss, db);
  const store: Store = { db, boss };
  const metrics = openMetrics();
  const { reviewer, clerk, directory, deliveries } = ports;
  const stopping = new AbortController();
  const releasing = new AbortController();
  const running = new Set<Promise<void>>();
  const track = async (job: Job<object>, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const tracked = orReleased(work(releasing.signal), releasing.signal, () => release(boss, db, job));
    running.add(tracked);
    try {
      await tracked;
    } finally {
      running.delete(tracked);
    }
  };

  const accept = batched(
    (batch: Parameters<typeof acceptDeliveries>[0]) =>
      acceptDeliveries(batch, { db, boss, quietSeconds: config.quietSeconds }),
    deliveriesAtOnce,
  );
  const { appId, webhookSecrets: secrets, host, port } = config;
  const http = await openHttp({
    host,
    port,
    webhooks: webhookIntake({ appId, secrets, accept, log, metrics }),
    notReady: async () => (stopping.signal.aborted ? "stopping" : await databaseFault(store)),
    metrics: async () => {
      metrics.queue({ ...(await queueState(store)), running: running.size });
      return metrics.render();
    },
  });
  opened.push(http.close);

  const worker: WorkerOptions = { store, reviewer, log, metrics, watchMs };
  const errand = { store, clerk, log, metrics, quietSeconds: config.quietSeconds };
  const runJob = (job: Job<EventJobData>): Promise<void> =>
    track(job, (signal) => runEventJob(job.data.errand, job.id, errand, signal));
  const runReview = (job: Job<ReviewJob>): Promise<void> =>
    track(job, (signal) => workOn(job.data.subject, job.id, worker, signal));
  const turns = { pollSeconds: database.isExclusive ? pollSeconds.own : pollSeconds.postgres, onError };
  const workers = [
    await takeFairly(store, queues.review, { ...config, ...turns }, runReview),
    await takeFairly(store, queues.errand, { ...errandsAtOnce, ...turns }, runJob),
    await takeFairly(store, queues.long, { ...longAtOnce, ...turns }, runJob),
  ];
  const deadLetters = { pollingIntervalSeconds: 5, includeMetadata: true } as const;
  await boss.work(queues.failed, deadLetters, async ([job]: JobWithMetadata<ReviewJob>[]) => {
    if (job === undefined) return;
    const { id, sourceId: source, data } = job;
    await track(job, (signal) => giveUpOn({ ...data, job: id, source }, worker, signal));
  });
  await boss.work(queues.failedErrand, deadLetters, async ([job]: JobWithMetadata<EventJobData>[]) => {
    if (job === undefined) return;
    await track(job, (signal) => giveUpEventJob(job.data.errand, job.sourceId ?? job.id, errand, signal));
  });

  const passes = reconciler({
    store,
    reviewer,
    directory,
    deliveries,
    log,
    metrics,
    deadlineMinutes,
    now: () => new Date(),
  });
  const reconciling = repeat(passes.pass, config.reconcileSeconds * 1_000, stopping.signal);
  log.info({ host, port: http.port, store: config.databaseUrl === null ? "pglite" : "postgresql" }, "ready");
  return {
    port: http.port,
    stop: () => stop({ http, boss, database, workers, running, stopping, releasing, reconciling, log }),
  };
}

/**
 * Stops leasing, lets reviews end for a while, releases the rest for another process, and closes the store last. Webhooks are kept up to
 * then: whoever sends one meanwhile need not know that this process is on its way out.
 */
async function stop(parts: {
  readonly http: HttpServer;
  readonly boss: PgBoss;
  readonly database: Database;
  readonly workers: readonly (() => Promise<void>)[];
  readonly running: ReadonlySet<Promise<void>>;
  readonly stopping: AbortController;
  readonly releasing: AbortController;
  readonly reconciling: Promise<void>;
  readonly log: Log;
}): Promise<void> {
  const { http, boss, database, workers, running, stopping, releasing, reconciling, log } = parts;
  log.info({ running: running.size }, "stopping");
  stopping.abort();
  await Promise.all(workers.map((letGo) => letGo()));
  for (const name of [queues.failed, queues.failedErrand]) await boss.offWork(name, { wait: false });
  await within(finishMs, Promise.allSettled(running));
  if (running.size > 0) log.info({ running: running.size }, "releasing reviews to another process or the next start");
  releasing.abort(new Released("this process stops"));
  await within(releaseMs, Promise.allSettled([...running, reconciling]));
  await http.close();
  await boss.stop({ graceful: true, timeout: 1_000 });
  await database.close();
  log.info({}, "stopped");
}

/** What fails once it was told to let go did not fail by itself. */
async function orReleased(work: Promise<void>, releasing: AbortSignal, giveBack: () => Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!releasing.aborted) throw error;
    await giveBack();
  }
}

/** The wait alone keeps no process alive. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, pause(ms, undefined, { ref: false })]);
}

async function repeat(
  pass: (signal: AbortSignal) => Promise<void>,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pass(signal);
    await pause(everyMs, undefined, { signal }).catch(() => {});
  }
}
