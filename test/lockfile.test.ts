import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { missingEntries } from "../scripts/complete-lockfile.ts";

const text = readFileSync("package-lock.json", "utf8");

test("the lockfile has an entry for every platform's package, so that `npm ci` takes it", () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(JSON.parse(text));
  expect(Object.keys(missingEntries(packages))).toEqual([]);
});

test("the lockfile names no download address", () => {
  expect(text).not.toContain('"resolved"');
});

test("a left-out package of another platform gets the version, system and processor its name and parent say", () => {
  const missing = missingEntries({
    "": {},
    "node_modules/bundler": {
      version: "2.0.0",
      dev: true,
      license: "MIT",
      optionalDependencies: {
        "@b/linux-x64-gnu": "2.0.0",
        "@b/binding-linux-x64-musl": "2.0.0",
        "@b/binding-win32-x64-msvc": "2.0.0",
        "@b/binding-wasm32-wasi": "2.0.0",
        colours: "1.0.0",
      },
    },
    "node_modules/@b/linux-x64-gnu": { version: "2.0.0" },
    "node_modules/@b/binding-win32-x64-msvc": { version: "1.0.0" },
  });
  const common = { version: "2.0.0", dev: true, license: "MIT", optional: true };
  expect(missing).toEqual({
    "node_modules/@b/binding-linux-x64-musl": { ...common, cpu: ["x64"], libc: ["musl"], os: ["linux"] },
    "node_modules/bundler/node_modules/@b/binding-win32-x64-msvc": { ...common, cpu: ["x64"], os: ["win32"] },
    "node_modules/@b/binding-wasm32-wasi": { ...common, cpu: ["wasm32"] },
  });
});

test("a package that was hoisted to an outer folder is not missing", () => {
  expect(
    missingEntries({
      "node_modules/a/node_modules/b": { version: "1.0.0", optionalDependencies: { "b-linux-x64": "1.0.0" } },
      "node_modules/a/node_modules/b-linux-x64": { version: "1.0.0" },
      "node_modules/b-linux-x64": { version: "9.0.0" },
    }),
  ).toEqual({});
});
