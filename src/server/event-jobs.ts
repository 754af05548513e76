import { databaseDecisions } from "../record/database.ts";
import type { CommandHandler, Listener } from "./ports.ts";
import { decisionRows } from "./record-rows.ts";
import type { EventJob, Request } from "./requests.ts";
import { subjectsOfRun } from "./runs.ts";
import { ask, purgeInstallation, purgeRepository, type Store } from "./store.ts";
import { subjectOf } from "./subjects.ts";
import { countEvent, type Log, type Metrics } from "./telemetry.ts";

export interface EventJobOptions {
  readonly store: Store;
  readonly clerk: CommandHandler;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly quietSeconds: number;
}

/** Does what an event asked for besides reviewing: throws what makes the job be tried again. */
export async function runEventJob(
  errand: EventJob,
  job: string,
  options: EventJobOptions,
  signal: AbortSignal,
): Promise<void> {
  const { store, clerk, log, quietSeconds } = options;
  switch (errand.kind) {
    case "installation-gone":
      log.info({ installation: errand.installation }, "an installation is gone: its rows are purged");
      return purgeInstallation(store, errand.installation);
    case "repository-gone":
      return purgeRepository(store, errand);
    case "command": {
      const subject = subjectIn(errand, errand.number);
      const { repo, login: actor } = errand;
      const decisions = databaseDecisions(decisionRows(store, subject, job));
      const wish = await clerk.command(errand, decisions, listenerOf(options, repo), signal);
      if (wish !== null) await ask(store, [{ kind: "review", subject, isClosed: false, actor, ...wish }], quietSeconds);
      return;
    }
    case "rerun": {
      const { login } = errand;
      if (login !== null && !(await clerk.mayCommand(errand, login, signal))) {
        log.info({ repo: errand.repo }, "a re-run was asked for by somebody who may not");
        return;
      }
      await ask(store, await rerunsOf(errand, options, signal), quietSeconds);
    }
  }
}

/**
 * A dead letter: what failed too often to be tried again. Whoever gave a command is told; that the rest is not done stands in the log, where a
 * reference finds it. `job` is the one that failed, and what it left behind is taken over.
 */
export async function giveUpEventJob(
  errand: EventJob,
  job: string,
  options: EventJobOptions,
  signal: AbortSignal,
): Promise<void> {
  const { store, clerk, log, quietSeconds } = options;
  if (errand.kind !== "command") {
    log.error({ errand: errand.kind, reference: job }, "an errand failed too often and is given up");
    return;
  }
  const { repo, number, login: actor } = errand;
  log.error({ repo, number, reference: job }, "a command failed too often and is given up");
  const subject = subjectIn(errand, number);
  const listener = { ...listenerOf(options, repo), reference: job };
  const decisions = databaseDecisions(decisionRows(store, subject, job));
  const wish = await clerk.giveUp(errand, decisions, listener, signal);
  if (wish !== null) await ask(store, [{ kind: "review", subject, isClosed: false, actor, ...wish }], quietSeconds);
}

function listenerOf({ metrics, log }: EventJobOptions, repo: string): Listener {
  return {
    emit: (event) => {
      countEvent(metrics, event);
      if (event.type === "note") log.debug({ repo, note: event.text }, "note");
    },
    planned: metrics.planned,
  };
}

/** The store knows whose check it is; where it does not, GitHub says which pull requests have that head now. */
async function rerunsOf(
  errand: Extract<EventJob, { kind: "rerun" }>,
  { store, clerk }: EventJobOptions,
  signal: AbortSignal,
): Promise<Request[]> {
  const known = await subjectsOfRun(store.db, errand);
  const rows =
    known.length === 0 ? [] : await store.db.selectFrom("subjects").selectAll().where("key", "in", known).execute();
  const groups = rows.flatMap((row) => (row.number === null ? [row] : []));
  const numbers =
    rows.length > 0
      ? rows.flatMap((row) => (row.number === null ? [] : [row.number]))
      : await clerk.pullRequestsAt(errand, errand.head, signal);
  const again = groups.map(
    (row): Request => ({ kind: "review", subject: subjectOf(row), isExplicit: true, isClosed: false }),
  );
  return [...again, ...numbers.map((number) => reviewOf(errand, number))];
}

function reviewOf(errand: Extract<EventJob, { repo: string }>, number: number): Request {
  return { kind: "review", subject: subjectIn(errand, number), isExplicit: true, isClosed: false };
}

function subjectIn({ installation, key, repo }: Extract<EventJob, { repo: string }>, number: number) {
  return { installation, key, repo, kind: "pull-request" as const, number };
}
