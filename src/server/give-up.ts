import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { subjectOf } from "./subjects.ts";
import type { WorkerOptions } from "./worker.ts";

/**
 * A review that failed too often to be tried again: its check is concluded as failed, with a reference to look it up by, and the way out. What
 * is wanted later starts afresh.
 */
export async function giveUpOn(
  subjectKey: string,
  { store, reviewer, log, metrics }: Pick<WorkerOptions, "store" | "reviewer" | "log" | "metrics">,
  signal: AbortSignal,
): Promise<void> {
  const row = await store.db
    .updateTable("subjects")
    .set({ holder: null, done: sql<number>`wanted`, token: sql<number>`token + 1` })
    .where("key", "=", subjectKey)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return;
  const reference = randomUUID();
  log.error({ subject: subjectKey, reference }, "a review failed too often and is given up");
  await reviewer.giveUp(subjectOf(row), `the review failed repeatedly (reference ${reference})`, null, signal);
  await store.db
    .updateTable("runs")
    .set({ result: "failed", conclusion: "failure", concluded_at: sql<Date>`now()` })
    .where("subject", "=", subjectKey)
    .where("concluded_at", "is", null)
    .execute();
  metrics.concluded("failed", 0);
}
