import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DebateEvent } from "../domain/events.ts";
import type { Tables } from "./schema.ts";
import { LeaseLost, type SubjectLease } from "./subjects.ts";

/** The reference of a run, by which an operator finds it: in the log, the store and, where it failed, in the check. Throws `LeaseLost`. */
export async function beginRun(
  db: Kysely<Tables>,
  { subject, subjectKey, token }: Pick<SubjectLease, "subject" | "subjectKey" | "token">,
  check: { readonly head: string; readonly externalId: string; readonly id: number | null },
): Promise<string> {
  const { installation, key: repository } = subject;
  return db.transaction().execute(async (transaction) => {
    const held = await transaction
      .selectFrom("subjects")
      .select("key")
      .where("key", "=", subjectKey)
      .where("token", "=", token)
      .forKeyShare()
      .executeTakeFirst();
    if (held === undefined) throw new LeaseLost();
    const known = await transaction
      .selectFrom("runs")
      .select("id")
      .where("subject", "=", subjectKey)
      .where("head", "=", check.head)
      .where("external_id", "=", check.externalId)
      .executeTakeFirst();
    if (known !== undefined) return known.id;
    const id = randomUUID();
    const row = { id, subject: subjectKey, installation, repository, head: check.head, external_id: check.externalId };
    await transaction
      .insertInto("runs")
      .values({ ...row, check_run: check.id === null ? null : String(check.id), concluded_at: null })
      .execute();
    return id;
  });
}

/** Whether a run of that subject began and has not ended. */
export async function isUntold(db: Kysely<Tables>, subject: string, externalId: string): Promise<boolean> {
  const row = await db
    .selectFrom("runs")
    .select("id")
    .where("subject", "=", subject)
    .where("external_id", "=", externalId)
    .where("concluded_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Outcome {
  readonly result: string;
  readonly conclusion: string;
  readonly costUsd: number | null;
  readonly calls: number;
}

/** Once: what a run cost stays. */
export async function endRun(db: Kysely<Tables>, id: string, outcome: Outcome): Promise<void> {
  const { result, conclusion, costUsd, calls } = outcome;
  await db
    .updateTable("runs")
    .set({ result, conclusion, cost_usd: costUsd, calls, concluded_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("concluded_at", "is", null)
    .execute();
}

/** What happened, without texts of the tenant: calls, stages, failures; nothing of a run that was purged meanwhile. */
export async function writeTrace(
  db: Kysely<Tables>,
  run: string,
  installation: string,
  events: readonly DebateEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    const known = await transaction.selectFrom("runs").select("id").where("id", "=", run).forKeyShare().execute();
    if (known.length === 0) return;
    await transaction
      .insertInto("trace")
      .values(events.map((event) => ({ run, installation, event: JSON.stringify(event) })))
      .execute();
  });
}

/** Whose check or head it is, for a re-run; of that repository of that tenant only. */
export async function subjectsOfRun(
  db: Kysely<Tables>,
  where: {
    readonly installation: string;
    readonly key: string;
    readonly head: string;
    readonly externalId: string | null;
  },
): Promise<string[]> {
  const { installation, key, head, externalId } = where;
  const rows = await db
    .selectFrom("runs")
    .select("subject")
    .distinct()
    .where("installation", "=", installation)
    .where("repository", "=", key)
    .where("head", "=", head)
    .$if(externalId !== null, (query) => query.where("external_id", "=", externalId ?? ""))
    .execute();
  return rows.map(({ subject }) => subject);
}
