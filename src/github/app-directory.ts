import { z } from "zod";
import type { GitHub } from "./client.ts";
import { allPages } from "./pages.ts";
import { read, unreadable } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";

const mostPages = 50;
/** Who is missing from the list of installations counts as gone, so it must be whole. */
const mostInstallationPages = 1_000;
const Installation = z.object({ id: z.number().int(), created_at: z.string(), suspended_at: z.string().nullish() });
const Repository = z.object({ id: z.number().int(), full_name: z.string(), archived: z.boolean().nullish() });
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
  const route = "GET /app/installations";
  const page = (number: number) => app.request(route, { per_page: 100, page: number, request: { signal } });
  const { items, isCut } = await allPages(page, mostInstallationPages);
  if (isCut) throw unreadable(route, "there are more than 100,000 installations");
  const installations = items.map((item) => read(Installation, item, route));
  return installations
    .filter(({ suspended_at: suspended }) => !suspended)
    .map(({ id, created_at: since }) => ({ id: String(id), since: new Date(since) }));
}

/** Every repository of an installation that can still change, by its token. */
export async function listRepositories(
  installation: GitHub,
  signal: AbortSignal,
): Promise<{ readonly key: string; readonly repo: string }[]> {
  const route = "GET /installation/repositories";
  const page = async (number: number) => {
    const { data, headers } = await installation.request(route, { per_page: 100, page: number, request: { signal } });
    return { data: read(z.object({ repositories: z.array(Repository) }), data, route).repositories, headers };
  };
  const { items } = await allPages(page, mostPages);
  return items
    .filter(({ archived }) => archived !== true)
    .map(({ id, full_name: repo }) => ({ key: String(id), repo }));
}

/** The hundred open pull requests that changed last: what is looked for changed lately. */
export async function latestPullRequests(
  github: GitHub,
  repo: string,
  signal: AbortSignal,
): Promise<{ readonly number: number; readonly head: string; readonly isDraft: boolean; readonly updatedAt: Date }[]> {
  const route = "GET /repos/{owner}/{repo}/pulls";
  const list = { ...ownerAndRepo(repo), state: "open", sort: "updated", direction: "desc", per_page: 100 } as const;
  const { data } = await github.request(route, { ...list, request: { signal } });
  return read(z.array(Pull), data, route).map(({ number, draft, head, updated_at: updated }) => ({
    number,
    head: head.sha,
    isDraft: draft === true,
    updatedAt: new Date(updated),
  }));
}
