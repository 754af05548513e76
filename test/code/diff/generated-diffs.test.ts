import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { fileFromTexts } from "../../../src/code/diff/from-texts.ts";
import { baseTextOf, headTextOf, matchesHead } from "../../../src/code/diff/head-text.ts";
import { parseGitDiff, parsePatchFiles } from "../../../src/code/diff/parse.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";
import { createRepository, type ReportedFile, type Tree, treePair } from "./generated-repository.ts";

const repository = createRepository();
afterAll(() => repository.remove());

/** Ways to print the same change. Each changes prefixes, names, hunks or which files are paired. */
const variants: readonly (readonly string[])[] = [
  ["-M"],
  ["-M", "-C", "--find-copies-harder", "-U1"],
  ["--no-renames", "-U0"],
  ["-M", "--binary", "--full-index", "--patience"],
  ["-M20%", "--no-prefix", "--inter-hunk-context=1"],
  ["-M", "--src-prefix=i/", "--dst-prefix=w/", "-W"],
  ["-M", "-B", "-R"],
];
const pairs = 100;
const statuses: Readonly<Record<string, ChangedFile["status"]>> = {
  A: "added",
  C: "copied",
  D: "removed",
  M: "modified",
  R: "renamed",
  T: "modified",
};

describe("diffs of generated repositories", () => {
  test("git's own report, the file texts and our reading agree on every file and line", () => {
    const seen = new Set<string>();
    const checked = { diffs: 0, patches: 0 };
    const trees = fc.sample(treePair, { numRuns: pairs, seed: 20_261_105 });
    for (const { base, head, diff, reported } of repository.compare(trees, variants)) {
      const { files } = parseGitDiff(diff);
      checkFiles(files, reported, base, head);
      checked.patches += checkPatches(diff, files, reported);
      checked.diffs += 1;
      for (const { status } of reported) seen.add(status);
    }
    expect(checked.diffs).toBeGreaterThanOrEqual(500);
    expect(checked.patches).toBeGreaterThanOrEqual(500);
    // Added, copied, deleted, modified, renamed, type changed: each was met.
    expect(seen).toEqual(new Set(["A", "C", "D", "M", "R", "T"]));
  });

  test("a corrupted file is unreviewed and leaves every other file as it was", () => {
    let corrupted = 0;
    const cases = fc.sample(fc.tuple(treePair, fc.nat(), fc.nat()), { numRuns: 100, seed: 20_261_106 });
    const compared = repository.compare(
      cases.map(([trees]) => trees),
      [["-M"]],
    );
    for (const [index, [, file, at]] of cases.entries()) {
      const sections = sectionsOf(compared[index]?.diff ?? "");
      for (const corrupt of corruptions) corrupted += checkCorruption(sections, file, at, corrupt);
    }
    expect(corrupted).toBeGreaterThanOrEqual(100);
  });

  test("a comparison of two texts rebuilds each from the other", () => {
    let compared = 0;
    for (const [base, head] of fc.sample(treePair, { numRuns: 200, seed: 20_261_107 })) {
      for (const [path, { text }] of base) {
        const file = fileFromTexts({ path, base: text, head: head.get(path)?.text ?? null });
        expect(file.unreviewed).toBeUndefined();
        expect(headTextOf(file, text)).toBe(head.get(path)?.text);
        expect(baseTextOf(file, head.get(path)?.text ?? null)).toBe(text);
        checkLines(file, text, head.get(path)?.text ?? null);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThanOrEqual(500);
  });
});

/** 1 when the property was checked; a change of type is two sections of one file, which the property is not about. */
function checkCorruption(sections: readonly string[], file: number, at: number, corrupt: Corruption): number {
  const whole = parseGitDiff(sections.join("")).files;
  const withHunks = sections.flatMap((section, index) => (/^@@ /m.test(section) ? [index] : []));
  const victim = withHunks[file % withHunks.length];
  if (victim === undefined || whole.length !== sections.length) return 0;
  const broken = sections.map((section, index) => (index === victim ? corruptSection(section, at, corrupt) : section));
  const { files } = parseGitDiff(broken.join(""));
  const { hunks, unreviewed, ...rest } = files[victim] ?? {};
  const { hunks: _, ...restOfWhole } = whole[victim] ?? {};
  expect({ hunks, rest }).toEqual({ hunks: [], rest: restOfWhole });
  expect(unreviewed).toMatch(/^malformed diff, line \d+: /);
  expect(files.toSpliced(victim, 1)).toEqual(whole.toSpliced(victim, 1));
  return 1;
}

function checkFiles(files: readonly ChangedFile[], reported: readonly ReportedFile[], base: Tree, head: Tree): void {
  expect(files).toHaveLength(reported.length);
  for (const report of reported) {
    const file = files.find(({ path }) => path === report.path);
    if (file === undefined) throw new Error(`lost ${report.path}`);
    checkFile(file, report, sideText(base, report.previousPath ?? report.path), sideText(head, report.path));
  }
}

function checkFile(file: ChangedFile, report: ReportedFile, baseText: string | null, headText: string | null): void {
  expect(file.unreviewed).toBeUndefined();
  expect(file.status).toBe(statuses[report.status]);
  expect(file.previousPath).toBe(report.previousPath);
  checkModesAndBlobs(file, report);
  const changed = baseText !== headText;
  if (changed && `${baseText}${headText}`.includes("\0")) {
    expect(file).toMatchObject({ kind: "binary", hunks: [] });
    return;
  }
  checkLines(file, baseText, headText);
  // Git counts a change of type as an edit, but prints it as a deletion and a creation.
  if (report.status !== "T") expect(countsOf(file)).toEqual([report.added ?? 0, report.removed ?? 0]);
  expect(headTextOf(file, baseText)).toBe(headText ?? undefined);
  expect(baseTextOf(file, headText)).toBe(baseText ?? undefined);
  expect(matchesHead(file, headText ?? "")).toBe(headText !== null);
}

function checkModesAndBlobs(file: ChangedFile, report: ReportedFile): void {
  const mode = report.headMode === "000000" ? report.baseMode : report.headMode;
  if (file.kind !== "binary") expect(file.kind).toBe(kinds.get(file.headMode ?? file.baseMode ?? "") ?? "text");
  // A pure move prints neither mode nor blob.
  expect([mode, undefined]).toContain(report.headMode === "000000" ? file.baseMode : file.headMode);
  if (report.baseMode !== report.headMode) {
    expect(file.baseMode ?? "000000").toBe(report.baseMode);
    expect(file.headMode ?? "000000").toBe(report.headMode);
  }
  if (report.baseBlob !== report.headBlob) {
    expect(report.baseBlob.startsWith(file.baseBlob ?? "0000000")).toBe(true);
    expect(report.headBlob.startsWith(file.headBlob ?? "0000000")).toBe(true);
  }
}

const kinds = new Map<string, ChangedFile["kind"]>([
  ["120000", "symlink"],
  ["160000", "submodule"],
]);

function checkLines(file: ChangedFile, baseText: string | null, headText: string | null): void {
  const base = baseText?.split("\n");
  const head = headText?.split("\n");
  for (const line of file.hunks.flatMap((hunk) => hunk.lines)) {
    expect([line.base === null, line.head === null]).toEqual([line.kind === "added", line.kind === "removed"]);
    if (line.base !== null) expect(line.text).toBe(base?.[line.base - 1]);
    if (line.head !== null) expect(line.text).toBe(head?.[line.head - 1]);
  }
}

function countsOf(file: ChangedFile): [number, number] {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  return [lines.filter(({ kind }) => kind === "added").length, lines.filter(({ kind }) => kind === "removed").length];
}

/** The headerless patches that GitHub would send for the same diff give the same hunks. */
function checkPatches(text: string, files: readonly ChangedFile[], reported: readonly ReportedFile[]): number {
  const sections = sectionsOf(text);
  if (sections.length !== files.length) return 0;
  const list = files.map((file, index) => {
    const patch = /^@@ .*/ms.exec(sections[index] ?? "")?.[0].replace(/\n$/, "");
    const status = reported.find(({ path }) => path === file.path)?.status ?? "";
    return {
      filename: file.path,
      status: statuses[status] ?? status,
      ...(file.previousPath !== undefined && { previous_filename: file.previousPath }),
      ...(patch !== undefined && { patch }),
    };
  });
  const read = parsePatchFiles(list).files;
  for (const [index, { patch }] of list.entries()) {
    expect(read[index]).toMatchObject({
      path: files[index]?.path,
      status: files[index]?.status,
      hunks: files[index]?.hunks,
    });
    expect(read[index]?.unreviewed === undefined).toBe(patch !== undefined);
  }
  return list.filter(({ patch }) => patch !== undefined).length;
}

/** No line of a hunk can begin with a letter, so this is where git's files begin. */
function sectionsOf(text: string): string[] {
  return text.split(/^(?=diff --git )/m).filter((section) => section !== "");
}

type Corruption = (hunkLines: readonly string[], at: number) => string[];
const corruptions: readonly Corruption[] = [
  // A body line is lost, doubled, or changes its sign; the header counts more, less, too much for a number, or is no header.
  (lines, at) => bodyLine(lines, at, () => []),
  (lines, at) => bodyLine(lines, at, (line) => [line, line]),
  (lines, at) => bodyLine(lines, at, (line) => [(line.startsWith("+") ? "-" : "+") + line.slice(1)]),
  (lines, at) => bodyLine(lines, at, (line) => ["*".concat(line)]),
  (lines) => [...lines.slice(0, -1), "+one more", ""],
  (lines) => header(lines, (line) => line.replace(/\+(\d+)(,\d+)?/, "+$1,4000")),
  (lines) => header(lines, (line) => line.replace(/-(\d+)(,\d+)?/, "-$1,99999999999999999999")),
  (lines) => header(lines, (line) => line.replace("@@ -", "@@@ -1 -")),
  (lines) => header(lines, () => "@@ some text @@"),
];

function corruptSection(section: string, at: number, corrupt: Corruption): string {
  const lines = section.split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@ "));
  return [...lines.slice(0, first), ...corrupt(lines.slice(first), at)].join("\n");
}

function header(lines: readonly string[], change: (line: string) => string): string[] {
  return lines.map((line, index) => (index === 0 ? change(line) : line));
}

function bodyLine(lines: readonly string[], at: number, change: (line: string) => string[]): string[] {
  const body = lines.flatMap((line, index) => (/^[-+ ]/.test(line) ? [index] : []));
  const chosen = body[at % body.length];
  return lines.flatMap((line, index) => (index === chosen ? change(line) : [line]));
}

/** As the diff shows it: git prints a submodule as one line. */
function sideText(tree: Tree, path: string): string | null {
  const file = tree.get(path);
  if (file === undefined) return null;
  return file.mode === "160000" ? `Subproject commit ${file.text}\n` : file.text;
}
