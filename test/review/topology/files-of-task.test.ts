import { expect, test } from "vitest";
import { filesOfTask } from "../../../src/review/topology/team.ts";

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

const shop = ["src/cart/add.ts", "src/cart/list.ts", "api/routes.ts", "test/cart.test.ts", "Makefile", "bin/Makefile"];

test.each([
  ["an ordinary word is no folder", "Check the test coverage of src/cart/add.ts for the api.", ["src/cart/add.ts"]],
  ["a word before a mark is none either", "test, api: look (test) and [api]; src/cart/add.ts", ["src/cart/add.ts"]],
  ["a slash makes it a folder", "Check test/ and ./api", ["api/routes.ts", "test/cart.test.ts"]],
  ["so do backticks", "Check `test` and the api", ["test/cart.test.ts"]],
  ["and quotes", `Check "test" and 'api'`, ["api/routes.ts", "test/cart.test.ts"]],
  ["an apostrophe is no quote", "Don't skip the test's api, don't", []],
  ["an extension makes it a file", "Check routes.ts", ["api/routes.ts"]],
  ["a file without an extension needs backticks", "Check `Makefile`, not Makefile of bin", ["Makefile"]],
])("in a text, %s", (_rule, task, expected) => {
  expect(filesOfTask(task, null, shop)).toEqual(expected);
});

test("the argument for files names a folder by its name alone", () => {
  expect(filesOfTask("Check the api.", ["test", " api "], shop)).toEqual(["api/routes.ts", "test/cart.test.ts"]);
});
