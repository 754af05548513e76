import pLimit from "p-limit";
import { GitHubError } from "./errors.ts";
import { hasNextPage, lastPageIn } from "./repository.ts";

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
