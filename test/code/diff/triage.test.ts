import { describe, expect, test } from "vitest";
import { triage } from "../../../src/code/diff/triage.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";
import { isSecretsOnly } from "../../../src/domain/change.ts";
import { aFile } from "../../support/change-builder.ts";

const read = triage([]);
const isNew = (file: ChangedFile): boolean | undefined => {
  const reading = read(file);
  return reading.state === "secrets-only" ? reading.isNew : undefined;
};
const code = "run();\n";

describe("generated and vendored files", () => {
  const paths = [
    "vendor/pay.rb",
    "src/vendor/x/y.go",
    "lib/third_party/a.c",
    "node_modules/a/index.js",
    "public/app.min.js",
    "dist/index.js",
    "packages/a/dist/main.mjs",
    "api/user.pb.go",
    "web/.next/server.js",
  ];

  test.each(paths)("a new %s is not left out silently", (path) => {
    const reading = read(aFile(path, null, code));
    expect(reading).toMatchObject({ state: "secrets-only", isNew: true });
    expect(reading.state === "secrets-only" && isSecretsOnly({ path, ...reading, state: "full" })).toBe(true);
  });

  test.each(paths)("%s is left out silently where the base has it", (path) => {
    expect(isNew(aFile(path, "old();\n", code))).toBe(false);
    expect(isNew(aFile(path, code, null))).toBe(false);
  });

  test.each<[string, Partial<ChangedFile>, boolean]>([
    ["moved from code that is read", { status: "renamed", previousPath: "src/pay.rb", hunks: [] }, true],
    ["copied from code that is read", { status: "copied", previousPath: "src/pay.rb", hunks: [] }, true],
    ["moved from a lock file's name", { status: "renamed", previousPath: "yarn.lock", hunks: [] }, true],
    ["moved unchanged within the lists", { status: "renamed", previousPath: "third_party/pay.rb", hunks: [] }, false],
    ["a link that becomes a file", { status: "modified", baseMode: "120000", headMode: "100644" }, true],
  ])("one that is %s", (_, overrides, expected) => {
    expect(isNew(aFile("vendor/pay.rb", "old();\n", code, overrides))).toBe(expected);
  });

  test("moved within the lists with another text is new", () => {
    const moved = aFile("vendor/pay.rb", "old();\n", code, { status: "renamed", previousPath: "dist/pay.rb" });
    expect(isNew(moved)).toBe(true);
  });

  test.each(["package-lock.json", "a/yarn.lock", "go.sum"])("a new lock file is silent: %s", (path) => {
    expect(isNew(aFile(path, null, code))).toBe(false);
  });

  test.each(["build/release.js", "out/main.ts", "target/run.rs", "src/distance.ts", "vendors/x.ts", "src/x.minjs"])(
    "%s is read: people write such files too",
    (path) => {
      expect(read(aFile(path, null, code))).toEqual({ state: "read" });
    },
  );

  test("the base configuration may take them out", () => {
    expect(triage(["vendor/**"])(aFile("vendor/pay.rb", null, code))).toMatchObject({ state: "excluded" });
  });
});
