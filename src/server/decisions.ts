import type { Kysely } from "kysely";
import { Decisions, undecided } from "../domain/decisions.ts";
import type { Tables } from "./schema.ts";

/** Another version wrote the decisions. They do not count as none: without a pause or a reopened finding a review could pass. For the operator's log. */
class UnreadableDecisions extends Error {
  override readonly name = "UnreadableDecisions";
  constructor(key: string, where: string) {
    super(
      `People's decisions about ${key} cannot be read (${where}) and are left unchanged: another version of PR Debate wrote them, so run that version or a newer one`,
    );
  }
}

interface Known {
  readonly decisions: Decisions;
  readonly revision: number;
}

/** The decisions about a subject, and their revision. Throws if this version cannot read them. */
export async function readDecisions(db: Kysely<Tables>, key: string): Promise<Known> {
  const { decisions, revision, unread } = await readRow(db, key);
  if (unread !== null) throw new UnreadableDecisions(key, unread);
  return { decisions, revision };
}

/** The same for a review that failed, whose check must be concluded. Decisions that cannot be read count as none there: they let nothing pass. */
export async function readableDecisions(db: Kysely<Tables>, key: string): Promise<Known> {
  return readRow(db, key);
}

async function readRow(db: Kysely<Tables>, key: string): Promise<Known & { readonly unread: string | null }> {
  const row = await db
    .selectFrom("subjects")
    .select(["decisions", "revision"])
    .where("key", "=", key)
    .executeTakeFirst();
  const { revision = 0, decisions: kept = null } = row ?? {};
  if (kept === null) return { decisions: undecided, revision, unread: null };
  const { data, error } = Decisions.safeParse(kept);
  const unread = error === undefined ? null : (error.issues[0]?.path.join(".") ?? "");
  return { decisions: data ?? undecided, revision, unread };
}
