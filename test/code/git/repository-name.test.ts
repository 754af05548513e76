import { expect, test } from "vitest";
import { repositoryName } from "../../../src/code/git/change-source.ts";

test.each([
  ["https://github.com/acme/shop.git", "acme/shop"],
  ["https://github.com/acme/shop/\n", "acme/shop"],
  ["https://user:secret@github.com/acme/shop.git", "acme/shop"],
  ["ssh://git@github.com:22/acme/shop.js.git", "acme/shop.js"],
  ["git@github.com:acme/shop.git", "acme/shop"],
  ["secret@github.com:acme/shop", "acme/shop"],
  ["https://gitlab.com/group/sub/shop.git", null],
  ["file:///srv/acme/shop", null],
  ["/srv/acme/shop", null],
  ["../acme/shop", null],
  ["C:/acme/shop", null],
  ["git@host:../shop", null],
  ["https://user:secret@host/acme/%0Ashop", null],
  ["", null],
])("%j is %j", (url, name) => {
  expect(repositoryName(url)).toBe(name);
});
