import { type Kysely, sql } from "kysely";
import { readableDecisions } from "./decisions.ts";
import { each } from "./each.ts";
import { isOnItsWay } from "./queue.ts";
import type { ReconcilerOptions } from "./reconciler.ts";
import type { Rows } from "./rows.ts";
import { endRun } from "./runs.ts";
import { subjectOf } from "./subjects.ts";

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

async function stuckRuns(db: Kysely<Rows>, deadlineMinutes: number) {
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
