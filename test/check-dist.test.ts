import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { differences } from "../scripts/check-dist.ts";
import { licensesOf } from "../scripts/licenses.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pr-debate-test-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test("equal folders have no differences", async () => {
  await put("expected/rules/a.yml", "id: a");
  await put("actual/rules/a.yml", "id: a");
  expect(await compare()).toEqual([]);
});

test("a missing, an extra and a changed file are each named", async () => {
  await put("expected/missing.js", "1");
  await put("expected/rules/changed.yml", "id: a");
  await put("actual/rules/changed.yml", "id: b");
  await put("actual/extra.js", "1");
  expect(await compare()).toEqual(["missing: missing.js", "extra: extra.js", "differs: rules/changed.yml"]);
});

test("a lost executable bit is a difference", async () => {
  await put("expected/cli.js", "1");
  await put("actual/cli.js", "1");
  await chmod(join(folder, "expected/cli.js"), 0o755);
  expect(await compare()).toEqual(["differs: cli.js"]);
});

test("each bundled package is named once, with its licence text", async () => {
  const text = await licensesOf(["src/cli/main.ts", "node_modules/zod/index.js", "node_modules/zod/v4/core/util.js"]);
  expect(text.match(/^zod \d+\.\d+\.\d+ \(MIT\)$/gm)).toHaveLength(1);
  expect(text).toContain("Permission is hereby granted");
});

test("a package without a licence file and with an unusual licence may not be shipped", async () => {
  await put("node_modules/odd/package.json", JSON.stringify({ name: "odd", version: "1.0.0", license: "BUSL-1.1" }));
  await expect(licensesOf([join(folder, "node_modules/odd/index.js")])).rejects.toThrow("odd ships no licence file");
});

test("a package without a licence file and under MIT gets the standard text, and a note says so", async () => {
  await put("node_modules/plain/package.json", JSON.stringify({ name: "plain", version: "1.0.0", license: "MIT" }));
  const text = await licensesOf([join(folder, "node_modules/plain/index.js")]);
  expect(text).toContain("ships no licence file; this is the standard text");
  expect(text).toContain("Permission is hereby granted");
});

async function compare(): Promise<string[]> {
  return await differences(join(folder, "expected"), join(folder, "actual"));
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), text);
}
