import { sql } from "kysely";
import { noConclusion } from "./ports.ts";
import type { ReconcilerOptions } from "./reconciler.ts";
import type { Repository, Request } from "./requests.ts";
import { ask, purgeInstallation } from "./store.ts";
import { each } from "./telemetry.ts";

type HeadsOptions = Pick<ReconcilerOptions, "store" | "directory" | "log">;

/** Repositories looked through in one pass per installation: the next pass goes on behind them. */
const repositoriesAtOnce = 50;

/** Installations that are gone, and open pull requests whose head was never reviewed. */
export async function findHeads(
  options: HeadsOptions,
  positions: Map<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const { store, directory, log } = options;
  // Read first: whoever installs the App in between is not taken for somebody who left.
  const known = await store.db.selectFrom("subjects").select("installation").distinct().execute();
  const installations = await directory.installations(signal);
  const ids = new Set(installations.map(({ id }) => id));
  for (const { installation } of known.filter((one) => !ids.has(one.installation)))
    await purgeInstallation(store, installation);
  const look = async ({ id, since }: (typeof installations)[number]): Promise<void> => {
    const repositories = await directory.repositories(id, signal);
    const start = positions.get(id) ?? 0;
    const part = repositories.slice(start, start + repositoriesAtOnce);
    const next = start + repositoriesAtOnce;
    positions.set(id, next < repositories.length ? next : 0);
    const lookIn = (repository: Repository) => findHeadsIn(repository, since, options, signal);
    await each(part, lookIn, { log, signal, named: ({ repo }) => ({ repo }) });
  };
  await each(installations, look, { log, signal, named: ({ id }) => ({ installation: id }) });
}

/** Only what changed since the installation: nobody who installs an App asks it to review everything that lies about. */
async function findHeadsIn(
  repository: Repository,
  since: Date,
  { store, directory, log }: HeadsOptions,
  signal: AbortSignal,
): Promise<void> {
  const { installation, key } = repository;
  const open = (await directory.openPullRequests(repository, signal)).filter(({ updatedAt }) => updatedAt >= since);
  if (open.length === 0) return;
  const heads = open.map(({ head }) => head);
  const runs = await store.db
    .selectFrom("runs")
    .innerJoin("subjects", "subjects.key", "runs.subject")
    .select(["subjects.number", "runs.head", "runs.conclusion"])
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
    ({ number, head, isDraft }) =>
      // A run that found a draft concluded nothing: its head is looked at again once it is none.
      !runs.some((run) => run.number === number && run.head === head && (isDraft || run.conclusion !== noConclusion)) &&
      !waiting.some((one) => one.number === number),
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
