import { type Kysely, sql, type Transaction } from "kysely";
import { type ConstructorOptions, type Db, fromKysely, type Job, type JobInsert, PgBoss } from "pg-boss";
import type { EventJob } from "./requests.ts";
import type { Tables } from "./schema.ts";

/**
 * The queues. `review` holds at most one waiting job per subject (policy short); that at most one is at work, the subject's row sees to: with
 * pg-boss's own policy for that (stately) a job that may not start yet holds up all others. `long`: errands that wait for models, so that no
 * command waits for them; databases know it by the name that it had when there were only plans in it. `failed` and `failedErrand`: where a job
 * goes that failed too often.
 */
export const queues = {
  review: "review",
  errand: "errand",
  long: "plan",
  failed: "failed",
  failedErrand: "failed-errand",
} as const;

/** Whose doing it is; "" where that is not known. */
interface ByActor {
  readonly actor: string;
}

/** A job is only a call to look at a subject: what is wanted stands in its row, so that jobs may come twice or late. */
export interface ReviewJob extends ByActor {
  readonly subject: string;
}

export interface EventJobData extends ByActor {
  readonly errand: EventJob;
}

const heartbeatSeconds = 10;
const mostRetrySeconds = 300;
const longestReviewSeconds = 3 * 3_600;
/** For a day: what a person decided is to be published, or the person told, once GitHub is well again. */
const mostErrandLetters = 288;

export interface QueueSettings {
  /** How long a job that failed waits, and twice as long each further time; 0: not at all. */
  readonly retrySeconds: number;
  /** No other process works on the same database. */
  readonly isExclusive: boolean;
  readonly onError: (why: string) => void;
}

/** Starts pg-boss on the same database, and makes the queues. */
export async function openQueue(
  options: ConstructorOptions,
  { retrySeconds, isExclusive, onError }: QueueSettings,
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...options,
    schema: "pr_debate_jobs",
    // A killed worker's job is found by its missing heartbeat. Alone on its database a process finds such jobs when it starts.
    superviseIntervalSeconds: isExclusive ? 30 : 5,
    monitorIntervalSeconds: isExclusive ? 30 : 5,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
  // What its workers report only looks like an Error: of a copy, String() would make "[object Object]".
  boss.on("error", ({ message }) => onError(message));
  try {
    await boss.start();
    await makeQueues(boss, retrySeconds);
  } catch (error) {
    // Left open it would keep a process alive that cannot start.
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
  await boss.createQueue(queues.failedErrand, { retryLimit: mostErrandLetters, expireInSeconds: 300 });
  await boss.createQueue(queues.errand, { retryLimit: 8, expireInSeconds: 300 });
  await boss.createQueue(queues.long, { retryLimit: 5, expireInSeconds: longestReviewSeconds });
  // A queue that is there already keeps what it was made with: what may change is set each time.
  const backoff =
    retrySeconds === 0 ? { retryBackoff: false } : { retryBackoff: true, retryDelayMax: mostRetrySeconds };
  const retry = { retryDelay: retrySeconds, ...backoff };
  for (const name of Object.values(queues))
    await boss.updateQueue(name, { ...retry, heartbeatSeconds, deleteAfterSeconds: 86_400 });
  for (const name of [queues.errand, queues.long]) await boss.updateQueue(name, { deadLetter: queues.failedErrand });
  // Read into pg-boss's memory now: inside a PGlite transaction that read would wait for the transaction itself.
  for (const name of Object.values(queues)) await boss.insert(name, []);
}

/** Jobs written in the transaction of whoever asks for them: both are there, or neither. */
export async function enqueue(
  boss: PgBoss,
  transaction: Transaction<Tables>,
  name: keyof typeof queues,
  jobs: readonly JobInsert<ReviewJob | EventJobData>[],
): Promise<void> {
  if (jobs.length > 0) await boss.insert(queues[name], [...jobs], { db: dbOf(transaction), returnId: false });
}

/** Whether a job for that subject is at work or waits to be. */
export async function isOnItsWay(boss: PgBoss, subject: string): Promise<boolean> {
  const jobs = await boss.findJobs(queues.review, { key: subject });
  return jobs.some(({ state }) => ["created", "retry", "active"].includes(state));
}

function dbOf(db: Kysely<Tables>): Db {
  return fromKysely(db);
}

/** With the data folder to itself, every job that is at work belonged to a process that is gone: no heartbeat need be waited for. */
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
 * Gives a job at work back, to be taken at once by another process or at the next start: that this one stops is no failure of it. It stays the
 * same job, in its place, and may be tried once more; a killed process leaves it at work, to be found by its heartbeat. A job that was taken
 * by somebody else since is left alone.
 */
export async function release(
  boss: PgBoss,
  db: Kysely<Tables>,
  { name, id, retryCount }: Pick<Job, "name" | "id" | "retryCount">,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // By this count pg-boss tells attempts apart, so it is never lowered: as in its own `retry`, the limit rises.
    await sql`update pr_debate_jobs.job set retry_limit = retry_limit + 1
      where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`.execute(transaction);
    await boss.fail(name, { id, retryCount }, { why: "its process stopped" }, { db: dbOf(transaction) });
    await boss.update(name, undefined, { id, startAfter: 0, db: dbOf(transaction) });
  });
}
