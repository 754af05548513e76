import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commands } from "./commands.ts";
import { refusedIn } from "./docs-check.ts";

test.each(["README.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("docs/*.md")])(
  "%s shows only command lines that the program accepts",
  (page) => {
    expect(refusedIn(readFileSync(page, "utf8"), commands)).toEqual([]);
  },
);

test("the README has command lines to check", () => {
  expect(refusedIn(readFileSync("README.md", "utf8"), []).length).toBeGreaterThan(8);
});

test.each([
  ["```sh\npr-debate revue\n```", ["pr-debate revue: no command revue"]],
  ["```sh\ngit diff | pr-debate review --dif -\n```", ["pr-debate review --dif -: review has no option --dif."]],
  [
    '```sh\nA=b pr-debate plan "Why?" --format sarif\n```',
    ['pr-debate plan "Why?" --format sarif: "sarif" is not a format of plan.'],
  ],
  ["Run `pr-debate review --stagd` first.", ["pr-debate review --stagd: review has no option --stagd."]],
  [
    "Run `pr-debate review --pr octo/app#7 --publis`.",
    ["pr-debate review --pr octo/app#7 --publis: review has no option --publis."],
  ],
  ["Run `pr-debate help revue`.", ["pr-debate help revue: no command revue"]],
  ["```yaml\ngroup: pr-debate revue\n```\nThe words pr-debate revue are prose.", []],
  ["```sh\npr-debate config check # all\npr-debate --version\npr-debate help plan\n```", []],
])("the check of a page: %j", (page, faults) => {
  expect(refusedIn(page, commands)).toEqual(faults);
});
