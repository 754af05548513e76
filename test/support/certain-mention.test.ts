import { expect, test } from "vitest";
import { isMentionCertain } from "./certain-mention.ts";

test.each([
  ["^(eval|exec)$", ["eval", "exec"], true],
  ["^(eval|exec)$", ["eval"], false],
  ["[.]read(File)?(Sync)?$", [".read"], true],
  ["[.]read(File)?(Sync)?$", ["File"], false],
  ["^([cC]rypto)+[.]md5", ["Crypto", "crypto"], true],
  ["(?i)eval", ["eval"], false],
  ["(?i-u:e)val|(?i)x.\\beval", ["val"], false],
  ["(?i)e(?-i:val)", ["val"], true],
  ["e.*val", ["eval"], false],
  ["(eval)*", ["eval"], false],
  ["(eval){0,3}", ["eval"], false],
  ["(eval){2,}x", ["eval"], true],
  ["[)](?:[+*]|\\{\\d+,\\})", [")+", ")*", "){"], true],
  ["[)](?:[+*]|\\{\\d+,\\})", [")+", ")*"], false],
  ["[^a]val", ["aval"], false],
  ["[a-c]val", ["aval"], false],
  ["\\bos\\.(?:path)\\.join", ["os.path."], true],
] as const)("regex %s, mentions %j: %s", (regex, mentions, expected) => {
  expect(isMentionCertain({ rule: { regex } }, mentions)).toBe(expected);
});

test.each([
  [{ all: [{ kind: "call" }, { regex: "eval" }] }, true],
  [{ any: [{ kind: "call" }, { regex: "eval" }] }, false],
  [{ not: { regex: "eval" } }, false],
  [{ has: { field: "function", stopBy: { regex: "eval" }, inside: { regex: "eval" } } }, true],
  [{ has: { field: "function", stopBy: { regex: "eval" } } }, false],
  [{ matches: "calls" }, true],
  [{ matches: "itself" }, false],
  [{ matches: "unknown" }, false],
] as const)("rule %j: %s", (rule, expected) => {
  const utils = { calls: { any: [{ regex: "^eval$" }, { has: { regex: "eval" } }] }, itself: { matches: "itself" } };
  expect(isMentionCertain({ rule, utils }, ["eval"])).toBe(expected);
});

test("a keyword of a kind of node is certain", () => {
  expect(isMentionCertain({ rule: { kind: "defer_statement" } }, ["defer"])).toBe(true);
  expect(isMentionCertain({ rule: { kind: "defer_statement" } }, ["deferred"])).toBe(false);
});
