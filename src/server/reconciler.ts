import { type Kysely, sql } from "kysely";
import { messageOf } from "../domain/errors.ts";
import { jobFor } from "./accept.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Deliveries, Directory, Reviewer } from "./ports.ts";
import { enqueue } from "./queue.ts";
import type { Repository, Request } from "./requests.ts";
import type { Rows } from "./rows.ts";
import { endRun } from "./runs.ts";
import { ask, purgeInstallation, purgeOld, type Store } from "./store.ts";
import { subjectOf } from "./subjects.ts";

export interface ReconcilerOptions {
  readonly store: Store;
  readonly reviewer: Reviewer;
  readonly directory: Directory;
  readonly deliveries: Deliveries;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** A check in progress for longer is stuck. */
  readonly deadlineMinutes: number;
}

const redeliveryDays = 3;
/** Repositories looked through in one pass per installation: the next pass goes on behind them. */
const repositoriesAtOnce = 50;

/** One pass over everything that can get lost. Each part stands alone: what fails is said, and the next pass tries it again. */
export function reconciler(options: ReconcilerOptions): { readonly pass: (signal: AbortSignal) => Promise<void> } {
  const { log, now, store } = options;
  const positions = new Map<string, number>();
  const parts: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>> = {
    "lost jobs": () => reviveJobs(options),
    "stuck checks": (signal) => endStuckChecks(options, signal),
    "failed deliveries": (signal) => redeliver(options, signal),
    "installations and heads": (signal) => findHeads(options, positions, signal),
    "old rows": () => purgeOld(store, now()),
  };
  return {
    pass: async (signal) => {
      for (const [name, part] of Object.entries(parts)) {
        if (signal.aborted) return;
        try {
          await part(signal);
        } catch (error) {
          if (!signal.aborted) log.warn({ part: name, why: messageOf(error) }, "a part of the reconciler failed");
        }
      }
    },
  };
}

/** Wanted, and nobody works on it or waits to: a job that the queue gave up or lost. A holder without a job is none. */
async function reviveJobs({ store, log }: ReconcilerOptions): Promise<void> {
  const { db, boss } = store;
  const waiting = await db
    .selectFrom("subjects")
    .select(["key", "installation", "holder"])
    .where("wanted", ">", sql.ref<number>("done"))
    .where("wanted_at", "<", sql<Date>`now() - interval '10 minutes'`)
    .execute();
  for (const { key, installation, holder } of waiting) {
    const jobs = await boss.findJobs("review", { key });
    if (jobs.some(({ state }) => ["created", "retry", "active"].includes(state))) continue;
    log.warn({ subject: key }, "a review was wanted and had no job: it has one again");
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("subjects")
        .set({ holder: null, token: sql<number>`token + 1` })
        .where("key", "=", key)
        .where("holder", holder === null ? "is" : "=", holder)
        .execute();
      await enqueue(boss, transaction, "review", [jobFor(key, installation, 0)]);
    });
  }
}

/** Checks in progress past the deadline, whose worker is gone: they are concluded as what they are (F38). */
async function endStuckChecks(options: ReconcilerOptions, signal: AbortSignal): Promise<void> {
  const { store, reviewer, metrics, log, deadlineMinutes } = options;
  const stuck = await stuckRuns(store.db, deadlineMinutes);
  for (const { id, key, wanted, done, ...row } of stuck) {
    if (wanted > done) {
      // Its job goes on or is revived: only a wish that nobody answers any more leaves a check alone.
      const jobs = await store.boss.findJobs("review", { key });
      if (jobs.some(({ state }) => state === "active")) continue;
    }
    log.warn({ subject: key, reference: id }, "a check was stuck: it is concluded");
    const why = `its review was lost before it had a result (reference ${id})`;
    const { head, check_run: check } = row;
    if (check !== null) await reviewer.giveUp(subjectOf({ key, ...row }), why, { head, check: Number(check) }, signal);
    await endRun(store.db, id, { result: "lost", conclusion: "failure", costUsd: null, calls: 0 });
  }
  metrics.stuck(stuck.length);
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

/** GitHub tries a webhook once; for three days it can be told to try again. */
async function redeliver({ deliveries, now, log }: ReconcilerOptions, signal: AbortSignal): Promise<void> {
  const since = new Date(now().getTime() - redeliveryDays * 86_400_000);
  for (const { id, guid } of await deliveries.failedSince(since, signal)) {
    log.info({ guid }, "a failed delivery is asked for again");
    await deliveries.redeliver(id, signal);
  }
}

/** Installations that are gone, and open pull requests whose head was never reviewed. */
async function findHeads(
  options: ReconcilerOptions,
  positions: Map<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const { store, directory } = options;
  const installations = await directory.installations(signal);
  const ids = new Set(installations.map(({ id }) => id));
  const known = await store.db.selectFrom("subjects").select("installation").distinct().execute();
  for (const { installation } of known.filter((one) => !ids.has(one.installation)))
    await purgeInstallation(store, installation);
  for (const { id, since } of installations) {
    const repositories = await directory.repositories(id, signal);
    const start = positions.get(id) ?? 0;
    const part = repositories.slice(start, start + repositoriesAtOnce);
    for (const repository of part) await findHeadsIn(repository, since, options, signal);
    const next = start + repositoriesAtOnce;
    positions.set(id, next < repositories.length ? next : 0);
  }
}

/** Only what changed since the installation: nobody who installs an App asks it to review everything that lies about. */
async function findHeadsIn(
  repository: Repository,
  since: Date,
  { store, directory, log }: ReconcilerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { installation, key } = repository;
  const open = (await directory.openPullRequests(repository, signal)).filter(({ updatedAt }) => updatedAt >= since);
  if (open.length === 0) return;
  const heads = open.map(({ head }) => head);
  const runs = await store.db
    .selectFrom("runs")
    .innerJoin("subjects", "subjects.key", "runs.subject")
    .select(["subjects.number", "runs.head"])
    .where("runs.installation", "=", installation)
    .where("runs.repository", "=", key)
    .where("runs.head", "in", heads)
    .execute();
  const waiting = await store.db
    .selectFrom("subjects")
    .select("number")
    .where("installation", "=", installation)
    .where("repository", "=", key)
    .where("wanted", ">", sql.ref<number>("done"))
    .execute();
  const missed = open.filter(
    ({ number, head }) =>
      !runs.some((run) => run.number === number && run.head === head) && !waiting.some((one) => one.number === number),
  );
  const requests = missed.map(({ number }): Request => {
    log.info({ repo: repository.repo, number }, "a head had no review: it is asked for");
    return {
      kind: "review",
      subject: { ...repository, kind: "pull-request", number },
      isExplicit: false,
      isClosed: false,
    };
  });
  await ask(store, requests);
}
