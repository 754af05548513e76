import { describe, expect, test } from "vitest";
import { shownWhole } from "../../../src/code/diff/whole-file.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";
import { aFile } from "../../support/change-builder.ts";

const text = "first\nsecond\nthird\n";
const never = () => false;
const moved = (previousPath: string, path: string, overrides: Partial<ChangedFile> = {}): ChangedFile =>
  aFile(path, text, text, { status: "renamed", previousPath, ...overrides });
const addedIn = ({ hunks }: ChangedFile): string[] =>
  hunks.flatMap(({ lines }) => lines.filter(({ kind }) => kind === "added").map((line) => line.text));
const isWhole = (file: ChangedFile): boolean => addedIn(file).join("\n") === text.trimEnd();

describe("a file that gains power by a move is shown whole", () => {
  test.each([
    ["notes/ci.yml", ".github/workflows/ci.yml"],
    ["a/action.yml", ".github/actions/a/action.yml"],
    ["old/ci.yml", ".gitlab-ci.yml"],
    ["x.yml", ".circleci/config.yml"],
    ["x", ".husky/pre-commit"],
    ["pre-push.sample", "hooks/pre-push"],
    ["lib/run.sh", "bin/run.sh"],
    ["lib/x.sql", "db/migrations/x.sql"],
    ["a.json", "package.json"],
    ["a.py", "src/conftest.py"],
    ["NOTES.md", "AGENTS.md"],
    ["a.json", ".vscode/tasks.json"],
    ["a.md", ".claude/commands/a.md"],
  ])("a place: %s → %s", (from, to) => {
    expect(isWhole(shownWhole(moved(from, to), never))).toBe(true);
  });

  test.each([
    ["src/pay.txt", "src/pay.ts"],
    ["src/setup.md", "src/setup.py"],
    ["src/run", "src/run.sh"],
    ["src/page.html.bak", "src/page.html"],
    ["src/readme", "src/Gemspec"],
  ])("another kind of file: %s → %s", (from, to) => {
    expect(isWhole(shownWhole(moved(from, to), never))).toBe(true);
  });

  test.each([
    ["vendor/pay.ts", "src/pay.ts"],
    ["dist/pay.js", "src/pay.js"],
    ["test/fixtures/pay.ts", "src/pay.ts"],
    ["docs/examples/pay.ts", "src/pay.ts"],
    ["src/pay.test.ts", "src/pay.ts"],
  ])("out of where it was read less closely: %s → %s", (from, to) => {
    expect(isWhole(shownWhole(moved(from, to), never))).toBe(true);
  });

  test("out of what the base configuration ignores", () => {
    const ignored = (path: string): boolean => path.startsWith("legacy/");
    expect(isWhole(shownWhole(moved("legacy/pay.ts", "src/pay.ts"), ignored))).toBe(true);
    expect(shownWhole(moved("legacy/pay.ts", "legacy/b.ts"), ignored).hunks).toEqual([]);
  });

  test("copied", () => {
    expect(isWhole(shownWhole(moved("a.yml", ".github/workflows/a.yml", { status: "copied" }), never))).toBe(true);
  });

  test("a symbolic link that moves points elsewhere, whether or not the diff shows that it is one", () => {
    const target = "../../secrets";
    const link = aFile("b/link", target, target, { status: "renamed", previousPath: "a/b/link" });
    expect(addedIn(shownWhole(link, never))).toEqual([target]);
    expect(addedIn(shownWhole({ ...link, kind: "symlink", headMode: "120000" }, never))).toEqual([target]);
    expect(shownWhole({ ...link, headMode: "100644" }, never).hunks).toEqual([]);
  });
});

describe("a file that gains nothing stays as it is", () => {
  test.each([
    ["src/pay.ts", "src/money.ts"],
    ["src/pay.ts", "test/pay.ts"],
    ["vendor/a.js", "vendor/b.js"],
    ["docs/a.md", "docs/b.md"],
  ])("%s → %s", (from, to) => {
    const file = moved(from, to);
    expect(shownWhole(file, never)).toBe(file);
  });

  test("new, deleted and changed files too", () => {
    for (const file of [aFile("bin/x", null, text), aFile("bin/x", text, null), aFile("bin/x", "a\n", text)])
      expect(shownWhole(file, never)).toBe(file);
  });
});

describe("the executable bit", () => {
  const modes = { baseMode: "100644", headMode: "100755" };
  test("shows the whole file", () => {
    expect(isWhole(shownWhole(aFile("run.sh", text, text, modes), never))).toBe(true);
  });

  test("taken away, or kept, it does not", () => {
    const less = { baseMode: "100755", headMode: "100644" };
    expect(shownWhole(aFile("run.sh", text, text, less), never).hunks).toEqual([]);
    expect(shownWhole(aFile("run.sh", text, text, { ...modes, baseMode: "100755" }), never).hunks).toEqual([]);
  });
});

describe("a file whose text could not be read", () => {
  const unknown = (path: string, overrides: Partial<ChangedFile> = {}): ChangedFile => {
    const { headText: _, baseText: __, ...file } = moved("a.txt", path, overrides);
    return file;
  };

  test.each(["bin/run", ".github/workflows/a.yml", "lib/native.so"])("counts as not reviewed: %s", (path) => {
    expect(shownWhole(unknown(path), never)).toMatchObject({ hunks: [], unreviewed: expect.stringContaining("text") });
  });

  test("also where the diff shows a few of its lines", () => {
    const { hunks } = aFile("x", "a\n", "b\n");
    expect(shownWhole(unknown("bin/run", { hunks }), never)).toMatchObject({
      hunks: [],
      unreviewed: expect.any(String),
    });
  });

  test("a picture is a picture in every place, unless it can be executed", () => {
    const picture = unknown("bin/logo.png");
    expect(shownWhole(picture, never)).toBe(picture);
    expect(shownWhole({ ...picture, headMode: "100755" }, never).unreviewed).toBeDefined();
  });

  test("the first reason stays", () => {
    const file = unknown("bin/run", { unreviewed: "cut" });
    expect(shownWhole(file, never)).toBe(file);
  });
});

test("lines that a move deletes stay in sight, where they were", () => {
  const base = "a\nguard\nb\nc\nd\ne\nf\ng\nlast\n";
  const head = "a\nb\nc\nd\ne\nf\ng\n";
  const file = aFile("bin/x", base, head, { status: "renamed", previousPath: "lib/x" });
  const [hunk, ...more] = shownWhole(file, never).hunks;
  expect(more).toEqual([]);
  expect(hunk).toMatchObject({ headStart: 1, headLength: 7, baseStart: 2, baseLength: 2 });
  expect(hunk?.lines.map(({ kind, text: line, head: at, base: was }) => `${kind} ${at ?? was} ${line}`)).toEqual([
    ...["added 1 a", "removed 2 guard", "added 2 b", "added 3 c", "added 4 d", "added 5 e", "added 6 f", "added 7 g"],
    "removed 9 last",
  ]);
});

test("a long file is shown in parts that fit into batches, its last line as it ends", () => {
  const long = Array.from({ length: 1_001 }, (_, index) => `line ${index}`).join("\n");
  const { hunks } = shownWhole(aFile("bin/x", long, long, { status: "renamed", previousPath: "lib/x" }), never);
  expect(hunks.map(({ headStart, headLength }) => [headStart, headLength])).toEqual([
    [1, 400],
    [401, 400],
    [801, 201],
  ]);
  expect(hunks.at(-1)?.lines.at(-1)?.atEndWithoutNewline).toBe(true);
  expect(hunks[0]?.lines.at(-1)?.atEndWithoutNewline).toBeUndefined();
});
