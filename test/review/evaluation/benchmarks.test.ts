import { describe, expect, test } from "vitest";
import { caseFormats } from "../../../src/review/evaluation/benchmarks.ts";

const nowhere = { repositories: undefined, diffs: undefined };
const clones = { ...nowhere, repositories: "clones" };

describe("aacr", () => {
  const pull = {
    githubPrUrl: "https://github.com/acme/shop.js/pull/7",
    source_commit: "a".repeat(40),
    target_commit: "b".repeat(40),
    project_main_language: "C++",
    comments: [
      { note: "Leaks.", path: "a.cpp", side: "right", from_line: 9, to_line: 7, category: "Code Defect" },
      { note: "Was needed.", path: "b.cpp", side: "left", from_line: 3, to_line: 3 },
    ],
  };

  test("gives the pull request's commits, and the places of its comments", () => {
    expect(caseFormats.aacr(JSON.stringify([pull]), "x.json", clones)).toEqual([
      {
        ...{ id: "acme/shop.js#7", repository: "clones/acme/shop.js", base: "b".repeat(40), head: "a".repeat(40) },
        findings: [
          { text: "Leaks.", path: "a.cpp", from: 7, to: 9, side: "head" },
          { text: "Was needed.", path: "b.cpp", from: 3, to: 3, side: "base" },
        ],
      },
    ]);
  });

  test.each([
    "https://github.com/../shop/pull/7",
    "https://github.com/acme/../pull/7",
    "https://github.com/acme/shop/pull/7/../../8",
    "https://example.com/acme/shop/pull/7",
  ])("refuses the address %s, which could lead out of the folder", (githubPrUrl) => {
    const text = JSON.stringify([{ ...pull, githubPrUrl }]);
    expect(() => caseFormats.aacr(text, "x.json", clones)).toThrow(
      "is not the address of a pull request on github.com",
    );
  });

  test("names the field of another form", () => {
    const text = JSON.stringify([{ ...pull, comments: [{ note: 1 }] }]);
    expect(() => caseFormats.aacr(text, "x.json", clones)).toThrow(/form of this benchmark\. 0\.comments\.0\.note: /);
  });
});

describe("martian", () => {
  const text = JSON.stringify([
    { pr_title: "t", url: "https://github.com/acme/shop/pull/8", comments: [{ comment: "Slow.", severity: "Low" }] },
  ]);

  test("gives the file of a diff, and labels without a place", () => {
    expect(caseFormats.martian(text, "x.json", { ...nowhere, diffs: "diffs" })).toEqual([
      {
        ...{ id: "acme/shop#8", diff: "diffs/acme/shop/8.diff" },
        findings: [{ text: "Slow.", side: "head", severity: "Low" }],
      },
    ]);
  });

  test("asks for the folder with the diffs", () => {
    expect(() => caseFormats.martian(text, "x.json", clones)).toThrow("not where their diffs are");
  });
});

test("reviewbench gives the findings that are true", () => {
  const place = { start_line: 4, end_line: 6, severity: "high" };
  const text = JSON.stringify({
    pr_key: "k",
    pr: { repo: "https://github.com/acme/shop", pr_number: 9, base: "b", head: "h" },
    findings: [
      { file: "a.ts", message: "Right.", tp_fp: "tp", ...place },
      { file: "a.ts", message: "Wrong.", tp_fp: "fp", ...place },
      { file: "b.ts", message: "All of it.", tp_fp: "tp", start_line: 0, end_line: 0 },
    ],
  });
  expect(caseFormats.reviewbench(text, "x.json", clones)).toEqual([
    {
      ...{ id: "acme/shop#9", repository: "clones/acme/shop", base: "b", head: "h" },
      findings: [
        { text: "Right.", path: "a.ts", from: 4, to: 6, side: "head" },
        { text: "All of it.", path: "b.ts", side: "head" },
      ],
    },
  ]);
});
