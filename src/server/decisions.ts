import type { Kysely } from "kysely";
import { Decisions, undecided } from "../domain/decisions.ts";
import type { Rows } from "./rows.ts";

/** What people decided about a subject, and how often they have. */
export async function readDecisions(
  db: Kysely<Rows>,
  key: string,
): Promise<{ readonly decisions: Decisions; readonly revision: number }> {
  const row = await db
    .selectFrom("subjects")
    .select(["decisions", "revision"])
    .where("key", "=", key)
    .executeTakeFirst();
  return { decisions: Decisions.safeParse(row?.decisions).data ?? undecided, revision: row?.revision ?? 0 };
}
