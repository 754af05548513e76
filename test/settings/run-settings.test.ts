import { expect, test } from "vitest";
import type { PullRequest } from "../../src/domain/github/own-posts.ts";
import { exclusionOf, withinBudget } from "../../src/settings/run-settings.ts";
import { parseSettings } from "../../src/settings/settings.ts";

function settings(yaml: string) {
  const read = parseSettings(yaml, { source: "settings", vendors: [] });
  if (!read.ok) throw new Error(read.errors.join("\n"));
  return read.settings;
}

const pull: PullRequest = {
  kind: "pull-request",
  repo: "octo/app",
  number: 7,
  isOpen: true,
  isDraft: false,
  author: "Ann",
  labels: ["Bug", "wip"],
  title: "",
  body: "",
  base: { ref: "main", sha: "b" },
  head: { ref: "topic", sha: "h" },
  headRepo: "octo/app",
  changedFiles: 1,
};

test.each<[string, string, Partial<PullRequest>, string | null]>([
  ["nothing", "", {}, null],
  ["a draft", "", { isDraft: true }, "the pull request is a draft"],
  ["a draft where drafts are reviewed", "review: { drafts: true }", { isDraft: true }, null],
  ["an author, in any case", "ignore: { authors: [ann] }", {}, "its author is on the list ignore.authors"],
  ["another author", "ignore: { authors: [anna, an] }", {}, null],
  ["a label, in any case", "ignore: { labels: [WIP] }", {}, "the label WIP is on the list ignore.labels"],
  ["a part of a label", "ignore: { labels: [wi] }", {}, null],
])("the settings leave out: %s", (_name, yaml, own, why) => {
  expect(exclusionOf(settings(yaml), { ...pull, ...own })).toBe(why);
});

test.each([
  [0, 1],
  [4.5, 0.5],
  [5, 0],
  [9, 0],
])("after $%d of $5 a run may cost $%d", (spent, left) => {
  expect(withinBudget(settings("budget: { usd: 1, usd-per-pr: 5 }"), spent).budget.usd).toBe(left);
});
