import { expect, test } from "vitest";
import { triage } from "../../../src/code/diff/triage.ts";
import { changeNotes } from "../../../src/review/reading/notes.ts";
import { aChange, aFile } from "../../support/change-builder.ts";

const remarksOn = (path: string): string[] => changeNotes(aChange(aFile(path, "a\n", "b\n")), triage([]));

test.each([
  ".github/pr-debate.yml",
  ".github/pr-debate/rules/own.yml",
  ".github/pr-debate-baseline.json",
  ".gitattributes",
  "AGENTS.md",
])("notes that a change of %s steers later reviews, not this one", (path) => {
  expect(remarksOn(path)).toEqual([expect.stringContaining("steers these reviews: until this is merged")]);
});

test.each(["src/.gitattributes", "docs/AGENTS.md.txt", "pr-debate-baseline.json"])("adds no note for %s", (path) => {
  expect(remarksOn(path)).toEqual([]);
});
