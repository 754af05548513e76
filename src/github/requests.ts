import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import { GitHubError } from "./errors.ts";

const mostRepeats = 2;
/** What was written a moment ago may not be listed yet: the second look comes after two seconds, the third after three. */
const pauseMs = 1_000;

/**
 * A write that happens once. Where GitHub gave no clear answer (a timeout, 5xx, a broken connection), `look` tells what was written after
 * all, or null; only then is it written again, at most twice.
 */
export async function writeOnce<Written>(
  write: () => Promise<Written>,
  look: () => Promise<Written | null>,
  signal: AbortSignal,
): Promise<Written> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof GitHubError && error.isAmbiguous)) throw error;
      await pause(pauseMs * (repeats + 1), undefined, { signal });
      const found = await look();
      if (found !== null) return found;
      if (repeats === mostRepeats) throw error;
    }
  }
}

/** Options of a request that writes: no layer below may repeat it unseen. */
export function once(signal: AbortSignal): { signal: AbortSignal; retries: 0 } {
  return { signal, retries: 0 };
}

/** For a write that may happen twice without harm: there is nothing to look for. */
export async function nothing(): Promise<null> {
  return null;
}

/** `owner/name` as the parameters of a route. */
export function ownerAndRepo(repo: string): { owner: string; repo: string } {
  const [owner = "", name = ""] = repo.split("/");
  return { owner, repo: name };
}

/** The number of the last page in a `Link` header; null where GitHub does not tell it. */
export function lastPageIn(link: string | undefined): number | null {
  const page = /[?&]page=(?<page>\d+)[^>]*>; rel="last"/.exec(link ?? "")?.groups?.["page"];
  return page === undefined ? null : Number(page);
}

export function hasNextPage(link: string | undefined): boolean {
  return /; rel="next"/.test(link ?? "");
}

const atOnce = 4;

interface Page<Item> {
  readonly data: readonly Item[];
  readonly headers: { link?: string | undefined };
}

/**
 * All pages of a list. Those that the first one tells of are read side by side; then whatever still comes next, because GitHub need not
 * name the last page, and a list may grow meanwhile. `isCut`: there is more than was read.
 */
export async function allPages<Item>(
  read: (page: number) => Promise<Page<Item>>,
  mostPages: number,
): Promise<{ items: Item[]; isCut: boolean }> {
  const first = await read(1);
  const told = Math.min(lastPageIn(first.headers.link) ?? 1, mostPages);
  const limit = pLimit(atOnce);
  const numbers = Array.from({ length: Math.max(0, told - 1) }, (_, index) => index + 2);
  const pages = [first, ...(await Promise.all(numbers.map((page) => limit(() => read(page)))))];
  const goesOn = (): boolean => hasNextPage(pages.at(-1)?.headers.link);
  while (goesOn() && pages.length < mostPages) pages.push(await read(pages.length + 1));
  return { items: pages.flatMap(({ data }) => listed(data)), isCut: goesOn() };
}

/** What is no list must not be taken for an empty one. */
function listed<Item>(data: readonly Item[]): readonly Item[] {
  if (Array.isArray(data)) return data;
  const hint = "Run again; if it stays, report it.";
  throw new GitHubError("GitHub answered something else than a list", hint, { status: 200, isAmbiguous: false });
}
