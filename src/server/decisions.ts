import { type Kysely, sql } from "kysely";
import { Decisions, undecided } from "../domain/decisions.ts";
import type { MemoryItem } from "../domain/memory/item.ts";
import { State } from "../domain/state.ts";
import type { KeptPull } from "../github/state/record.ts";
import { type DecidedSource, sourceOfState } from "../record/memory/cases.ts";
import { suggestItems } from "../record/memory/suggest.ts";
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

/** More pull requests or paths than these do not make a ballot better. */
const mostRows = 100;
const mostPaths = 300;

interface Where {
  readonly installation: string;
  readonly key: string;
}

/**
 * Decisions of people about findings in these files, in the pull requests of one repository of one tenant, without the one whose `number` is given.
 * It never reads the rows of another. Seats see them and nothing is removed by them: only a person can make a false positive of one, in the
 * repository's file. Their links are addresses below `webUrl`.
 */
export async function rememberedIn(
  db: Kysely<Tables>,
  { installation, key, number }: Where & { readonly number?: number },
  paths: readonly string[],
  webUrl: string | null,
): Promise<readonly MemoryItem[]> {
  const wanted = paths.filter(isPlain).slice(0, mostPaths);
  const sources = await decidedSourcesIn(db, { installation, key }, wanted);
  const others = sources.filter(({ origin }) => origin.number !== number);
  return suggestItems(others, [], webUrl).suggestions.map(({ item }) => ({ ...item, kind: "decision" }));
}

/** A text in the database holds no NUL and no half of a character. */
function isPlain(path: string): boolean {
  return !/\p{C}/u.test(path);
}

/** By PostgreSQL's full-text search: a path is one word of it. Newest first. */
async function decidedSourcesIn(
  db: Kysely<Tables>,
  { installation, key }: Where,
  paths: readonly string[],
): Promise<DecidedSource[]> {
  if (paths.length === 0) return [];
  const wanted = paths.map((path) => `"${path.replaceAll('"', " ")}"`).join(" or ");
  const rows = await db
    .selectFrom("subjects")
    .select(["repo", "number", "state", "decisions"])
    .where("installation", "=", installation)
    .where("repository", "=", key)
    .where("decisions", "is not", null)
    .where(
      sql<boolean>`jsonb_to_tsvector('simple', coalesce(state->'findings', '[]'::jsonb), '["string"]') @@ websearch_to_tsquery('simple', ${wanted})`,
    )
    .orderBy("wanted_at", "desc")
    .limit(mostRows)
    .execute();
  return rows.flatMap(({ repo, number, state, decisions }) => {
    const [known, made] = [State.safeParse(state).data, Decisions.safeParse(decisions).data];
    if (known === undefined || made === undefined) return [];
    const source = sourceOfState(known, made, { repo, number });
    const findings = source.findings.filter(({ path }) => paths.includes(path));
    return [{ ...source, findings, cases: source.cases.filter(({ finding }) => paths.includes(finding.path)) }];
  });
}

/** More pull requests than these are too many to read for one answer. */
const mostPulls = 200;

/**
 * The newest pull requests of one repository of one tenant, from old to new. It never reads the rows of another. A row that this version
 * cannot read is left out: it proposes nothing and counts nothing.
 */
export async function keptPullsIn(db: Kysely<Tables>, { installation, key }: Where): Promise<readonly KeptPull[]> {
  const rows = await db
    .selectFrom("subjects")
    .select(["repo", "number", "state", "decisions"])
    .where("installation", "=", installation)
    .where("repository", "=", key)
    .where("number", "is not", null)
    .where("state", "is not", null)
    .orderBy("wanted_at", "desc")
    .orderBy("number", "desc")
    .limit(mostPulls)
    .execute();
  return rows.toReversed().flatMap(({ repo, number, state, decisions }): KeptPull[] => {
    const known = State.safeParse(state).data;
    const made = decisions === null ? undecided : Decisions.safeParse(decisions).data;
    if (number === null || known === undefined || made === undefined) return [];
    return [{ repo, number, state: known, decisions: made }];
  });
}
