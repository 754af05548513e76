import { z } from "zod";
import type { GitHub } from "../client.ts";
import { ask, askAll, ownerAndRepo, read, routeOf, unreadable } from "../requests.ts";

const mostPages = 50;
/** An installation that is missing from the list counts as removed, so the list must be complete. */
const mostInstallationPages = 1_000;
const Installation = z.object({ id: z.number().int(), created_at: z.string(), suspended_at: z.string().nullish() });
const Repository = z.object({ id: z.number().int(), full_name: z.string(), archived: z.boolean().nullish() });
const Repositories = z.object({ repositories: z.array(Repository) }).transform(({ repositories }) => repositories);
const Pull = z.object({
  number: z.number().int(),
  draft: z.boolean().nullish(),
  head: z.object({ sha: z.string() }),
  updated_at: z.string(),
});

/** Every installation that is not suspended, by an App's own token. */
export async function listInstallations(
  app: GitHub,
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly since: Date }[]> {
  const list = { schema: z.array(Installation), mostPages: mostInstallationPages };
  const method = app.rest.apps.listInstallations;
  const { items, isCut } = await askAll(method, {}, list, signal);
  if (isCut) throw unreadable(routeOf(method), "there are more than 100,000 installations");
  return items
    .filter(({ suspended_at: suspended }) => !suspended)
    .map(({ id, created_at: since }) => ({ id: String(id), since: new Date(since) }));
}

/** Every repository of an installation that can still change, by its token. */
export async function listRepositories(
  installation: GitHub,
  signal: AbortSignal,
): Promise<{ readonly key: string; readonly repo: string }[]> {
  const method = installation.rest.apps.listReposAccessibleToInstallation;
  const { items } = await askAll(method, {}, { schema: Repositories, mostPages }, signal);
  return items
    .filter(({ archived }) => archived !== true)
    .map(({ id, full_name: repo }) => ({ key: String(id), repo }));
}

/** The hundred most recently updated open pull requests. */
export async function latestPullRequests(
  github: GitHub,
  repo: string,
  signal: AbortSignal,
): Promise<{ readonly number: number; readonly head: string; readonly isDraft: boolean; readonly updatedAt: Date }[]> {
  const list = { ...ownerAndRepo(repo), state: "open", sort: "updated", direction: "desc", per_page: 100 } as const;
  const pulls = await ask(github.rest.pulls.list, list, z.array(Pull), signal);
  return pulls.map(({ number, draft, head, updated_at: updated }) => ({
    number,
    head: head.sha,
    isDraft: draft === true,
    updatedAt: new Date(updated),
  }));
}

const Delivery = z.object({
  id: z.number().int(),
  guid: z.string(),
  delivered_at: z.string(),
  status_code: z.number().int(),
});
const mostDeliveryPages = 20;
/** A webhook that fails this often fails for a reason that another attempt does not remove. */
const mostAttempts = 5;

/** The App's webhooks since then that no attempt delivered, with the newest attempt of each (REST docs, "App webhooks"). */
export async function failedDeliveries(
  app: GitHub,
  since: Date,
  signal: AbortSignal,
): Promise<{ readonly id: number; readonly guid: string }[]> {
  const attempts = new Map<string, { id: number; count: number; isDone: boolean }>();
  for await (const { id, guid, status_code: status } of deliveriesSince(app, since, signal)) {
    const known = attempts.get(guid);
    const isDone = (status >= 200 && status < 300) || known?.isDone === true;
    attempts.set(guid, { id: known?.id ?? id, count: (known?.count ?? 0) + 1, isDone });
  }
  return [...attempts].flatMap(([guid, { id, count, isDone }]) =>
    isDone || count >= mostAttempts ? [] : [{ id, guid }],
  );
}

/** Newest first. */
async function* deliveriesSince(
  app: GitHub,
  since: Date,
  signal: AbortSignal,
): AsyncGenerator<z.infer<typeof Delivery>> {
  const method = app.rest.apps.listWebhookDeliveries;
  let cursor: string | undefined;
  for (let page = 0; page < mostDeliveryPages; page += 1) {
    const { data, headers } = await method({
      per_page: 100,
      ...(cursor === undefined ? {} : { cursor }),
      request: { signal },
    });
    for (const delivery of read(z.array(Delivery), data, routeOf(method))) {
      if (new Date(delivery.delivered_at) < since) return;
      yield delivery;
    }
    cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.link ?? "")?.[1];
    if (cursor === undefined) return;
    cursor = decodeURIComponent(cursor);
  }
}

export async function redeliver(app: GitHub, id: number, signal: AbortSignal): Promise<void> {
  await app.rest.apps.redeliverWebhookDelivery({ delivery_id: id, request: { signal } });
}
