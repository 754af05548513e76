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
  const text = await licensesOf([
    "src/surfaces/cli/main.ts",
    "node_modules/zod/index.js",
    "node_modules/zod/v4/core/util.js",
  ]);
  expect(text.match(/^zod \d+\.\d+\.\d+ \(MIT\)$/gm)).toHaveLength(1);
  expect(text).toContain("Permission is hereby granted");
});

test("packages with the same terms share one copy of them, and each keeps its own copyright", async () => {
  const terms = "Permission is hereby granted, free of charge.";
  for (const name of ["one", "two"]) {
    await put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", license: "MIT" }));
    await put(`node_modules/${name}/LICENSE`, `MIT License\n\nCopyright (c) the authors of ${name}\n\n${terms}\n`);
  }
  const text = await licensesOf(["one", "two"].map((name) => join(folder, `node_modules/${name}/index.js`)));
  expect(text.split(terms)).toHaveLength(2);
  expect(text).toContain("one 1.0.0 (MIT)\n\nMIT License\n\nCopyright (c) the authors of one\n");
  expect(text).toContain("Copyright (c) the authors of two");
});

test("an appendix of Apache's terms, in which a package names itself, stays with the package", async () => {
  const terms = "Apache License\nVersion 2.0\n\nEND OF TERMS AND CONDITIONS";
  for (const name of ["one", "two"]) {
    await put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", license: "Apache-2.0" }));
    await put(`node_modules/${name}/LICENSE`, `${terms}\n\nCopyright ${name}\n`);
  }
  const text = await licensesOf(["one", "two"].map((name) => join(folder, `node_modules/${name}/index.js`)));
  expect(text.split(terms)).toHaveLength(2);
  for (const name of ["one", "two"]) expect(text).toContain(`${name} 1.0.0 (Apache-2.0)\n\nCopyright ${name}\n`);
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
