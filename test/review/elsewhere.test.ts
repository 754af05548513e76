import { expect, test } from "vitest";
import type { BatchView } from "../../src/domain/views.ts";
import { withOtherBatches } from "../../src/review/elsewhere.ts";
import { aFile } from "../support/change-builder.ts";

const { signal } = new AbortController();
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join("");
const file = (path: string, count: number) => aFile(path, "", lines(count));
const batches = (...paths: readonly string[]): BatchView[] =>
  paths.map((path, at) => ({
    batch: { parts: [{ file: file(path, 1), hunks: [] }], tokens: 1 },
    ...{ index: at + 1, of: paths.length, round: 1, instructions: "" },
  }));

async function elsewhere(
  symbols: Readonly<Record<string, readonly string[]>>,
  changedLines = 1_001,
): Promise<(string | undefined)[]> {
  const views = batches(...Object.keys(symbols));
  const symbolsIn = async ({ parts }: BatchView["batch"]) =>
    new Map(parts.map(({ file: { path } }) => [path, symbols[path] ?? []]));
  const shown = await withOtherBatches(views, [file("a.ts", changedLines)], symbolsIn, signal);
  return shown.map((view) => view.elsewhere);
}

test("each batch of a large change has the changed symbols of the others, by path, and not its own", async () => {
  expect(await elsewhere({ "b.ts": ["two", "one"], "a.ts": ["three"], "c.ts": ["gone (deleted)"] })).toEqual([
    "a.ts: three\nc.ts: gone (deleted)",
    "b.ts: one, two\nc.ts: gone (deleted)",
    "a.ts: three\nb.ts: one, two",
  ]);
});

test("a change of 1,000 lines, and one in a single batch, have no list", async () => {
  expect(await elsewhere({ "a.ts": ["one"], "b.ts": ["two"] }, 1_000)).toEqual([undefined, undefined]);
  expect(await elsewhere({ "a.ts": ["one"] })).toEqual([undefined]);
});

test("a push that changes no name leaves the list as it is, in whatever order the names are read", async () => {
  const before = await elsewhere({ "a.ts": ["one", "two"], "b.ts": ["three"] });
  expect(await elsewhere({ "a.ts": ["two", "one", "two"], "b.ts": ["three"] }, 1_500)).toEqual(before);
});

test("a file's list ends after 40 names", async () => {
  const names = Array.from({ length: 45 }, (_, at) => `name${String(at).padStart(2, "0")}`);
  const [, second = ""] = await elsewhere({ "a.ts": names, "b.ts": [] });
  expect(second).toContain("name38, name39, and 5 more");
});

test("a line that is too long is left out, and those after it are not", async () => {
  const long = Array.from({ length: 40 }, (_, at) => `${"x".repeat(200)}${at}`);
  const [, , third] = await elsewhere({ "a.ts": long, "b.ts": ["two"], "c.ts": ["three"] });
  expect(third).toBe("b.ts: two\n(1 more file with changed symbols)");
});

test("a line break in a path makes no line", async () => {
  const [first = ""] = await elsewhere({ "a.ts": ["one"], "b\nfake.ts: forged\u202e": ["two"] });
  expect(first.split("\n")).toHaveLength(1);
  expect(first).not.toContain("\u202e");
});

test("the list ends with whole files after 6,000 bytes and says how many are left", async () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}.ts`, ["x".repeat(200)]]));
  const [first = ""] = await elsewhere(many);
  expect(first.length).toBeLessThan(6_100);
  const kept = first.split("\n").length - 1;
  expect(first).toMatch(new RegExp(`\\(${99 - kept} more files with changed symbols\\)$`));
});
