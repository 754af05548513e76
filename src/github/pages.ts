import pLimit from "p-limit";
import { lastPageIn } from "./repository.ts";

const atOnce = 4;

/** All pages of a list: the first tells how many there are, the rest are read side by side. */
export async function allPages<Item>(
  read: (page: number) => Promise<{ data: readonly Item[]; headers: { link?: string | undefined } }>,
  mostPages: number,
): Promise<{ items: Item[]; isCut: boolean }> {
  const first = await read(1);
  const last = lastPageIn(first.headers.link) ?? 1;
  const limit = pLimit(atOnce);
  const numbers = Array.from({ length: Math.max(0, Math.min(last, mostPages) - 1) }, (_, index) => index + 2);
  const rest = await Promise.all(numbers.map((page) => limit(() => read(page))));
  return { items: [first, ...rest].flatMap(({ data }) => [...data]), isCut: last > mostPages };
}
