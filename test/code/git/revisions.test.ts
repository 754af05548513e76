import { describe, expect, test } from "vitest";
import { parseRevisions } from "../../../src/code/git/compare.ts";
import { ReviewError } from "../../../src/domain/errors.ts";

describe("parseRevisions", () => {
  test.each([
    ["main..HEAD", "main", "HEAD"],
    ["main...feature/x", "main", "feature/x"],
    ["..topic", "HEAD", "topic"],
    ["main..", "main", "HEAD"],
    ["main...", "main", "HEAD"],
    ["HEAD~3", "HEAD~3", null],
    ["v1.2.0^2", "v1.2.0^2", null],
    ["main@{1}..main@{upstream}", "main@{1}", "main@{upstream}"],
    ["größe..日本", "größe", "日本"],
  ])("%s", (argument, base, head) => {
    expect(parseRevisions(argument)).toEqual({ base, head });
  });

  test.each([
    "",
    "..",
    "...",
    "a....b",
    "a..b..c",
    "-x",
    "main..--output=x",
    "--upload-pack=touch x",
    "main HEAD",
    "main\0",
    "main\nHEAD",
    "ma\u202ein",
    "HEAD:file",
    ":/fix",
    "^main",
    "main@{2 days ago}",
    "main@{yesterday}",
    "HEAD^{/fix}",
    "a\\b",
    "feature/*",
  ])("refuses %j before git sees it", (argument) => {
    expect(() => parseRevisions(argument)).toThrow(ReviewError);
  });

  test("the message names the value and shows no control character", () => {
    expect(() => parseRevisions("ma\u001b[2Jin")).toThrow('"ma\\u001b[2Jin" is not a range of revisions');
    expect(() => parseRevisions("a\u202eb")).toThrow('"a\\u{202e}b"');
  });
});
