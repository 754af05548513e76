import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import manifest from "../grammars/package.json" with { type: "json" };
import { symbolGrammars } from "../src/panel/choosing/assets.ts";

const files: Readonly<Record<string, string>> = symbolGrammars;

test.each(Object.entries(manifest.grammars))(
  "the grammar of %s is the file that its package published",
  (language, { sha256 }) => {
    const content = readFileSync(files[language] ?? "");
    expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
  },
);

test("every grammar has a package, and every package a version and the notice of its licence", () => {
  expect(new Set(Object.keys(manifest.grammars))).toEqual(new Set(Object.keys(files)));
  const packages = Object.values(manifest.grammars).map(({ file }) => file.slice(0, file.lastIndexOf("/")));
  expect(new Set(Object.keys(manifest.dependencies))).toEqual(new Set(packages));
  expect(Object.keys(manifest.notices)).toEqual(Object.keys(manifest.dependencies));
});
