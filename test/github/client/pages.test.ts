import { expect, test } from "vitest";
import { z } from "zod";
import { askAll } from "../../../src/github/client/requests.ts";

type Read = (page: number) => Promise<{ data: unknown; headers: { link?: string | undefined } }>;

/** A list of `count` pages with one item each; `isLastNamed` as GitHub does for most lists. */
function listOf(count: number, isLastNamed: boolean) {
  const asked: number[] = [];
  const read = async (page: number) => {
    asked.push(page);
    const next = `<https://x/y?per_page=100&page=${page + 1}>; rel="next"`;
    const last = `, <https://x/y?per_page=100&page=${count}>; rel="last"`;
    const link = page < count ? `${next}${isLastNamed ? last : ""}` : undefined;
    return { data: [page], headers: { link } };
  };
  return { asked, read };
}

/** All numbers of a list, through a method as Octokit has them. */
function allOf(read: Read, mostPages: number) {
  const method = ({ page = 0 }: { page?: number } = {}) => read(page);
  const endpoint = { DEFAULTS: { method: "GET", url: "/numbers" } };
  const list = { schema: z.array(z.number()), mostPages };
  return askAll(Object.assign(method, { endpoint }), {}, list, new AbortController().signal);
}

test.each([true, false])("all pages are read, whether or not the last one is named: %s", async (isLastNamed) => {
  const { read, asked } = listOf(5, isLastNamed);
  expect(await allOf(read, 10)).toEqual({ items: [1, 2, 3, 4, 5], isCut: false });
  expect(asked.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5]);
});

test.each([true, false])("a list with more pages than are read says so: %s", async (isLastNamed) => {
  expect(await allOf(listOf(5, isLastNamed).read, 3)).toEqual({ items: [1, 2, 3], isCut: true });
});

test("a list that grows during the reading is read to its new end", async () => {
  const [short, long] = [listOf(2, true), listOf(3, true)];
  const read: Read = async (page) => (page === 1 ? short.read(page) : long.read(page));
  expect(await allOf(read, 10)).toEqual({ items: [1, 2, 3], isCut: false });
});

test("an answer that is not a list is an error, not an empty list", async () => {
  const read: Read = async () => ({ data: "", headers: {} });
  const error = {
    status: 200,
    isAmbiguous: false,
    message: expect.stringContaining("GET /numbers: the answer does not have"),
  };
  await expect(allOf(read, 10)).rejects.toMatchObject(error);
});
