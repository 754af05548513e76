import { type Kysely, sql } from "kysely";
import type { DecisionStore, Lease } from "../record/record.ts";
import type { SubjectLease } from "../run/options.ts";
import { keyOf } from "./accept.ts";
import { readDecisions } from "./decisions.ts";
import type { Subject } from "./requests.ts";
import { beginRun, isUntold } from "./runs.ts";
import type { Tables } from "./schema.ts";
import { journalOf, type Store } from "./store.ts";
import {
  currentWishes,
  endLease,
  givenUp,
  LeaseLost,
  readStateBefore,
  readSubjectState,
  type SubjectLease,
  writeSubjectState,
} from "./subjects.ts";

/**
 * The desk of one command, whose job is `job`. Decisions are kept at once, whoever is at work: a review publishes at its end whatever was
 * decided by then, and may not end before it has. Only where nobody is at work does the command publish them itself, under a lease of its own.
 */
export function deskFor(store: Store, subject: Extract<Subject, { kind: "pull-request" }>, job: string): DecisionStore {
  const { db } = store;
  const key = keyOf(subject);
  let read = 0;
  return {
    read: async () => {
      await knowSubject(db, subject);
      const { decisions, revision } = await readDecisions(db, key);
      read = revision;
      return { decisions, state: await readSubjectState(db, key) };
    },
    journal: async () => {
      await knowSubject(db, subject);
      return journalOf(store, subject);
    },
    keep: async (decisions) => {
      const { numUpdatedRows } = await db
        .updateTable("subjects")
        .set({ decisions: JSON.stringify(decisions), revision: read + 1 })
        .where("key", "=", key)
        .where("revision", "=", read)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    alone: async (work) => {
      const token = await borrow(db, key, job);
      if (token === null) return null;
      const lease = { subjectKey: key, subject, token };
      return publishAll(store, lease, work);
    },
  };
}

/** Publishes, and again what was decided meanwhile; whatever happens, the lease does not stay behind. */
async function publishAll<Result>(
  store: Store,
  lease: Parameters<typeof rightOf>[1],
  work: (right: Lease) => Promise<Result>,
): Promise<Result> {
  const seen: Parameters<typeof rightOf>[2] = { run: null, revision: null };
  try {
    for (;;) {
      const result = await work(rightOf(store, lease, seen));
      if (await endLease(store, lease, null, seen.revision)) return result;
    }
  } catch (error) {
    await endLease(store, lease, null);
    throw error;
  }
}

/** Null: somebody else is at work on it. A give-up may wait for GitHub for long: it keeps the subject, and begins again by what was decided. */
async function borrow(db: Kysely<Tables>, key: string, job: string): Promise<number | null> {
  const row = await db
    .updateTable("subjects")
    .set({
      token: sql<number>`token + 1`,
      holder: sql<string>`case when holder like ${`${givenUp}%`} then holder else ${job} end`,
    })
    .where("key", "=", key)
    .where((where) =>
      where.or([where("holder", "is", null), where("holder", "=", job), where("holder", "like", `${givenUp}%`)]),
    )
    .returning("token")
    .executeTakeFirst();
  return row?.token ?? null;
}

/** A command may be the first that is heard of a pull request. */
async function knowSubject(db: Kysely<Tables>, subject: Extract<Subject, { kind: "pull-request" }>): Promise<void> {
  const { installation, key: repository, repo, number } = subject;
  const counters = { wanted: 0, explicit: 0, done: 0, token: 0 };
  const nothing = { merge_group: null, state: null, state_before: null, decisions: null };
  await db
    .insertInto("subjects")
    .values({ key: keyOf(subject), installation, repository, repo, number, ...counters, ...nothing, is_closed: false })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/** What whoever holds a lease knows and may write, as long as it holds it. `seen` learns the run and the decisions that were read last. */
export function rightOf(
  store: Store,
  lease: Pick<SubjectLease, "subjectKey" | "subject" | "token">,
  seen: { run: string | null; revision: number | null },
): SubjectLease {
  const { db } = store;
  const { subject, subjectKey } = lease;
  return {
    memory: {
      journal: journalOf(store, subject),
      stateOf: (number) => readSubjectState(db, keyOf({ ...subject, kind: "pull-request", number })),
      stateBefore: (attempt) => readStateBefore(db, subjectKey, attempt),
      saveState: (state) => writeSubjectState(db, lease, state),
      isUntold: (externalId) => isUntold(db, subjectKey, externalId),
      decisions: async () => {
        const { decisions, revision } = await readDecisions(db, subjectKey);
        seen.revision = revision;
        return decisions;
      },
      checkStarted: async (check) => {
        seen.run = await beginRun(db, lease, check);
      },
    },
    mayWrite: async () => {
      if ((await currentWishes(db, lease)) === null) throw new LeaseLost();
    },
  };
}
