import type { Kysely } from "kysely";
import { Decisions, undecided } from "../domain/decisions.ts";
import type { Tables } from "./schema.ts";

/** What another version kept is not nothing: without a pause or a reopening a review could pass. For the log of whoever runs this. */
class UnreadableDecisions extends Error {
  override readonly name = "UnreadableDecisions";
  constructor(key: string, where: string) {
    super(
      `What people decided about ${key} cannot be read (${where}), and nothing of it is changed: another version of PR Debate wrote it, so run that one or a newer one`,
    );
  }
}

interface Known {
  readonly decisions: Decisions;
  readonly revision: number;
}

/** What people decided about a subject, and how often they have. Throws for what this version cannot read. */
export async function readDecisions(db: Kysely<Tables>, key: string): Promise<Known> {
  const { decisions, revision, unread } = await readRow(db, key);
  if (unread !== null) throw new UnreadableDecisions(key, unread);
  return { decisions, revision };
}

/** The same for a review that failed: what cannot be read lets nothing pass, and a check has to be concluded all the same. */
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
