import { sql } from "kysely";
import { type Directory, noConclusion } from "./ports.ts";
import type { InstalledRepository, JobRequest } from "./requests.ts";
import { askStore, purgeInstallation, type Store } from "./store.ts";
import { eachLogged, type Log } from "./telemetry.ts";

interface HeadsOptions {
  readonly store: Store;
  readonly directory: Directory;
  readonly log: Log;
}

/** Repositories per installation in one pass; the next pass continues behind them. */
const repositoriesAtOnce = 50;

/** Purges installations that are gone, and requests reviews of open heads that have none. */
export async function findHeads(
  options: HeadsOptions,
  positions: Map<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const { store, directory, log } = options;
  // Read before GitHub is asked, so that an installation made in between does not look like one that left.
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
    const lookIn = (repository: InstalledRepository) => findHeadsIn(repository, since, options, signal);
    await eachLogged(part, lookIn, { log, signal, named: ({ repo }) => ({ repo }) });
  };
  await eachLogged(installations, look, { log, signal, named: ({ id }) => ({ installation: id }) });
}

/** Only pull requests that changed since the installation: installing the App does not ask for reviews of all old ones. */
async function findHeadsIn(
  repository: InstalledRepository,
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
      // A run on a draft has no conclusion, so its head counts as missed once the draft is ready.
      !runs.some((run) => run.number === number && run.head === head && (isDraft || run.conclusion !== noConclusion)) &&
      !waiting.some((one) => one.number === number),
  );
  const requests = missed.map(({ number }): JobRequest => {
    log.info({ repo: repository.repo, number }, "a head had no review and gets one");
    return {
      kind: "review",
      subject: { ...repository, kind: "pull-request", number },
      isExplicit: false,
      isClosed: false,
    };
  });
  await askStore(store, requests);
}
