import { type Kysely, sql } from "kysely";
import { messageOf } from "../domain/errors.ts";
import { jobFor } from "./accept.ts";
import { readableDecisions } from "./decisions.ts";
import { findHeads } from "./missed-heads.ts";
import type { Deliveries, Directory, Reviewer } from "./ports.ts";
import { enqueue, isOnItsWay } from "./queue.ts";
import { endRun } from "./runs.ts";
import type { Tables } from "./schema.ts";
import { purgeOld, type Store } from "./store.ts";
import { subjectOf } from "./subjects.ts";
import { each, type Log, type Metrics } from "./telemetry.ts";

export interface ReconcilerOptions {
  readonly store: Store;
  readonly reviewer: Reviewer;
  readonly directory: Directory;
  readonly deliveries: Deliveries;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** A check in progress for longer is stuck. */
  readonly deadlineMinutes: number;
}

const redeliveryDays = 3;

/** One pass over everything that can get lost. Each part stands alone: what fails is said, and the next pass tries it again. */
export function reconciler(options: ReconcilerOptions): { readonly pass: (signal: AbortSignal) => Promise<void> } {
  const { log, now, store } = options;
  const positions = new Map<string, number>();
  const parts: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>> = {
    "lost jobs": () => reviveJobs(options),
    "stuck checks": (signal) => endStuckChecks(options, signal),
    "failed deliveries": (signal) => redeliver(options, signal),
    "installations and heads": (signal) => findHeads(options, positions, signal),
    "old rows": () => purgeOld(store, now()),
  };
  return {
    pass: async (signal) => {
      for (const [name, part] of Object.entries(parts)) {
        if (signal.aborted) return;
        try {
          await part(signal);
        } catch (error) {
          if (!signal.aborted) log.warn({ part: name, why: messageOf(error) }, "a part of the reconciler failed");
        }
      }
    },
  };
}

/** Wanted, and nobody works on it or waits to: a job that the queue gave up or lost. A holder without a job is none. */
async function reviveJobs({ store, log }: ReconcilerOptions): Promise<void> {
  const { db, boss } = store;
  const waiting = await db
    .selectFrom("subjects")
    .select(["key", "installation", "holder"])
    .where("wanted", ">", sql.ref<number>("done"))
    .where("wanted_at", "<", sql<Date>`now() - interval '10 minutes'`)
    .execute();
  for (const { key, installation, holder } of waiting) {
    if (await isOnItsWay(boss, key)) continue;
    log.warn({ subject: key }, "a review was wanted and had no job: it has one again");
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("subjects")
        .set({ holder: null, token: sql<number>`token + 1` })
        .where("key", "=", key)
        .where("holder", holder === null ? "is" : "=", holder)
        .execute();
      await enqueue(boss, transaction, "review", [jobFor(key, installation, 0)]);
    });
  }
}

/** GitHub tries a webhook once; for three days it can be told to try again. */
async function redeliver({ store, deliveries, now, log }: ReconcilerOptions, signal: AbortSignal): Promise<void> {
  // While nothing can be kept, each attempt would fail too, and GitHub is asked for few of them.
  await sql`select 1`.execute(store.db);
  const since = new Date(now().getTime() - redeliveryDays * 86_400_000);
  const failed = await deliveries.failedSince(since, signal);
  const again = async ({ id, guid }: (typeof failed)[number]): Promise<void> => {
    log.info({ guid }, "a failed delivery is asked for again");
    await deliveries.redeliver(id, signal);
  };
  await each(failed, again, { log, signal, named: ({ guid }) => ({ guid }) });
}

type StuckOptions = Pick<ReconcilerOptions, "store" | "reviewer" | "metrics" | "log" | "deadlineMinutes">;

/** Checks in progress past the deadline, whose worker is gone: they are concluded as what they are (F38). */
export async function endStuckChecks(options: StuckOptions, signal: AbortSignal): Promise<void> {
  const { store, reviewer, metrics, log, deadlineMinutes } = options;
  const stuck = await stuckRuns(store.db, deadlineMinutes);
  metrics.stuck(stuck.length);
  const end = async ({ id, key, wanted, done, ...row }: (typeof stuck)[number]): Promise<void> => {
    // What is still wanted goes on with its job, even one that waits; without one it is given a job again.
    if (wanted > done && (await isOnItsWay(store.boss, key))) return;
    log.warn({ subject: key, reference: id }, "a check was stuck: it is concluded");
    const why = `its review was lost before it had a result (reference ${id})`;
    const { head, check_run: check } = row;
    if (check !== null) {
      const { decisions } = await readableDecisions(store.db, key);
      const stuck = { head, check: Number(check) };
      await reviewer.giveUp(subjectOf({ key, ...row }), { why, stuck, decisions }, signal);
    }
    await endRun(store.db, id, { result: "lost", conclusion: "failure", costUsd: null, calls: 0 });
  };
  await each(stuck, end, { log, signal, named: ({ key }) => ({ subject: key }) });
}

async function stuckRuns(db: Kysely<Tables>, deadlineMinutes: number) {
  return db
    .selectFrom("runs")
    .innerJoin("subjects", "subjects.key", "runs.subject")
    .select([
      "runs.id",
      "runs.head",
      "runs.check_run",
      "subjects.key",
      "subjects.installation",
      "subjects.repository",
      "subjects.repo",
    ])
    .select(["subjects.number", "subjects.merge_group", "subjects.wanted", "subjects.done"])
    .where("runs.concluded_at", "is", null)
    .where("runs.started_at", "<", sql<Date>`now() - ${`${deadlineMinutes} minutes`}::interval`)
    .execute();
}
