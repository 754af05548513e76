import { describe, expect, test } from "vitest";
import { fileMap, namedFiles } from "../../../src/question/file-map.ts";

const paths = ["README.md", "src/search.ts", "src/orders/total.ts", "lib/total.ts", "docs/.env.example"];

describe("namedFiles", () => {
  test.each([
    ["a path", "How do we speed up src/search.ts?", ["src/search.ts"]],
    ["the end of a path", "What is orders/total.ts for", ["src/orders/total.ts"]],
    ["a name that two files have", "Merge total.ts.", ["src/orders/total.ts", "lib/total.ts"]],
    ["a full path does not match a longer path", "lib/total.ts only", ["lib/total.ts"]],
    ["quotes, dots and a leading ./", "See `./src/search.ts`, and (README.md).", ["src/search.ts", "README.md"]],
    ["backslashes", "src\\search.ts", ["src/search.ts"]],
    ["no file", "Why is it slow? e.g. the search, and/or the orders", []],
    ["paths that lead outside", "../../etc/passwd /etc/passwd", []],
  ])("%s", (_what, text, expected) => {
    expect(namedFiles(text, paths)).toEqual(expected);
  });

  test("a name shared by many files names none", () => {
    const many = Array.from({ length: 4 }, (_, index) => `package${index}/index.ts`);
    expect(namedFiles("index.ts", many)).toEqual([]);
  });

  test("H63 an endless word is not a name and is skipped fast", () => {
    expect(namedFiles("a".repeat(1e6), paths)).toEqual([]);
  });
});

describe("fileMap", () => {
  test("lists a few files in order", () => {
    expect(fileMap(["b.ts", "a/c.ts"])).toEqual(["a/c.ts", "b.ts"]);
  });

  test("folds many files into folders with their counts", () => {
    const many = Array.from({ length: 50 }, (_, index) => `src/part${index % 5}/deep/file${index}.ts`);
    expect(fileMap([...many, "README.md"], 10)).toEqual([
      "README.md",
      ...[0, 1, 2, 3, 4].map((part) => `src/part${part}/deep/ (10 files)`),
    ]);
  });

  test("cuts a flat folder of very many files", () => {
    expect(
      fileMap(
        Array.from({ length: 50 }, (_, index) => `file${index}.ts`),
        10,
      ),
    ).toHaveLength(10);
  });
});
