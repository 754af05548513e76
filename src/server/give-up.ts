import { type Kysely, sql } from "kysely";
import { jobFor } from "./accept.ts";
import { readableDecisions } from "./decisions.ts";
import { enqueue } from "./queue.ts";
import type { Tables } from "./schema.ts";
import { givenUp, subjectOf } from "./subjects.ts";
import type { WorkerOptions } from "./worker.ts";

/** The dead letter of a review. `source` is the job that failed too often. */
export interface DeadLetter {
  readonly subject: string;
  readonly job: string;
  readonly source: string | null;
}

/**
 * Concludes the check of a review that failed too often, with a reference and a way to start again. Requests since the review began get a new
 * job instead, and then a dead letter that comes twice changes nothing.
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
    log.warn({ subject: key }, "a review failed too often and starts again for newer requests");
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

/** False: there is a newer decision, which the holder of the subject has to publish. */
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
 * Takes the subject if it is as the failed job left it, or as this letter left it before. Requests since that job began have not failed yet and
 * get a new job, once for each newer request so that this ends. A job that never began is given up.
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
