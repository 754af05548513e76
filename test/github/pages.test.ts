import { expect, test } from "vitest";
import { allPages } from "../../src/github/requests.ts";

/** A list of `count` pages with one item each; `isLastTold` as GitHub does for most lists. */
function listOf(count: number, isLastTold: boolean) {
  const asked: number[] = [];
  const read = async (page: number) => {
    asked.push(page);
    const next = `<https://x/y?per_page=100&page=${page + 1}>; rel="next"`;
    const last = `, <https://x/y?per_page=100&page=${count}>; rel="last"`;
    const link = page < count ? `${next}${isLastTold ? last : ""}` : undefined;
    return { data: [page], headers: { link } };
  };
  return { asked, read };
}

test.each([true, false])("all pages are read, whether or not the last one is named: %s", async (isLastTold) => {
  const { read, asked } = listOf(5, isLastTold);
  expect(await allPages(read, 10)).toEqual({ items: [1, 2, 3, 4, 5], isCut: false });
  expect(asked.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5]);
});

test.each([true, false])("a list with more pages than are read says so: %s", async (isLastTold) => {
  expect(await allPages(listOf(5, isLastTold).read, 3)).toEqual({ items: [1, 2, 3], isCut: true });
});

test("a list that grows while it is read is read to its new end", async () => {
  const [short, long] = [listOf(2, true), listOf(3, true)];
  const read = async (page: number) => (page === 1 ? short.read(page) : long.read(page));
  expect(await allPages(read, 10)).toEqual({ items: [1, 2, 3], isCut: false });
});

test("what is no list is no empty list", async () => {
  const read = async () => JSON.parse('{"data":"","headers":{}}');
  await expect(allPages(read, 10)).rejects.toMatchObject({ status: 200, isAmbiguous: false });
});
