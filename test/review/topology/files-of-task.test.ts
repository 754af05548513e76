import { expect, test } from "vitest";
import { filesOfTask } from "../../../src/review/topology/files-of-task.ts";

const changed = ["src/a.ts", "src/b/c.ts", "src/b/d.ts", "src/aaaaaaaab.ts", "docs/two words.md"];

test.each([
  ["Read src/a.ts.", ["src/a.ts"]],
  ["Read `src/b/` and a.ts", ["src/a.ts", "src/b/c.ts", "src/b/d.ts"]],
  ["Everything at src/b/*.ts", ["src/b/c.ts", "src/b/d.ts"]],
  ["See docs/two words.md", ["docs/two words.md"]],
  ["Read everything", []],
  ["Read * and **", []],
])("%s", (task, expected) => {
  expect(filesOfTask(task, null, changed)).toEqual(expected);
});

test("a glob that could take long to match names no file", () => {
  expect(filesOfTask("", ["src/*a*a*b.ts"], changed)).toEqual(["src/aaaaaaaab.ts"]);
  expect(filesOfTask("", ["src/*a*a*a*a*a*a*b.ts"], changed)).toEqual([]);
  expect(filesOfTask("", ["src/+(a|aa)b.ts"], changed)).toEqual([]);
});
