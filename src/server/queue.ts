import { type Kysely, sql, type Transaction } from "kysely";
import { type ConstructorOptions, type Db, fromKysely, type Job, type JobInsert, PgBoss } from "pg-boss";
import { messageOf } from "../domain/errors.ts";
import type { EventJob } from "./requests.ts";
import type { Tables } from "./schema.ts";

/**
 * The queues, with their names in the database. `review` holds at most one waiting job per subject (policy short). The subject's lease makes
 * sure that only one runs: with pg-boss's policy for that (stately), a job that may not start yet blocks all others. `event` holds other jobs
 * of events. `long` holds those that wait for models, so that no command waits for them. `failed` and `failedEvent` are dead letters.
 */
export const queues = {
  review: "review",
  event: "errand",
  long: "plan",
  failed: "failed",
  failedEvent: "failed-errand",
} as const;

/** The person who caused the job; "" if unknown. */
interface ByActor {
  readonly actor: string;
}

/** A job only says that a subject must be checked. Its row has the request, so a job may arrive twice or late. */
export interface ReviewJob extends ByActor {
  readonly subject: string;
}

export interface EventJobData extends ByActor {
  /** Stored under this name in databases. */
  readonly errand: EventJob;
}

const heartbeatSeconds = 10;
const mostRetrySeconds = 300;
const longestReviewSeconds = 3 * 3_600;
/** A day of tries: a decision is published, or its author gets a reply, as soon as GitHub works again. */
const mostDeadLetterTries = 288;

export interface QueueSettings {
  /** How long a failed job waits, doubled at each further try; 0: no wait. */
  readonly retrySeconds: number;
  /** No other process works on the same database. */
  readonly isExclusive: boolean;
  readonly onError: (why: string) => void;
}

/** Starts pg-boss on the same database and creates the queues. */
export async function openQueue(
  options: ConstructorOptions,
  { retrySeconds, isExclusive, onError }: QueueSettings,
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...options,
    schema: "pr_debate_jobs",
    // The job of a killed worker is found by its missing heartbeat. A process alone on its database finds such jobs at its start.
    superviseIntervalSeconds: isExclusive ? 30 : 5,
    monitorIntervalSeconds: isExclusive ? 30 : 5,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
  // Workers report an object that only looks like an Error; String() would turn it into "[object Object]".
  boss.on("error", ({ message }) => onError(message));
  try {
    await boss.start();
    await makeQueues(boss, retrySeconds);
  } catch (error) {
    // An open queue would keep alive a process that cannot start.
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}

async function makeQueues(boss: PgBoss, retrySeconds: number): Promise<void> {
  await boss.createQueue(queues.failed, { retryLimit: 10, expireInSeconds: 300 });
  await boss.createQueue(queues.review, {
    policy: "short",
    retryLimit: 5,
    expireInSeconds: longestReviewSeconds,
    deadLetter: queues.failed,
  });
  await boss.createQueue(queues.failedEvent, { retryLimit: mostDeadLetterTries, expireInSeconds: 300 });
  await boss.createQueue(queues.event, { retryLimit: 8, expireInSeconds: 300 });
  await boss.createQueue(queues.long, { retryLimit: 5, expireInSeconds: longestReviewSeconds });
  // An existing queue keeps its first options, so the ones that may change are set at each start.
  const backoff =
    retrySeconds === 0 ? { retryBackoff: false } : { retryBackoff: true, retryDelayMax: mostRetrySeconds };
  const retry = { retryDelay: retrySeconds, ...backoff };
  for (const name of Object.values(queues))
    await boss.updateQueue(name, { ...retry, heartbeatSeconds, deleteAfterSeconds: 86_400 });
  for (const name of [queues.event, queues.long]) await boss.updateQueue(name, { deadLetter: queues.failedEvent });
  // Read into pg-boss's memory now: inside a PGlite transaction that read would wait for the transaction itself.
  for (const name of Object.values(queues)) await boss.insert(name, []);
}

/** Writes jobs in the caller's transaction. */
export async function enqueue(
  boss: PgBoss,
  transaction: Transaction<Tables>,
  name: keyof typeof queues,
  jobs: readonly JobInsert<ReviewJob | EventJobData>[],
): Promise<void> {
  if (jobs.length > 0) await boss.insert(queues[name], [...jobs], { db: dbOf(transaction), returnId: false });
}

/** Whether a job for that subject runs or waits. */
export async function isOnItsWay(boss: PgBoss, subject: string): Promise<boolean> {
  const jobs = await boss.findJobs(queues.review, { key: subject });
  return jobs.some(({ state }) => ["created", "retry", "active"].includes(state));
}

function dbOf(db: Kysely<Tables>): Db {
  return fromKysely(db);
}

/** For a process alone on its data folder: every active job belonged to a process that is gone, so it need not wait for heartbeats. */
export async function releaseOrphans(boss: PgBoss, db: Kysely<Tables>): Promise<void> {
  for (const name of Object.values(queues)) {
    const { rows } = await sql<{
      id: string;
    }>`select id from pr_debate_jobs.job where name = ${name} and state = 'active'`.execute(db);
    for (const { id } of rows) {
      await boss.fail(name, id, { why: "its process is gone" });
      await boss.update(name, undefined, { id, startAfter: 0 });
    }
  }
}

/**
 * Gives a running job back, for another process or the next start. A stop does not count as a failure, so the job keeps its place and its retries. The job of a
 * killed process is found by its heartbeat instead. A job that another worker has taken since is left alone.
 */
export async function release(
  boss: PgBoss,
  db: Kysely<Tables>,
  { name, id, retryCount }: Pick<Job, "name" | "id" | "retryCount">,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // pg-boss tells attempts apart by this count, so it is never lowered. The limit rises instead, as in pg-boss's own `retry`.
    await sql`update pr_debate_jobs.job set retry_limit = retry_limit + 1
      where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`.execute(transaction);
    await boss.fail(name, { id, retryCount }, { why: "its process stopped" }, { db: dbOf(transaction) });
    await boss.update(name, undefined, { id, startAfter: 0, db: dbOf(transaction) });
  });
}

/** Whether any job waits to be chosen or to lose its choice, and whether a chosen one waits. Cheap, because usually none does. */
export async function waitingIn(
  db: Kysely<Tables>,
  name: string,
): Promise<{ readonly any: boolean; readonly chosen: boolean }> {
  const { rows } = await sql<{ any: boolean; chosen: boolean }>`
    select count(*) > 0 as any, coalesce(bool_or(priority > 0), false) as chosen from (
      select priority from pr_debate_jobs.job
      where name = ${name} and state < 'active' and (priority > 0 or (not blocked and start_after <= now()))
      order by priority desc limit 1
    ) as first`.execute(db);
  return rows[0] ?? { any: true, chosen: true };
}

/** A call during a run starts one more run after it. */
export function oneAtATime(run: () => Promise<void>, onError: (why: string) => void): () => void {
  let isBusy = false;
  let isWanted = false;
  const start = async (): Promise<void> => {
    isBusy = true;
    try {
      do {
        isWanted = false;
        await run();
      } while (isWanted);
    } catch (error) {
      onError(messageOf(error));
    } finally {
      isBusy = false;
    }
  };
  return () => {
    isWanted = true;
    if (!isBusy) void start();
  };
}
