import { type Kysely, sql } from "kysely";
import { jobFor } from "./accept.ts";
import { readableDecisions } from "./decisions.ts";
import { enqueue } from "./queue.ts";
import type { Tables } from "./schema.ts";
import { givenUp, subjectOf } from "./subjects.ts";
import type { WorkerOptions } from "./worker.ts";

/** A dead letter: which review failed, and the job whose failures it stands for. */
export interface DeadLetter {
  readonly subject: string;
  readonly job: string;
  readonly source: string | null;
}

/**
 * A review that failed too often to be tried again: its check is concluded as failed, with a reference to look it up by, and the way out. What
 * was wanted since it began starts afresh, and from then on has the word: a dead letter that comes back says nothing over it.
 */
export async function giveUpOn(
  letter: DeadLetter,
  { store, reviewer, log, metrics }: Pick<WorkerOptions, "store" | "reviewer" | "log" | "metrics">,
  signal: AbortSignal,
): Promise<void> {
  const { db } = store;
  const row = await takeDead(store, letter);
  if (row === undefined) return;
  const { key } = row;
  if (row.wanted > row.done) {
    log.warn({ subject: key }, "a review failed too often, but more was wanted since: it starts afresh");
    return;
  }
  const begun = await db
    .selectFrom("runs")
    .select("id")
    .where("subject", "=", key)
    .where("concluded_at", "is", null)
    .orderBy("started_at", "desc")
    .executeTakeFirst();
  const reference = begun?.id ?? letter.job;
  log.error({ subject: key, reference }, "a review failed too often and is given up");
  const why = `the review failed repeatedly (reference ${reference})`;
  for (;;) {
    const { decisions, revision } = await readableDecisions(db, key);
    await reviewer.giveUp(subjectOf(row), { why, stuck: null, decisions }, signal);
    await db
      .updateTable("runs")
      .set({ result: "failed", conclusion: "failure", concluded_at: sql<Date>`now()` })
      .where("subject", "=", key)
      .where("concluded_at", "is", null)
      .execute();
    if (await letGo(db, { key, mark: `${givenUp}${letter.job}`, revision })) break;
  }
  metrics.concluded("failed", 0);
}

/** False: people decided something meanwhile, and leave it to whoever holds the subject to publish that. */
async function letGo(
  db: Kysely<Tables>,
  { key, mark, revision }: { readonly key: string; readonly mark: string; readonly revision: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("subjects")
    .set({ holder: null })
    .where("key", "=", key)
    .where("holder", "=", mark)
    .where("revision", "=", revision)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  const row = await db.selectFrom("subjects").select("holder").where("key", "=", key).executeTakeFirst();
  return row?.holder !== mark;
}

/**
 * The subject, if it is as the failed job left it, or as this letter did when it came before. What was wanted since that job began has not failed
 * yet: it starts afresh, with a job of its own. Once for each newer wish, so that this ends: a job that never began is given up.
 */
async function takeDead({ db, boss }: WorkerOptions["store"], { subject, job, source }: DeadLetter) {
  const mark = `${givenUp}${job}`;
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable("subjects")
      .set({
        holder: mark,
        done: sql<number>`case when holder = ${source} and wanted > begun then done else wanted end`,
        token: sql<number>`token + 1`,
      })
      .where("key", "=", subject)
      .where((where) =>
        where.or([
          where.and([
            where("wanted", ">", where.ref("done")),
            where.or([where("holder", "is", null), where("holder", "=", source)]),
          ]),
          where.and([where("wanted", "=", where.ref("done")), where("holder", "=", mark)]),
        ]),
      )
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined && row.wanted > row.done)
      await enqueue(boss, transaction, "review", [jobFor(row.key, row.installation, 0)]);
    return row;
  });
}
