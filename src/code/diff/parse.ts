import type { ChangedFile, Hunk } from "../../domain/change.ts";
import { ReviewError } from "../../domain/errors.ts";
import type { PatchFile, RawChange } from "../../domain/ports.ts";
import { contradictionIn, findFile, readFile } from "./file-section.ts";
import { readHunks } from "./patch.ts";
import { lineAt, linesOf, type TextLines } from "./text-lines.ts";

/** The files of a change, from either form of diff. */
export function parseChange(diff: RawChange["diff"]): ChangedFile[] {
  return (diff.kind === "git" ? parseGitDiff(diff.text) : parsePatchFiles(diff.files)).files;
}

/**
 * Reads unified diff text: `git diff`, `git show`, `git format-patch` (text around the files is skipped), or plain
 * `diff -u`. An unreadable file has no hunks and gives the reason in `unreviewed`, with the 1-based line of the text;
 * other files are not affected. Linear in the text. Empty text has no files. Throws ReviewError if the text is not
 * empty and names no file.
 */
export function parseGitDiff(text: string): { files: ChangedFile[] } {
  const lines = linesOf(text.replace(/^\uFEFF/, ""));
  const files: ChangedFile[] = [];
  let next = findFile(lines, 0);
  let stray = findStrayHunk(lines, 0, next);
  while (next < lines.count) {
    const { file, next: end } = readFile(lines, next);
    next = findFile(lines, end);
    stray = stray ?? findStrayHunk(lines, end, next);
    files.push(stray === undefined ? file : withoutHunks(file, stray));
    stray = undefined;
  }
  if (files.length === 0 && /\S/.test(text)) throw notADiff(text);
  return { files: joinByPath(files) };
}

/**
 * A hunk that belongs to no file. Text between the files could hide code, so the file next to it does not count as
 * read.
 */
function findStrayHunk(lines: TextLines, start: number, end: number): string | undefined {
  for (let index = start; index < end; index += 1) {
    if (/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(lineAt(lines, index)))
      return `line ${index + 1}: a hunk outside of a file`;
  }
  return undefined;
}

function withoutHunks(file: ChangedFile, problem: string): ChangedFile {
  return { ...file, hunks: [], unreviewed: file.unreviewed ?? `malformed diff, ${problem}` };
}

/**
 * Reads GitHub's file list (`GET /pulls/{n}/files`), whose `patch` has hunks only. Paths come from the list, never from
 * text. A file without a patch (binary, too large, empty or a pure rename: the list does not say which) is `unreviewed`
 * until its blobs are compared.
 */
export function parsePatchFiles(files: readonly PatchFile[]): { files: ChangedFile[] } {
  return { files: joinByPath(files.map(readPatchFile)) };
}

const statusOfWord = new Map<string, ChangedFile["status"]>([
  ["added", "added"],
  ["removed", "removed"],
  ["modified", "modified"],
  ["changed", "modified"],
  ["renamed", "renamed"],
  ["copied", "copied"],
]);

const noPatch = "no patch from GitHub (binary, too large, or nothing to show)";

function readPatchFile(given: PatchFile): ChangedFile {
  const { filename, previous_filename: previousPath, status: word, patch, sha } = given;
  const status = statusOfWord.get(word);
  const bare: ChangedFile = {
    path: filename,
    ...(previousPath !== undefined && { previousPath }),
    status: status ?? "modified",
    kind: "text",
    ...(sha && status !== "removed" && { headBlob: sha }),
    hunks: [],
  };
  if (status === undefined) return { ...bare, unreviewed: `unknown file status ${JSON.stringify(word)} from GitHub` };
  if (!patch) return { ...bare, unreviewed: noPatch, patchMissing: true };
  const lines = linesOf(patch);
  const { hunks, next, malformed } = readHunks(lines, 0);
  const stray = next < lines.count ? `line ${next + 1}: not part of a hunk` : contradictionIn(status, hunks);
  if (malformed ?? stray) return { ...bare, unreviewed: `malformed patch from GitHub: ${malformed ?? stray}` };
  if (isCut(given, hunks)) return { ...bare, unreviewed: cutPatch, patchMissing: true };
  const isSubmodule = hunks.every(({ lines }) =>
    lines.every(({ text }) => /^Subproject commit [0-9a-f]{40,64}$/.test(text)),
  );
  return { ...bare, kind: isSubmodule ? "submodule" : "text", hunks };
}

const cutPatch = "GitHub cut its patch: it has fewer changed lines than GitHub counts";

/** A patch can silently end early at the end of a hunk. The counts of the list show it. */
function isCut({ additions, deletions }: PatchFile, hunks: readonly Hunk[]): boolean {
  const count = (kind: string): number =>
    hunks.flatMap(({ lines }) => lines).filter((line) => line.kind === kind).length;
  return (additions ?? count("added")) !== count("added") || (deletions ?? count("removed")) !== count("removed");
}

function notADiff(text: string): ReviewError {
  const start = JSON.stringify(text.trimStart().slice(0, 60).toWellFormed());
  return new ReviewError(
    `the text is not a diff: no line names a file (“diff --git”, or “---” and “+++”); it starts with ${start}`,
    "give the output of `git diff` or `diff -u`, without colours and not as --stat",
  );
}

/**
 * One entry per path. Git writes a change of type (file to symlink or back) as a deletion and a creation, which become
 * one modified file. Any other repetition (several commits in one text) has no single base, so the file is unreviewed.
 */
function joinByPath(files: readonly ChangedFile[]): ChangedFile[] {
  const byPath = new Map<string, ChangedFile>();
  for (const file of files) {
    const earlier = byPath.get(file.path);
    byPath.set(file.path, earlier === undefined ? file : join(earlier, file));
  }
  return [...byPath.values()];
}

function join(earlier: ChangedFile, later: ChangedFile): ChangedFile {
  const readable = earlier.unreviewed === undefined && later.unreviewed === undefined;
  if (readable && isTypeChange(earlier, later)) return joinTypeChange(earlier, later);
  return {
    ...later,
    hunks: [],
    unreviewed: later.unreviewed ?? earlier.unreviewed ?? "the diff names this file twice",
  };
}

function isTypeChange(earlier: ChangedFile, later: ChangedFile): boolean {
  const type = (mode: string | undefined) => mode?.slice(0, -3);
  return earlier.status === "removed" && later.status === "added" && type(earlier.baseMode) !== type(later.headMode);
}

function joinTypeChange(removed: ChangedFile, added: ChangedFile): ChangedFile {
  const kind = removed.kind === "binary" ? "binary" : added.kind;
  const [base] = removed.hunks;
  const [head] = added.hunks;
  const hunk = {
    baseStart: base?.baseStart ?? 0,
    baseLength: base?.baseLength ?? 0,
    headStart: head?.headStart ?? 0,
    headLength: head?.headLength ?? 0,
    section: "",
    lines: [...(base?.lines ?? []), ...(head?.lines ?? [])],
  };
  return {
    ...added,
    status: "modified",
    kind,
    ...(removed.baseMode !== undefined && { baseMode: removed.baseMode }),
    ...(removed.baseBlob !== undefined && { baseBlob: removed.baseBlob }),
    hunks: kind === "binary" || hunk.lines.length === 0 ? [] : [hunk],
  };
}
