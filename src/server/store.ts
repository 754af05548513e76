import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { PgBoss } from "pg-boss";
import { writeRequests } from "./accept.ts";
import type { Request } from "./requests.ts";
import type { Tables } from "./schema.ts";

/** The two halves of what is kept, in one database. */
export interface Store {
  readonly db: Kysely<Tables>;
  readonly boss: PgBoss;
}

/** Asks for something from within: an errand's result, or what the reconciler found. */
export async function ask(store: Store, requests: readonly Request[], quietSeconds = 0): Promise<void> {
  if (requests.length === 0) return;
  const { db, boss } = store;
  await db.transaction().execute((transaction) => writeRequests(transaction, requests, { boss, quietSeconds }));
}

/** Answers of models for one repository of one tenant: nobody else's are ever read. */
export function journalOf(
  { db }: Pick<Store, "db">,
  { installation, key: repository }: { readonly installation: string; readonly key: string },
): { read(key: string): Promise<string | undefined>; write(key: string, value: string): Promise<void> } {
  return {
    async read(key) {
      const row = await db
        .selectFrom("journal")
        .select("value")
        .where("installation", "=", installation)
        .where("repository", "=", repository)
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.value;
    },
    async write(key, value) {
      await db.transaction().execute(async (transaction) => {
        // An answer may arrive after its tenant has left. While this row is held nobody is purged.
        const subject = await transaction
          .selectFrom("subjects")
          .select("key")
          .where("installation", "=", installation)
          .where("repository", "=", repository)
          .limit(1)
          .forKeyShare()
          .executeTakeFirst();
        if (subject === undefined) return;
        await transaction
          .insertInto("journal")
          .values({ installation, repository, key, value })
          .onConflict((conflict) => conflict.columns(["installation", "repository", "key"]).doUpdateSet({ value }))
          .execute();
      });
    },
  };
}

const tenantTables = ["subjects", "runs", "trace", "journal", "deliveries"] as const;

/** Everything about a tenant goes, at once, subjects first: what is written besides looks at those. A review at work loses its lease with its subject. */
export async function purgeInstallation({ db }: Pick<Store, "db">, installation: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of tenantTables)
      await transaction.deleteFrom(table).where("installation", "=", installation).execute();
  });
}

export async function purgeRepository(
  { db }: Pick<Store, "db">,
  { installation, key }: { readonly installation: string; readonly key: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const where = { installation, repository: key };
    for (const table of ["subjects", "journal"] as const)
      await transaction
        .deleteFrom(table)
        .where((row) => row.and(where))
        .execute();
    const runs = await transaction
      .deleteFrom("runs")
      .where((row) => row.and(where))
      .returning("id")
      .execute();
    for (const { id } of runs) await transaction.deleteFrom("trace").where("run", "=", id).execute();
  });
}

/** For how long, in days. Deliveries: GitHub redelivers for three days. */
export const retentionDays = { deliveries: 7, journal: 14, trace: 30, runs: 90, subjects: 180 } as const;

/** What is older goes; a subject only when nothing is wanted of it. */
export async function purgeOld({ db }: Pick<Store, "db">, now: Date): Promise<void> {
  const before = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const { deliveries, journal, trace, runs, subjects } = retentionDays;
  await db.deleteFrom("deliveries").where("received_at", "<", before(deliveries)).execute();
  await db.deleteFrom("journal").where("written_at", "<", before(journal)).execute();
  await db.deleteFrom("trace").where("at", "<", before(trace)).execute();
  await db.deleteFrom("runs").where("started_at", "<", before(runs)).execute();
  await db
    .deleteFrom("subjects")
    .where("wanted_at", "<", before(subjects))
    .where((where) => where("wanted", "=", where.ref("done")))
    .execute();
}

/** Null: the database answers. */
export async function databaseFault({ db }: Pick<Store, "db">): Promise<string | null> {
  const answer = await soon(sql`select 1`.execute(db));
  return answer === null ? "the database does not answer" : null;
}

/** How many subjects wait, and how long the first of them has; one at work does not wait. Not numbers where the database does not say. */
export async function queueState({ db }: Pick<Store, "db">): Promise<{ waiting: number; oldestSeconds: number }> {
  const answer = db
    .selectFrom("subjects")
    .select(sql<number>`count(*)::int`.as("waiting"))
    .select(sql<number>`coalesce(extract(epoch from now() - min(wanted_at)), 0)::float8`.as("oldestSeconds"))
    .where("wanted", ">", sql.ref<number>("done"))
    .where(
      sql<boolean>`not exists (select from pr_debate_jobs.job where name = 'review' and state = 'active' and singleton_key = subjects.key)`,
    )
    .executeTakeFirstOrThrow();
  return (await soon(answer)) ?? { waiting: Number.NaN, oldestSeconds: Number.NaN };
}

const soonMs = 3_000;

/** Null: it failed, or there is no answer yet. A connection that hangs must not keep whoever asks how things are. */
async function soon<Result>(answer: Promise<Result>): Promise<Result | null> {
  return Promise.race([answer.catch(() => null), pause(soonMs, null, { ref: false })]);
}
