import { expect, test } from "vitest";
import { parseMemory } from "../../../src/record/memory/read-memory.ts";
import { anItem, memoryFile } from "../../support/memory.ts";

const source = ".github/pr-debate/memory.yml";
const first = `version: 1
items:
  - id: pool
    kind: decision
    title: We keep the pool open
    paths: ["src/**"]
    reason: It closes itself.
`;
const errorOf = (text: string): string => {
  try {
    parseMemory(text, source);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

test("reads the documented form", () => {
  const text = `${first}    link: https://example.com/1\n    until: 2027-01-31\n`;
  expect(parseMemory(text, source)).toEqual([
    {
      id: "pool",
      kind: "decision",
      title: "We keep the pool open",
      paths: ["src/**"],
      reason: "It closes itself.",
      link: "https://example.com/1",
      until: "2027-01-31",
    },
  ]);
});

test.each([
  [
    "an unknown key",
    `${first}    glob: x\n`,
    'line 8: "glob" is not a key of items[0]; the keys are id, kind, title, paths',
  ],
  ["a misspelled key", first.replace("reason:", "reasn:"), 'the nearest is "reason"'],
  [
    "an unknown kind",
    first.replace("decision", "rule"),
    'line 4: items[0].kind is "rule"; it must be one of decision, false-positive, convention',
  ],
  ["a key of the file", `${first}more: 1\n`, '"more" is not a key of the file; the keys are version, items'],
  ["another version", first.replace("version: 1", "version: 2"), "line 1: version is 2; it must be 1"],
  ["no path", first.replace('["src/**"]', "[]"), "items[0].paths"],
  ["a day that does not exist", `${first}    until: 2027-02-30\n`, "items[0].until"],
  ["a link that runs something", `${first}    link: "javascript:alert(1)"\n`, "items[0].link"],
  [
    "an id twice",
    `${first}${first.split("\n").slice(2).join("\n")}`,
    'items[1].id is "pool"; another item has this id',
  ],
  ["an id with markup", first.replace("id: pool", 'id: "<b>"'), "items[0].id"],
  ["a huge text", first.replace("It closes itself.", "a".repeat(70_000)), "larger than 64 KiB"],
  [
    "too many items",
    memoryFile(...Array.from({ length: 201 }, (_, index) => anItem({ id: `i${index}`, reason: "r", title: "t" }))),
    "items has 201 items",
  ],
  ["an alias", "version: 1\nitems: &a []\nmore: *a\n", "aliases are not allowed"],
])("refuses %s with file and line", (_name, text, sentence) => {
  expect(errorOf(text)).toContain(sentence);
  expect(errorOf(text)).toContain(source);
});
