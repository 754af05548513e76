import { expect, test } from "vitest";
import { parseChange } from "../../src/diff/parse.ts";
import { onlyPaths } from "../../src/review/prepare.ts";

const files = parseChange({
  kind: "git",
  text: ["src/a.ts", "src/deep/b.ts", "srcs.ts"]
    .map((path) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-1\n+2\n`)
    .join(""),
});
const keptOf = (...paths: string[]) => onlyPaths(files, paths).files.map(({ path }) => path);

test("without paths all files are reviewed, and no note says otherwise", () => {
  expect(onlyPaths(files, [])).toEqual({ files, notes: [] });
});

test("a folder holds what is below it, and nothing that only starts like it", () => {
  expect(keptOf("src")).toEqual(["src/a.ts", "src/deep/b.ts"]);
  expect(keptOf("src/a.ts")).toEqual(["src/a.ts"]);
  expect(keptOf("")).toHaveLength(3);
});

test("the review says that it is about a part", () => {
  expect(onlyPaths(files, ["src"]).notes).toEqual(['Only "src" was asked for: 2 of 3 changed files.']);
});

test("a path without a change is a mistake, not a clean review", () => {
  expect(() => onlyPaths(files, ["src", "lib"])).toThrow('No changed file is at "lib".');
  expect(() => onlyPaths([], ["lib"])).toThrow('No changed file is at "lib".');
});
