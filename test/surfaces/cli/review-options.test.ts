import { describe, expect, test } from "vitest";
import { ReviewError } from "../../../src/domain/errors.ts";
import { readInput } from "../../../src/surfaces/cli/command-line.ts";
import { commandNamed, reviewOptions } from "./commands.ts";

describe("a wrong command line gets one sentence and the way out", () => {
  test.each([
    ["an option without its value", ["--format"], /--format needs a value\.\n.*review --help/],
    ["a value for an option that takes none", ["--staged=yes"], /--staged takes no value\./],
    ["a format of JavaScript's", ["--format", "toString"], /"toString" is not a report format/],
    ["a format with a typing mistake", ["--format", "jsn"], /Choose one of text, .* Did you mean "json"\?/],
    ["an option with a typing mistake", ["--stagd"], /review has no option --stagd\.\nDid you mean "--staged"\?/],
    ["an unknown blocking severity", ["--block-on", "P3"], /--block-on takes no "P3"\.\nChoose one of P0, P1, never/],
    ["range and --staged", ["HEAD", "--staged"], /HEAD and --staged cannot be combined\.\nGive one of/],
    ["range and --diff", ["a..b", "--diff", "-"], /a\.\.b and --diff cannot be combined/],
    ["--staged and --diff", ["--staged", "--diff", "-"], /--staged and --diff cannot be combined/],
    ["--base and --staged", ["--base", "HEAD", "--staged"], /--base and --staged cannot be combined/],
    ["--base with nothing", ["--base", ""], /--base needs a revision, and got an empty one/],
    ["--base with two revisions", ["--base", "a..b"], /--base takes one revision.*\n.*pr-debate review a\.\.b/],
    ["two revisions as two words", ["main", "HEAD"], /"HEAD" is not a file or folder here\.\n.*written main\.\.HEAD/],
    ["paths with a pull request", ["src", "--pr", "o/r#1"], /paths work on a local change only/],
    ["an estimate of a pull request", ["--estimate", "--pr", "o/r#1"], /--estimate and paths work on a local change/],
    ["--publish alone", ["--publish"], /--publish needs --pr/],
  ])("%s", (_what, args, sentence) => {
    expect(said(() => reviewOptions(args))).toMatch(sentence);
  });

  test.each([
    [
      "words for serve",
      "serve",
      ["--port", "1"],
      /serve takes no options and no arguments, but got "--port 1"\.\n.*PORT=8080/,
    ],
    ["a word after -- for serve", "serve", ["--", "x"], /serve takes no options and no arguments/],
    ["a word for init", "init", ["here"], /init takes no arguments, but got 1\./],
    ["a word for personas", "personas", ["dba"], /personas takes no arguments, but got 1\./],
    ["a word after -- for doctor", "doctor", ["--", "x"], /doctor takes no arguments, but got 1\./],
    [
      "two files for config check",
      "config check",
      ["a", "b"],
      /takes one file, but got 2\.\nUse: pr-debate config check/,
    ],
    [
      "an option for config check",
      "config check",
      ["--strict"],
      /config check has no option --strict\.\nUse: pr-debate/,
    ],
  ])("%s", (_what, command, args, sentence) => {
    expect(said(() => readInput(commandNamed(command), args))).toMatch(sentence);
  });

  test.each([
    ["an option behind it", ["--out", "--quiet"], /--out needs a value\./],
    ["the end of the options behind it", ["--out", "--"], /--out needs a value\./],
    [
      "an unknown option before an unknown format",
      ["--ofline=1", "--format", "x"],
      /review has no option --ofline\.\n/,
    ],
    ["a short option", ["-x"], /review has no option -x\.\nSee pr-debate review --help/],
    ["an option of commander's", ["--no-color"], /review has no option --no-color\./],
    ["an option of JavaScript's", ["--toString"], /review has no option --toString\./],
    ["--no-report with a value", ["--no-report=yes"], /--no-report takes no value\./],
    ["the positive form of --no-report", ["--report"], /review has no option --report\.\n/],
  ])("a value is never an option: %s", (_what, args, sentence) => {
    expect(said(() => reviewOptions(args))).toMatch(sentence);
  });

  test("a value in the same word may begin with a dash, and - is a value", () => {
    const { text, has } = readInput(commandNamed("review"), [
      "--out=--odd",
      "--diff",
      "-",
      "--no-report",
      "--format",
      "json",
    ]);
    expect([text("out"), text("diff"), text("format")]).toEqual(["--odd", "-", "json"]);
    expect([has("no-report"), has("quiet")]).toEqual([true, false]);
  });
});

describe("the change that the options choose", () => {
  test.each([
    ["nothing", [], {}],
    ["a range", ["main..HEAD"], { range: "main..HEAD" }],
    ["one revision", ["HEAD~3"], { range: "HEAD~3" }],
    ["--base", ["--base", "main"], { range: "main" }],
    ["paths alone", ["src", "package.json"], { paths: ["src", "package.json"] }],
    ["a range and a path", ["main..HEAD", "src/review"], { range: "main..HEAD", paths: ["src/review"] }],
    ["paths behind --, which need not exist", ["--", "gone.ts", "--odd"], { paths: ["gone.ts", "--odd"] }],
    ["a range and such a path", ["HEAD~1", "--", "gone.ts"], { range: "HEAD~1", paths: ["gone.ts"] }],
  ])("%s", (_what, args, change) => {
    expect(reviewOptions(args).change).toEqual(change);
  });
});

function said(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ReviewError) return `${error.message}\n${error.hint}`;
    throw error;
  }
  return "no error";
}
