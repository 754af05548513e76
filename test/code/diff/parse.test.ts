import { readdirSync, readFileSync } from "node:fs";
import { parsePatch } from "diff";
import { describe, expect, test } from "vitest";
import { fileFromTexts } from "../../../src/code/diff/from-texts.ts";
import { baseTextOf, headTextOf, matchesHead } from "../../../src/code/diff/head-text.ts";
import { parseChange, parseGitDiff, parsePatchFiles } from "../../../src/code/diff/parse.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";
import { ReviewError } from "../../../src/domain/errors.ts";
import { processorSeconds } from "../../support/processor-time.ts";

const fixtures = new URL("fixtures/", import.meta.url);
const hunk = "@@ -1 +1 @@\n-one\n+two\n";

/** The only file of a diff text. */
function only(text: string): ChangedFile {
  const { files } = parseGitDiff(text);
  if (files.length !== 1 || files[0] === undefined) throw new Error(`${files.length} files`);
  return files[0];
}

function patched(patch: string, status = "modified"): ChangedFile {
  const [file] = parsePatchFiles([{ filename: "x.ts", status, patch }]).files;
  if (file === undefined) throw new Error("lost");
  return file;
}

describe("golden diffs", () => {
  const names = readdirSync(fixtures).filter((name) => name.endsWith(".diff"));

  test("there are cases, each with its expected files", () => expect(names.length).toBeGreaterThanOrEqual(20));

  test.each(names)("%s", (name) => {
    const { files } = parseGitDiff(readFileSync(new URL(name, fixtures), "utf8"));
    expect(files).toEqual(JSON.parse(readFileSync(new URL(name.replace(/\.diff$/, ".json"), fixtures), "utf8")));
  });
});

describe("file names", () => {
  test.each([
    ["a b.ts", "a/a b.ts", "b/a b.ts"],
    ['"q".ts', '"a/\\"q\\".ts"', '"b/\\"q\\".ts"'],
    ["back\\slash.ts", '"a/back\\\\slash.ts"', '"b/back\\\\slash.ts"'],
    ["tab\t.ts", '"a/tab\\t.ts"', '"b/tab\\t.ts"'],
    ["a/測.ts", '"a/a/\\346\\270\\254.ts"', '"b/a/\\346\\270\\254.ts"'],
    ["測\t.ts", '"a/測\\t.ts"', '"b/測\\t.ts"'],
    [" b/x", "a/ b/x", "b/ b/x"],
    ["x b/x b/x", "a/x b/x b/x", "b/x b/x b/x"],
    ["-rf", "a/-rf", "b/-rf"],
    ["new\nline", '"a/new\\nline"', '"b/new\\nline"'],
    ["\u0001\u0007\b\v\f\r", '"a/\\001\\a\\b\\v\\f\\r"', '"b/\\001\\a\\b\\v\\f\\r"'],
    ["nul\0", '"a/nul\\000"', '"b/nul\\000"'],
    ["😀.ts", "a/😀.ts", "b/😀.ts"],
    ["שלום.ts", "a/שלום.ts", "b/שלום.ts"],
    ["\uFEFFmark.ts", '"a/\\357\\273\\277mark.ts"', '"b/\\357\\273\\277mark.ts"'],
    ["__proto__", "a/__proto__", "b/__proto__"],
    ["constructor", "a/constructor", "b/constructor"],
    ["dev/null", "a/dev/null", "b/dev/null"],
    ["a/b/c", "a/a/b/c", "b/a/b/c"],
  ])("H67 %j is read from the header alone and from the --- and +++ lines", (path, base, head) => {
    const alone = only(`diff --git ${base} ${head}\nold mode 100644\nnew mode 100755\n`);
    expect(alone).toEqual({
      path,
      status: "modified",
      kind: "text",
      baseMode: "100644",
      headMode: "100755",
      hunks: [],
    });
    const tab = path.includes(" ") ? "\t" : "";
    const full = only(
      `diff --git ${base} ${head}\nindex 1111111..2222222\n--- ${base}${tab}\n+++ ${head}${tab}\n${hunk}`,
    );
    expect(full).toMatchObject({ path, status: "modified", hunks: [{ headStart: 1 }] });
    expect(full.unreviewed).toBeUndefined();
  });

  test.each([
    ["no prefix", "x/y.ts", "x/y.ts", "x/y.ts"],
    ["no prefix, in a folder named a", "a/y.ts", "a/y.ts", "a/y.ts"],
    ["no prefix, in a folder named b", "b/y.ts", "b/y.ts", "b/y.ts"],
    ["mnemonic, commit and index", "c/y.ts", "i/y.ts", "y.ts"],
    ["mnemonic, index and work tree", "i/y.ts", "w/y.ts", "y.ts"],
    ["mnemonic, commit and work tree", "c/y.ts", "w/y.ts", "y.ts"],
    ["mnemonic, object and work tree", "o/y.ts", "w/y.ts", "y.ts"],
    ["reversed", "b/y.ts", "a/y.ts", "y.ts"],
  ])("H67 prefixes: %s", (_, base, head, path) => {
    expect(only(`diff --git ${base} ${head}\nold mode 100644\nnew mode 100755\n`).path).toBe(path);
    expect(only(`diff --git ${base} ${head}\n--- ${base}\n+++ ${head}\n${hunk}`)).toMatchObject({ path, hunks: [{}] });
    const created = `diff --git ${base} ${head}\nnew file mode 100644\n--- /dev/null\n+++ ${head}\n@@ -0,0 +1 @@\n+two\n`;
    expect(only(created)).toMatchObject({ path, status: "added", hunks: [{}] });
  });

  test("H67 rename lines win over a header that splits in several ways", () => {
    const text = "diff --git a/x b/y b/z b/w\nsimilarity index 100%\nrename from x b/y\nrename to z b/w\n";
    expect(only(text)).toEqual({ path: "z b/w", previousPath: "x b/y", status: "renamed", kind: "text", hunks: [] });
  });

  test.each([
    ["an escape out of range", '"a/\\400.ts"', '"b/\\400.ts"'],
    ["bytes that are not UTF-8", '"a/\\377.ts"', '"b/\\377.ts"'],
    ["an unknown escape", '"a/\\x41.ts"', '"b/\\x41.ts"'],
    ["a short octal escape", '"a/\\47"', '"b/\\47"'],
    ["a quote that is not closed", '"a/x.ts', '"b/x.ts'],
    ["bytes an earlier decoder lost", "a/\uFFFD.ts", "b/\uFFFD.ts"],
    ["prefixes that are not known", "before/x.ts", "after/x.ts"],
    ["two names without a rename", "a/x.ts", "b/y.ts"],
    ["a CRLF after the name", "a/x.ts", "b/x.ts\r"],
  ])("H67 %s leaves the file unreviewed, never with a wrong path", (_, base, head) => {
    const next = "diff --git a/next.ts b/next.ts\nold mode 100644\nnew mode 100755\n";
    const { files } = parseGitDiff(`diff --git ${base} ${head}\n--- ${base}\n+++ ${head}\n${hunk}${next}`);
    expect(files).toMatchObject([
      { hunks: [], unreviewed: expect.stringMatching(/^malformed diff, line \d: /) },
      { path: "next.ts" },
    ]);
    expect(files[1]?.unreviewed).toBeUndefined();
  });

  test("H67 header lines that contradict each other leave the file unreviewed", () => {
    const text = (minus: string, plus: string) => `diff --git a/x b/x\n--- ${minus}\n+++ ${plus}\n${hunk}`;
    expect(only(text("a/x", "b/x")).unreviewed).toBeUndefined();
    expect(only(text("a/x", "b/evil")).unreviewed).toContain("the file name cannot be read");
    expect(only(text("a/evil", "b/x")).unreviewed).toContain("the file name cannot be read");
    const moved = `diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\n+++ b/evil\n${hunk}`;
    expect(only(moved).unreviewed).toContain("the file name cannot be read");
    const unclear = ["rename to y\n", 'rename from x\nrename to "y" z\n', 'rename from "x\nrename to y\n'];
    for (const lines of unclear) {
      expect(only(`diff --git a/x b/y\n${lines}`).unreviewed).toContain("the file name cannot be read");
    }
  });

  test("H67 the name of a combined diff, also when it is unclear", () => {
    expect(only('diff --cc "tab\\t.ts"\n@@@ -1 -1 +1 @@@\n').path).toBe("tab\t.ts");
    expect(only('diff --combined "x\n').path).toBe('"x');
    expect(only('diff --cc "x" y\n').path).toBe('"x" y');
  });

  test("H67 plain diffs: a time after the name, and two different names", () => {
    const dated = only(`--- a/x y.ts\t2026-01-01 00:00:00\n+++ b/x y.ts\t2026-01-02 00:00:00\n${hunk}`);
    expect(dated).toMatchObject({ path: "x y.ts", status: "modified" });
    const renamed = only(`--- old.ts\n+++ new.ts\n${hunk}`);
    expect(renamed).toMatchObject({ path: "new.ts", previousPath: "old.ts", status: "renamed" });
    expect(only("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+one\n")).toMatchObject({ path: "x", status: "added" });
    expect(only("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n")).toMatchObject({ path: "x", status: "removed" });
  });
});

describe("hunks", () => {
  test("H69 `@@ -1,2 +3 @@` has an implied length of 1", () => {
    expect(patched("@@ -1,2 +3 @@ section\n one\n-two").hunks).toEqual([
      {
        baseStart: 1,
        baseLength: 2,
        headStart: 3,
        headLength: 1,
        section: "section",
        lines: [
          { kind: "context", text: "one", base: 1, head: 3 },
          { kind: "removed", text: "two", base: 2, head: null },
        ],
      },
    ]);
  });

  test("H69 `@@ -0,0 +1 @@` keeps its written zeros", () => {
    const lines = [{ kind: "added", text: "one", base: null, head: 1 }];
    const expected = { baseStart: 0, baseLength: 0, headStart: 1, headLength: 1, section: "", lines };
    expect(patched("@@ -0,0 +1 @@\n+one", "added").hunks).toEqual([expected]);
  });

  test.each([
    ["a combined diff", "@@@ -1 -1 +1 @@@\n--one\n++two\n", "combined diff"],
    ["fewer lines than counted", "@@ -1,3 +1,3 @@\n one\n-two\n+2\n", "counts|does not come after"],
    ["more lines than counted", "@@ -1 +1 @@\n-one\n+two\n+three\n", "not part of a hunk|more lines"],
    ["a removed line that is not counted", "@@ -1 +1,2 @@\n-one\n-two\n+2\n", "counts"],
    ["an added line that is not counted", "@@ -1,2 +1 @@\n-one\n+1\n+2\n", "counts"],
    ["a context line on one side only", "@@ -1,2 +1 @@\n-one\n+1\n two\n", "counts"],
    ["an overflowing start", "@@ -1 +99999999999999999999 @@\n-one\n+two\n", "not a valid hunk header"],
    ["an overflowing length", "@@ -1,99999999999999999999 +1 @@\n-one\n+two\n", "not a valid hunk header"],
    ["a start over 2^31", "@@ -2147483648 +1 @@\n-one\n+two\n", "2\\^31"],
    ["a negative number", "@@ --1 +1 @@\n-one\n+two\n", "not a valid hunk header"],
    ["no closing @@", "@@ -1 +1\n-one\n+two\n", "not a valid hunk header"],
    ["a body line of no kind", "@@ -1,2 +1,2 @@\n one\n*two\n", "counts"],
    ["line 0", "@@ -0 +1 @@\n-one\n+two\n", "line 0"],
    ["line 0 at head", "@@ -1 +0 @@\n-one\n+two\n", "line 0"],
    ["no lines at all", "@@ -1,0 +1,0 @@\n", "without lines"],
    ["hunks out of order", "@@ -5 +5 @@\n-a\n+b\n@@ -1 +1 @@\n-a\n+b\n", "does not come after"],
    ["hunks that overlap", "@@ -1,2 +1,2 @@\n a\n b\n@@ -2 +3 @@\n-b\n+c\n", "does not come after"],
    [
      "a hunk after the end of the file",
      "@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n@@ -5 +5 @@\n-a\n+b\n",
      "after the end",
    ],
    ["a line after the end of the file", "@@ -1,2 +1,2 @@\n-a\n\\ No newline at end of file\n-b\n+c\n+d\n", "counts"],
    ["“no newline” before any line", "@@ -1 +1 @@\n\\ No newline at end of file\n-a\n+b\n", "counts"],
    ["“no newline” twice", "@@ -1 +1 @@\n-a\n+b\n\\ No newline\n\\ No newline\n", "not part of a hunk|more lines"],
  ])("H69 %s: the file is unreviewed with the line, the others are read", (_, body, reason) => {
    const before = `diff --git a/before b/before\n--- a/before\n+++ b/before\n${hunk}`;
    const after = `diff --git a/after b/after\n--- a/after\n+++ b/after\n${hunk}`;
    const { files } = parseGitDiff(`${before}diff --git a/x b/x\n--- a/x\n+++ b/x\n${body}${after}`);
    const malformed = {
      path: "x",
      hunks: [],
      unreviewed: expect.stringMatching(`^malformed diff, line \\d+: .*(${reason})`),
    };
    const clean = [...parseGitDiff(before).files, ...parseGitDiff(after).files];
    expect(files).toMatchObject([{ path: "before" }, malformed, { path: "after" }]);
    expect([files[0], files[2]]).toEqual(clean);
    const plain = (name: string) => `--- a/${name}\n+++ b/${name}\n`;
    const all = parseGitDiff(`${plain("before")}${hunk}${plain("x")}${body}${plain("after")}${hunk}`).files;
    expect(all).toMatchObject([{ path: "before", hunks: [{}] }, malformed, { path: "after", hunks: [{}] }]);
    expect(patched(body)).toMatchObject({ hunks: [], unreviewed: expect.stringMatching(reason) });
  });

  test("lines that look like headers are body lines within the counted lengths", () => {
    const body = [
      "--- a/x",
      "+++ b/x",
      " @@ -1 +1 @@",
      " diff --git a/y b/y",
      "-\\ No newline at end of file",
      "+Only in a: b",
    ];
    const file = only(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n${body.join("\n")}\n`);
    expect(file.hunks[0]?.lines.map(({ text }) => text)).toEqual(body.map((line) => line.slice(1)));
  });

  test("an empty line is an empty context line when the counts then match", () => {
    const file = only("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-one\n+1\n\n two\n");
    expect(file.hunks[0]?.lines[2]).toEqual({ kind: "context", text: "", base: 2, head: 2 });
    expect(only("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-one\n+1\n\n\n two\n").unreviewed).toContain("more lines");
  });

  test("a CR stays part of its line, also of the section", () => {
    const [read] = only("--- a/x\n+++ b/x\n@@ -1 +1 @@ f()\r\n-one\r\n+two\n").hunks;
    expect(read).toMatchObject({ section: "f()\r", lines: [{ text: "one\r" }, { text: "two" }] });
  });

  test("the same hunks as jsdiff reads, where both read the text", () => {
    const text = readFileSync(new URL("rename-with-edits.diff", fixtures), "utf8");
    const [theirs] = parsePatch(text);
    const [ours] = only(text).hunks;
    expect(ours).toMatchObject({ baseStart: theirs?.hunks[0]?.oldStart, headLength: theirs?.hunks[0]?.newLines });
    const signs = { context: " ", added: "+", removed: "-" };
    expect(ours?.lines.map((line) => signs[line.kind] + line.text)).toEqual(theirs?.hunks[0]?.lines);
  });
});

describe("kinds of change", () => {
  test.each([
    ["a rename with edits", "rename-with-edits", [{ status: "renamed", previousPath: "old-name.ts", hunks: [{}] }]],
    ["a copy", "copy", [{ status: "modified" }, { status: "copied", previousPath: "copied.ts", hunks: [] }]],
    ["a change of mode only", "mode-only", [{ baseMode: "100644", headMode: "100755", hunks: [] }]],
    [
      "a symlink that becomes a file",
      "symlink",
      [{ kind: "symlink" }, { kind: "text", baseMode: "120000", headMode: "100644" }],
    ],
    ["a submodule", "submodule", [{ kind: "submodule", hunks: [{}] }]],
    ["a binary file", "binary", [{ kind: "binary", hunks: [] }]],
    ["a binary patch", "binary-patch", [{ kind: "binary", hunks: [] }, { path: "run.sh" }]],
  ])("H70 %s is shown as what it is", (_, name, expected) => {
    const { files } = parseGitDiff(readFileSync(new URL(`${name}.diff`, fixtures), "utf8"));
    expect(files).toMatchObject(expected);
    expect(files.map(({ unreviewed }) => unreviewed)).toEqual(expected.map(() => undefined));
  });

  test("H70 a submodule and an LFS pointer in GitHub's patches", () => {
    const commit = (digit: string) => `Subproject commit ${digit.repeat(40)}`;
    expect(patched(`@@ -1 +1 @@\n-${commit("1")}\n+${commit("2")}`).kind).toBe("submodule");
    expect(patched(`@@ -1 +1 @@\n-${commit("1")}\n+${commit("2")} and code`).kind).toBe("text");
    const pointer = patched(
      "@@ -1,3 +1,3 @@\n version https://git-lfs.github.com/spec/v1\n-oid sha256:1\n+oid sha256:2\n size 5",
    );
    expect(pointer).toMatchObject({ kind: "text", hunks: [{ headLength: 3 }] });
  });

  test("H70 a header whose content is missing is unreviewed, not an empty change", () => {
    const missing = "malformed diff, line 1: the change of the content is missing";
    expect(only("diff --git a/x b/x\n").unreviewed).toBe(missing);
    expect(only("diff --git a/x b/x\nindex 1111111..2222222 100644\n").unreviewed).toBe(missing);
    expect(only("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..2222222\n").unreviewed).toBe(missing);
    expect(only("diff --git a/x b/x\ndeleted file mode 100644\nindex 1111111..0000000\n").unreviewed).toBe(missing);
    const renamed = "diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n";
    expect(only(renamed).unreviewed).toBe(missing);
    expect(only(renamed.replace("90%", "100%")).unreviewed).toBeUndefined();
    expect(only("--- a/x\n+++ b/x\n").unreviewed).toBe(missing);
    const mode = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n";
    expect(only(`${mode}index 1111111..2222222\n`).unreviewed).toBe(missing);
    expect(only(mode).unreviewed).toBeUndefined();
  });

  test("H70 a status that the hunks contradict is unreviewed", () => {
    expect(only(`diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n${hunk}`).unreviewed).toContain(
      "had lines before",
    );
    expect(only(`diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n${hunk}`).unreviewed).toContain(
      "lines left",
    );
    expect(patched("@@ -1 +1 @@\n-one\n+two", "added").unreviewed).toContain("had lines before");
  });

  test("H70 what git and diff name without showing it is unreviewed, not lost", () => {
    const said = [
      "* Unmerged path a b.ts",
      "Submodule vendor/x 1111111..2222222:",
      "Only in src: new.ts",
      "Files a/logo.png and b/logo.png differ",
      "Binary files a/run.bin and b/run.bin differ",
    ];
    const { files } = parseGitDiff(`--- a/x\n+++ b/x\n${hunk}${said.join("\n")}\n`);
    expect(files.map(({ path, unreviewed }) => [path, unreviewed !== undefined])).toEqual([
      ["x", false],
      ["a b.ts", true],
      ["vendor/x", true],
      ["src/new.ts", true],
      ["logo.png", true],
      // What no diff shows is decided by its content.
      ["run.bin", false],
    ]);
  });

  test("a file that comes twice is one unreviewed entry", () => {
    const text = `diff --git a/x b/x\n--- a/x\n+++ b/x\n${hunk}`;
    expect(only(text + text)).toMatchObject({ path: "x", hunks: [], unreviewed: "the diff names this file twice" });
  });

  test("only a change of type joins two entries of one path, and only when both were read", () => {
    const removed = "diff --git a/x b/x\ndeleted file mode 120000\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n";
    const added = "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+two\n";
    expect(only(removed + added)).toMatchObject({
      status: "modified",
      baseMode: "120000",
      headMode: "100644",
      hunks: [{}],
    });
    expect(only(removed.replace("120000", "100755") + added).unreviewed).toBe("the diff names this file twice");
    const broken = [removed + added.replace("+1 @@", "+1,2 @@"), removed.replace("-1 +", "-1,2 +") + added];
    for (const text of broken)
      expect(only(text)).toMatchObject({ hunks: [], unreviewed: expect.stringContaining("counts") });
  });

  test("blobs and modes: all zeros and versions are not blobs", () => {
    const file = only(`diff --git a/x b/x\nindex 1111111..0000000 100755\n--- a/x\n+++ b/x\n${hunk}`);
    expect(file).toMatchObject({ baseBlob: "1111111", baseMode: "100755", headMode: "100755" });
    expect(file).not.toHaveProperty("headBlob");
    const created = "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..2222222 100644\n--- /dev/null\n+++ b/x\n";
    expect(only(`${created}@@ -0,0 +1 @@\n+one\n`)).not.toHaveProperty("baseMode");
    expect(only(`diff --git a/x b/x\nindex v1.0.0..v1.0.1 100644\n--- a/x\n+++ b/x\n${hunk}`)).not.toHaveProperty(
      "baseBlob",
    );
  });
});

describe("whole texts", () => {
  test.each(["", "\n", "  \r\n"])("%j has no files", (text) => expect(parseGitDiff(text).files).toEqual([]));

  test.each([
    "hello",
    hunk,
    " src/a.ts | 2 +-\n 1 file changed\n",
    "\u001B[1mdiff --git a/x b/x\u001B[m\n",
    "--- a/x\n",
  ])("%j is not a diff", (text) => {
    const read = () => parseGitDiff(text);
    expect(read).toThrow(ReviewError);
    expect(read).toThrow(/^the text is not a diff: .*it starts with "/);
  });

  test("a byte order mark before the first file does not hide it", () => {
    expect(only("\uFEFFdiff --git a/x b/x\nold mode 100644\nnew mode 100755\n")).toMatchObject({
      path: "x",
      headMode: "100755",
    });
  });

  test.each([
    ["the next commit of git log", "\ncommit 1234567890\nAuthor: A\n\n    a message\n\n"],
    ["the next mail without signature", `From ${"1".repeat(40)} Mon Sep 17\nSubject: a\n---\n x | 2 +-\n\n`],
    ["a signature", "-- \n2.39.5\n\n"],
  ])("%s ends a file, what follows is prose", (_, prose) => {
    const text = (name: string) => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${hunk}`;
    expect(parseGitDiff(text("x") + prose + text("y")).files).toEqual(parseGitDiff(text("x") + text("y")).files);
  });

  test("a malformed plain file does not make a file of its own lines", () => {
    expect(only("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n one\n--- sql\n+++ two\n*\n")).toMatchObject({
      path: "x",
      hunks: [],
    });
  });

  test("reports CRLF throughout the diff, with the way out", () => {
    const text = `diff --git a/x b/x\n--- a/x\n+++ b/x\n${hunk}`.replaceAll("\n", "\r\n");
    expect(only(text).unreviewed).toContain(
      "line 1: the line breaks of the diff were converted to CRLF; save it unchanged",
    );
  });

  test("a last line without a line break is read", () => {
    expect(only(`diff --git a/x b/x\n--- a/x\n+++ b/x\n${hunk.trimEnd()}`).hunks[0]?.lines).toHaveLength(2);
  });

  test("both forms of a change", () => {
    expect(parseChange({ kind: "git", text: `--- a/x\n+++ b/x\n${hunk}` })).toMatchObject([{ path: "x", hunks: [{}] }]);
    const files = [{ filename: "x", status: "modified", patch: hunk }];
    expect(parseChange({ kind: "github", files })).toMatchObject([{ path: "x", hunks: [{}] }]);
  });
});

describe("GitHub's list", () => {
  test.each(["added", "modified", "removed", "renamed", "copied", "changed"])(
    "%s without a patch waits for its blobs",
    (status) => {
      const list = [
        { filename: "x", status },
        { filename: "y", status, patch: "" },
      ];
      const missing = { hunks: [], patchMissing: true, unreviewed: expect.stringContaining("no patch from GitHub") };
      expect(parsePatchFiles(list).files).toMatchObject([missing, missing]);
    },
  );

  test.each(["unchanged", "__proto__", ""])("status %j is unreviewed with its value", (status) => {
    expect(patched(hunk, status)).toMatchObject({
      hunks: [],
      unreviewed: `unknown file status ${JSON.stringify(status)} from GitHub`,
    });
  });

  test("a rename keeps its previous path; paths are data", () => {
    const list = [{ filename: "__proto__", previous_filename: "a\n\0b", status: "renamed", patch: hunk }];
    expect(parsePatchFiles(list).files).toMatchObject([
      { path: "__proto__", previousPath: "a\n\0b", status: "renamed", hunks: [{}] },
    ]);
  });

  test("a patch that was cut within a hunk is unreviewed", () => {
    expect(patched("@@ -1,3 +1,3 @@\n one\n-tw").unreviewed).toContain("malformed patch from GitHub: line 4");
  });
});

describe("texts of both sides", () => {
  const change = (text: string) => only(`diff --git a/x b/x\n--- a/x\n+++ b/x\n${text}`);

  test("the head text is rebuilt, and only from exactly the base text", () => {
    const file = change("@@ -2,2 +2,2 @@\n b\n-c\n+C\n");
    expect(headTextOf(file, "a\nb\nc\nd\n")).toBe("a\nb\nC\nd\n");
    expect(headTextOf(file, "a\nb\nc\nd")).toBe("a\nb\nC\nd");
    expect(baseTextOf(file, "a\nb\nC\nd\n")).toBe("a\nb\nc\nd\n");
    for (const wrong of [
      "a\nb\nx\nd\n",
      "a\nx\nc\nd\n",
      "a\r\nb\r\nc\r\nd\r\n",
      "a\nb\nc",
      "a\n",
      "",
      "0\na\nb\nc\nd\n",
    ]) {
      expect(headTextOf(file, wrong)).toBeUndefined();
    }
    expect(headTextOf(file, null)).toBeUndefined();
  });

  test("line ends count", () => {
    const file = change("@@ -1 +1 @@\n-a\r\n\\ No newline at end of file\n+a\n");
    expect(headTextOf(file, "a\r")).toBe("a\n");
    expect(headTextOf(file, "a\r\n")).toBeUndefined();
    expect(matchesHead(file, "a\n")).toBe(true);
    expect(matchesHead(file, "a")).toBe(false);
    expect(matchesHead(file, "a\r\n")).toBe(false);
  });

  test("nothing is rebuilt for what is not known", () => {
    const file = change(hunk);
    expect(headTextOf({ ...file, unreviewed: "why" }, "one\n")).toBeUndefined();
    expect(headTextOf({ ...file, kind: "binary" }, "one\n")).toBeUndefined();
    expect(headTextOf({ ...file, status: "removed" }, "one\n")).toBeUndefined();
    expect(matchesHead({ ...file, unreviewed: "why" }, "two\n")).toBe(false);
    expect(matchesHead({ ...file, status: "removed" }, "two\n")).toBe(false);
    expect(matchesHead(file, "two\n")).toBe(true);
  });

  test("hunks that place a line differently on the other side rebuild nothing", () => {
    expect(headTextOf(change("@@ -1 +5 @@\n-one\n+two\n"), "one\n")).toBeUndefined();
    expect(headTextOf(change("@@ -1,0 +2 @@\n+two\n"), "one")).toBeUndefined();
    expect(headTextOf(change("@@ -1,0 +2 @@\n+two\n"), "one\n")).toBe("one\ntwo\n");
    expect(headTextOf(change("@@ -5,0 +6 @@\n+two\n"), "one\n")).toBeUndefined();
  });

  test("a new file has no lines but those of its hunks; moves and modes keep every line", () => {
    const added = only("diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+one\n");
    expect(headTextOf(added, null)).toBe("one\n");
    expect(matchesHead(added, "one\n")).toBe(true);
    expect(matchesHead(added, "one\ntwo\n")).toBe(false);
    expect(headTextOf(added, "one\n")).toBeUndefined();
    const moved = only("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n");
    expect(headTextOf(moved, "any\ntext")).toBe("any\ntext");
  });

  test.each([
    ["a new file", null, "a\nb", "added", ["@0,0 1,2"]],
    ["a deleted file", "a\nb\n", null, "removed", ["@1,2 0,0"]],
    ["a new empty file", null, "", "added", []],
    [
      "two distant changes",
      lines(30),
      lines(30).replace("l2\n", "x\n").replace("l28\n", "y\n"),
      "modified",
      ["@1,5 1,5", "@25,6 25,6"],
    ],
    ["the same text", "a\n", "a\n", "modified", []],
    ["a last line break", "a", "a\n", "modified", ["@1,1 1,1"]],
  ])("a comparison of texts: %s", (_, base, head, status, expected) => {
    const file = fileFromTexts({ path: "x", base, head });
    expect(file).toMatchObject({ status, baseText: base, headText: head, kind: "text" });
    const ranges = file.hunks.map((one) => `@${one.baseStart},${one.baseLength} ${one.headStart},${one.headLength}`);
    expect(ranges).toEqual(expected);
    expect(headTextOf(file, base)).toBe(head ?? undefined);
  });

  test("a comparison of texts takes names, kinds and blobs from what is known", () => {
    const known = { path: "x", previousPath: "y", headMode: "120000", headBlob: "1111111" };
    const file = fileFromTexts({ ...known, base: "a", head: "b" });
    expect(file).toMatchObject({ ...known, status: "renamed", kind: "symlink" });
    expect(fileFromTexts({ ...known, status: "copied", base: "a", head: "b" }).status).toBe("copied");
  });

  test("H63 texts that differ in very many lines are compared as one replacement", () => {
    const changed = (prefix: string) => `same\n${lines(20_000).replaceAll("l", prefix)}end`;
    const file = fileFromTexts({ path: "x", base: changed("a"), head: changed("b") });
    expect(file.hunks).toMatchObject([{ baseStart: 2, baseLength: 20_000, headStart: 2, headLength: 20_000 }]);
    expect(headTextOf(file, changed("a"))).toBe(changed("b"));
  });
});

/** `l1` to `l<count>`, one a line. */
function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `l${index + 1}\n`).join("");
}

describe("hostile sizes", () => {
  const million = 1_000_000;
  const header = "diff --git a/x b/x\n--- a/x\n+++ b/x\n";
  const long = `${"a".repeat(100_000)}!`;

  test.each<readonly [string, string]>([
    ["1e6 hunk headers", header + "@@ -1 +1 @@\n".repeat(million)],
    ["1e6 hunk headers without a file", `${"@@ -1 +1 @@\n".repeat(million)}${header}${hunk}`],
    ["1e6 small hunks out of order", header + hunk.repeat(million / 4)],
    ["20,000 beginnings of a plain file", "--- a\n+++ b\n".repeat(20_000)],
    ["plain files whose hunks swallow each other", "--- a\n+++ b\n@@ -1,999999 +1,999999 @@\n".repeat(20_000)],
    ["hunks whose last lines read like a plain file", `--- a\n+++ b\n${"@@ -1 +1 @@\n--- a\n+++ b\n".repeat(20_000)}`],
    ["1e6 body lines", `${header}@@ -1,${million} +1,${million} @@\n${" a\n".repeat(million)}`],
    ["one line of 1 MB", `${header}@@ -1 +1 @@\n-${"b".repeat(million)}\n+c\n`],
    ["20,000 files", Array.from({ length: 20_000 }, (_, index) => `diff --git a/${index} b/${index}\n`).join("")],
    ["a long hunk header", `${header}@@ -${"1".repeat(100_000)} +1 @@\n${header}`],
    ["a long section", `${header}@@ -1 +1 @@ ${long}\n-a\n+b\n`],
    ["a long name", `diff --git a/${long} b/${long}\n`],
    ["a long quoted name", `diff --git "a/${'\\"'.repeat(100_000)}" "b/${'\\"'.repeat(100_000)}"\n`],
    ["a long open quote", `diff --git "a/${"\\\\".repeat(100_000)}\n`],
    ["a long index line", `${"diff --git a/x b/x\n"}index ${"1.".repeat(100_000)}\n`],
    ["a long “Only in”", `Only in ${": a".repeat(100_000)}\nOnly in ${long}\n${header}${hunk}`],
    [
      "a long “Binary files”",
      `Binary files ${" and ".repeat(100_000)} differ\nBinary files ${" and ".repeat(100_000)}!\n`,
    ],
    [
      "a long “Submodule”",
      `Submodule ${"a 1111..2222 ".repeat(20_000)}\nSubmodule ${" ffff".repeat(20_000)}!\n${header}${hunk}`,
    ],
    ["a long “Unmerged path”", `* Unmerged path ${long}\n`],
    ["long prose", `From ${long}\ncommit ${"f".repeat(100_000)}\n${header}${hunk}commit ${"f".repeat(100_000)}\n`],
    ["blanks", `${" ".repeat(million)}\n${header}${hunk}`],
  ])("H63 %s: read within a second", async (_, text) => {
    expect(await processorSeconds(() => parseGitDiff(text))).toBeLessThan(1);
    const { files } = parseGitDiff(text);
    expect(files.length).toBeGreaterThan(0);
  });

  test("H63 a headerless patch of 1e6 hunk headers: read within a second", async () => {
    const patch = "@@ -1 +1 @@\n".repeat(million);
    expect(await processorSeconds(() => patched(patch))).toBeLessThan(1);
    expect(patched(patch)).toMatchObject({ hunks: [], unreviewed: expect.stringContaining("line 2") });
  });
});

test("H60 a patch that GitHub cut at the end of a hunk is not taken for the whole change", () => {
  const patch = "@@ -1,2 +1,2 @@\n a\n-b\n+c";
  const whole = { filename: "a.ts", status: "modified", additions: 1, deletions: 1, patch };
  expect(parseChange({ kind: "github", files: [whole] })[0]).toMatchObject({ hunks: [{ headStart: 1 }] });
  for (const cut of [
    { ...whole, additions: 2 },
    { ...whole, deletions: 2 },
  ]) {
    const [file] = parseChange({ kind: "github", files: [cut] });
    expect(file).toMatchObject({ patchMissing: true, hunks: [] });
    expect(file?.unreviewed).toContain("GitHub cut its patch");
  }
});
