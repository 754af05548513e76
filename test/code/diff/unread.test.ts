import { describe, expect, test } from "vitest";
import { completeFiles } from "../../../src/code/diff/complete.ts";
import { parseGitDiff } from "../../../src/code/diff/parse.ts";
import { triage } from "../../../src/code/diff/triage.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";

const index = "index 1234567..2345678 100644\n";
const header = (path: string): string => `diff --git a/${path} b/${path}\n${index}`;
const sides = (path: string): string => `--- a/${path}\n+++ b/${path}\n`;
const harmless = `${header("x.js")}${sides("x.js")}@@ -1 +1 @@\n-a\n+b\n`;
const hidden = "@@ -5 +5 @@\n-a\n+evil()\n";
const binary = (path: string): string => `${header(path)}Binary files a/${path} and b/${path} differ\n`;
const read = (text: string): ChangedFile[] => completeFiles(parseGitDiff(text).files, new Map());

describe("H70 what a diff calls binary", () => {
  test.each(["x.js", "run", "Dockerfile", ".env", "a.PY", "logo.png.ts", "png"])(
    "%s is code that no seat saw",
    (path) => {
      const [file] = read(binary(path));
      expect(file).toMatchObject({ path, hunks: [], unreadable: { what: "binary" } });
      expect(file && triage([])(file)).toMatchObject({ state: "excluded", unread: "binary" });
      expect(file && triage([path])(file)).toMatchObject({ state: "excluded" });
    },
  );

  test.each(["lib/core.wasm", "blob.bin", "gradle-wrapper.jar", "a/__pycache__/x.pyc", "lib/x.SO", "model.pkl"])(
    "%s can be run or loaded, and no seat can read it",
    (path) => {
      const [file] = read(binary(path));
      expect(file).toMatchObject({ path, unreadable: { what: "binary" } });
      expect(file && triage([path])(file)).toEqual({ state: "excluded", reason: expect.stringContaining("ignored") });
    },
  );

  test.each(["logo.png", "a/b.WOFF2", "intro.mp4"])("%s holds no text to review", (path) => {
    const [file] = read(binary(path));
    expect(file?.unreviewed).toBeUndefined();
    expect(file && triage([])(file)).toEqual({ state: "excluded", reason: "binary" });
  });

  test("a deleted one leaves nothing to review", () => {
    const text = `diff --git a/x.js b/x.js\ndeleted file mode 100644\nindex 1234567..0000000\nBinary files a/x.js and /dev/null differ\n`;
    expect(read(text)).toMatchObject([{ status: "removed", kind: "binary" }]);
    expect(read(text)[0]?.unreviewed).toBeUndefined();
  });

  test("a picture that can be executed does not count as a picture", () => {
    const text = `diff --git a/x.png b/x.png\nold mode 100644\nnew mode 100755\nindex 1234567..2345678\nBinary files a/x.png and b/x.png differ\n`;
    expect(read(text)).toMatchObject([{ unreadable: { what: "binary" } }]);
  });

  test("a text change of the same file stays in sight", () => {
    const [file] = read(`${binary("a.png")}${sides("a.png")}${hidden}`);
    expect(file?.hunks).toHaveLength(1);
    expect(file && triage([])(file)).toEqual({ state: "read" });
  });

  test("named twice, the second time as binary", () => {
    const [file, ...more] = read(`${header("a.png")}${sides("a.png")}${hidden}${binary("a.png")}`);
    expect(more).toEqual([]);
    expect(file).toMatchObject({ unreviewed: expect.stringContaining("twice") });
    expect(file && triage([])(file)).toEqual({ state: "read" });
  });
});

describe("H69 a hunk outside of a file", () => {
  test.each([
    ["after a mail's signature", `${harmless}-- \n2.39.5\n${hidden}`, "line 10"],
    ["after the line of a commit", `${harmless}commit 1234567\n${hidden}`, "line 9"],
    ["before the first file", `${hidden}${harmless}`, "line 1"],
  ])("%s", (_, text, line) => {
    expect(read(text)).toMatchObject([{ path: "x.js", hunks: [], unreviewed: expect.stringContaining(line) }]);
  });

  test("concerns only the file beside it, and a lone signature concerns no file", () => {
    const other = harmless.replaceAll("x.js", "y.js");
    const files = read(`${harmless}-- \n2.39.5\n${hidden}${other}-- \n2.39.5\n`);
    expect(files.map(({ path, unreviewed }) => [path, unreviewed === undefined])).toEqual([
      ["x.js", false],
      ["y.js", true],
    ]);
  });
});
