import { describe, expect, test } from "vitest";
import { completeFiles } from "../../../src/code/diff/complete.ts";
import { parsePatchFiles } from "../../../src/code/diff/parse.ts";
import { triage } from "../../../src/code/diff/triage.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";
import type { Contents, PatchFile } from "../../../src/domain/ports.ts";

const patch = "@@ -1 +1 @@\n-a\n+b";

function complete(given: Partial<PatchFile>, contents: Contents): ChangedFile | undefined {
  const { files } = parsePatchFiles([{ filename: "src/a.ts", status: "modified", ...given }]);
  return completeFiles(files, new Map([["src/a.ts", contents]]))[0];
}

describe("a text that GitHub says does not exist", () => {
  test.each([
    ["added, without a patch", { status: "added" }],
    ["modified, without a patch", {}],
    ["modified, with a patch", { patch }],
    ["renamed", { status: "renamed", previous_filename: "src/b.ts" }],
  ])("at the head, for a file that is %s: unreviewed, never empty", (_name, given) => {
    const file = complete(given, { head: null, base: "a\n" });
    expect(file).toMatchObject({ hunks: [], unreviewed: expect.stringContaining("no such file at the head") });
    expect(file?.headText).toBeUndefined();
  });

  test("at the base, for a file that was not added: unreviewed", () => {
    const file = complete({}, { head: "b\n", base: null });
    expect(file).toMatchObject({ hunks: [], unreviewed: expect.stringContaining("no patch") });
  });

  test("is right for a removed file and for the base of an added one", () => {
    expect(complete({ status: "removed" }, { base: "a\n" })).toMatchObject({ headText: null, hunks: [{}] });
    const added = complete({ status: "added" }, { head: "b\n" });
    expect(added).toMatchObject({ baseText: null, headText: "b\n", hunks: [{}] });
    expect(added?.unreviewed).toBeUndefined();
  });
});

describe("a list of files of another commit than the head", () => {
  test.each([
    ["a patch", { patch }],
    ["no patch", {}],
  ])("the head has another blob of a file with %s: unreviewed", (_name, given) => {
    const file = complete({ ...given, sha: "1".repeat(40) }, { head: "b\n", base: "a\n", headBlob: "2".repeat(40) });
    expect(file).toMatchObject({ hunks: [], unreviewed: expect.stringContaining("another commit") });
  });

  test("even if its text could not be read", () => {
    const file = complete({ patch, sha: "1".repeat(40) }, { headBlob: "2".repeat(40) });
    expect(file).toMatchObject({ unreviewed: expect.stringContaining("another commit") });
  });

  test("a removed file exists at the head: unreviewed", () => {
    const given = { status: "removed", patch: "@@ -1 +0,0 @@\n-a", sha: "1".repeat(40) };
    expect(complete(given, { headBlob: "1".repeat(40) })?.unreviewed).toContain("another commit");
    expect(complete(given, {})?.unreviewed).toBeUndefined();
  });

  test("the same blob is fine", () => {
    const blob = "1".repeat(40);
    const file = complete({ patch, sha: blob }, { head: "b\n", headBlob: blob });
    expect(file).toMatchObject({ headText: "b\n", hunks: [{}] });
    expect(file?.unreviewed).toBeUndefined();
  });
});

describe("a file without a patch whose text could not be read", () => {
  const picture = (given: Partial<PatchFile>, contents: Contents): ChangedFile | undefined => {
    const { files } = parsePatchFiles([{ filename: "logo.png", status: "added", ...given }]);
    return completeFiles(files, new Map([["logo.png", contents]]))[0];
  };

  test("is binary, if its name is that of a binary format", () => {
    const file = picture({}, { headBlob: "1".repeat(40) });
    expect(file).toMatchObject({ kind: "binary", hunks: [] });
    expect(file?.unreviewed).toBeUndefined();
    expect(file && triage([])(file)).toEqual({ state: "excluded", reason: "binary" });
  });

  test("is unreviewed, if it is any other", () => {
    expect(complete({}, { headBlob: "1".repeat(40) })).toMatchObject({ kind: "text", unreviewed: expect.any(String) });
  });

  test("is unreviewed, if there is no file at the head", () => {
    expect(picture({}, { head: null })).toMatchObject({ unreviewed: expect.stringContaining("no such file") });
    expect(picture({}, {})).toMatchObject({ unreviewed: expect.any(String) });
  });

  test("a text by such a name is read", () => {
    expect(picture({}, { head: "evil()\n" })).toMatchObject({ kind: "text", hunks: [{}] });
  });
});

describe("modes, which GitHub's list of files does not have", () => {
  const blob = "1".repeat(40);

  test("make a symbolic link of what looks like a text", () => {
    const file = complete(
      { status: "added", patch: "@@ -0,0 +1 @@\n+../../etc\n\\ No newline at end of file" },
      {
        head: "../../etc",
        headMode: "120000",
      },
    );
    expect(file).toMatchObject({ kind: "symlink", headMode: "120000", headText: "../../etc" });
  });

  test("show the executable bit of a file without a patch", () => {
    const same = { base: "a\n", head: "a\n", baseBlob: blob, headBlob: blob };
    const file = complete({ sha: blob }, { ...same, baseMode: "100644", headMode: "100755" });
    expect(file).toMatchObject({ hunks: [], baseMode: "100644", headMode: "100755" });
    expect(file?.unreviewed).toBeUndefined();
  });

  test("make a submodule of what has no patch", () => {
    expect(complete({}, { headMode: "160000" })).toMatchObject({ kind: "submodule" });
  });

  test("that could not be read: a file with the same content has changed in a way that nothing shows", () => {
    const file = complete({ sha: blob }, { base: "a\n", head: "a\n", baseBlob: blob, headBlob: blob });
    expect(file).toMatchObject({ unreviewed: expect.stringContaining("mode") });
  });
});

describe("bytes that are not text in an encoding that is read", () => {
  test("another encoding of the same text is not reviewed", () => {
    const file = complete(
      {},
      { base: "caf\ufffd\n", head: "caf\ufffd\n", baseBlob: "1".repeat(40), headBlob: "2".repeat(40) },
    );
    expect(file).toMatchObject({
      unreadable: { what: "encoding", detail: expect.stringContaining("its bytes changed") },
    });
  });

  test("a binary file that only moved has nothing new in it", () => {
    const blob = "1".repeat(40);
    const [file] = completeFiles(
      parsePatchFiles([{ filename: "lib/b.so", previous_filename: "lib/a.so", status: "renamed", sha: blob }]).files,
      new Map([["lib/b.so", { baseBlob: blob, headBlob: blob }]]),
    );
    expect(file).toMatchObject({ status: "renamed", hunks: [] });
    expect(file?.unreviewed).toBeUndefined();
  });

  const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";
  const added = (filename: string, head: string, contents: Contents) =>
    completeFiles(
      parsePatchFiles([{ filename, status: "added", patch: `@@ -0,0 +1,3 @@\n${head.trimEnd().replace(/^/gm, "+")}` }])
        .files,
      new Map([[filename, contents]]),
    )[0];

  test.each(["lib/tool.jar", "src/run.js", "model.bin"])(
    "a pointer of Git LFS represents content that is not here: %s",
    (path) => {
      for (const contents of [{ head: pointer }, {}])
        expect(added(path, pointer, contents)).toMatchObject({ hunks: [], unreadable: { what: "lfs" } });
    },
  );

  test("a picture behind such a pointer is still a picture, and a text that names the format is a text", () => {
    expect(added("logo.png", pointer, { head: pointer })?.unreviewed).toBeUndefined();
    const text = `How to:\n${pointer}`;
    expect(added("docs/lfs.md", text.split("\n").slice(0, 3).join("\n"), {})?.unreviewed).toBeUndefined();
  });
});

describe("a new name with hidden characters", () => {
  const path = "logo\u202egnp.png";
  const named = (given: Partial<PatchFile>, contents: Contents) =>
    completeFiles(
      parsePatchFiles([{ filename: path, status: "added", ...given }]).files,
      new Map([[path, contents]]),
    )[0];

  test.each<[string, Partial<PatchFile>, Contents]>([
    ["a picture", {}, { headBlob: "1".repeat(40) }],
    ["an empty file", {}, { head: "" }],
    ["a move", { status: "renamed", previous_filename: "a.png" }, { base: "a\n", head: "a\n" }],
    ["blank lines", { patch: "@@ -0,0 +1 @@\n+ " }, { head: " \n" }],
  ])("of %s has no line to say so at: unreviewed", (_, given, contents) => {
    expect(named(given, contents)).toMatchObject({ unreviewed: expect.stringContaining("name") });
  });

  test("is left to the seats where a line can carry a finding about it, and a name of the base is not new", () => {
    expect(named({ patch: "@@ -0,0 +1 @@\n+a" }, { head: "a\n" })?.unreviewed).toBeUndefined();
    expect(named({ status: "modified" }, { base: "a\n", head: "a\n" })?.unreviewed).toBeUndefined();
  });
});
