import { type Kysely, sql } from "kysely";
import type { Rows } from "./rows.ts";
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
 * is wanted later starts afresh, and from then on has the word: a dead letter that comes back says nothing over it.
 */
export async function giveUpOn(
  letter: DeadLetter,
  { store, reviewer, log, metrics }: Pick<WorkerOptions, "store" | "reviewer" | "log" | "metrics">,
  signal: AbortSignal,
): Promise<void> {
  const { db } = store;
  const row = await takeDead(db, letter);
  if (row === undefined) return;
  const { key } = row;
  const begun = await db
    .selectFrom("runs")
    .select("id")
    .where("subject", "=", key)
    .where("concluded_at", "is", null)
    .orderBy("started_at", "desc")
    .executeTakeFirst();
  const reference = begun?.id ?? letter.job;
  log.error({ subject: key, reference }, "a review failed too often and is given up");
  await reviewer.giveUp(subjectOf(row), `the review failed repeatedly (reference ${reference})`, null, signal);
  await db
    .updateTable("runs")
    .set({ result: "failed", conclusion: "failure", concluded_at: sql<Date>`now()` })
    .where("subject", "=", key)
    .where("concluded_at", "is", null)
    .execute();
  await db
    .updateTable("subjects")
    .set({ holder: null })
    .where("key", "=", key)
    .where("holder", "=", `${givenUp}${letter.job}`)
    .execute();
  metrics.concluded("failed", 0);
}

/** The subject, if it is as the failed job left it, or as this letter did when it came before. */
async function takeDead(db: Kysely<Rows>, { subject, job, source }: DeadLetter) {
  const mark = `${givenUp}${job}`;
  return db
    .updateTable("subjects")
    .set({ holder: mark, done: sql<number>`wanted`, token: sql<number>`token + 1` })
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
}
