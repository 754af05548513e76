import { expect, test } from "vitest";
import { parseChange } from "../../../src/code/diff/parse.ts";
import { onlyPaths } from "../../../src/review/reading/complete-change.ts";

const files = parseChange({
  kind: "git",
  text: ["src/a.ts", "src/deep/b.ts", "srcs.ts"]
    .map((path) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-1\n+2\n`)
    .join(""),
});
const keptOf = (...paths: string[]) => onlyPaths(files, paths).files.map(({ path }) => path);

test("reviews all files without paths, and adds no note", () => {
  expect(onlyPaths(files, [])).toEqual({ files, notes: [] });
});

test("a folder covers the files below it, and no other path that starts with its name", () => {
  expect(keptOf("src")).toEqual(["src/a.ts", "src/deep/b.ts"]);
  expect(keptOf("src/a.ts")).toEqual(["src/a.ts"]);
  expect(keptOf("")).toHaveLength(3);
});

test("states that the review covers a part", () => {
  expect(onlyPaths(files, ["src"]).notes).toEqual(['Only "src" was asked for: 2 of 3 changed files.']);
});

test("rejects a path without a change instead of passing", () => {
  expect(() => onlyPaths(files, ["src", "lib"])).toThrow('No changed file is at "lib".');
  expect(() => onlyPaths([], ["lib"])).toThrow('No changed file is at "lib".');
});
