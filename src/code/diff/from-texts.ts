import { type StructuredPatchHunk, structuredPatch } from "diff";
import type { ChangedFile } from "../../domain/change.ts";
import { kindOfMode } from "./git-headers.ts";
import { readHunks } from "./patch.ts";
import { linesOf } from "./text-lines.ts";

/**
 * Both whole sides of a file; `null` if the file does not exist there. `previousPath` makes it a rename, unless
 * `status` says `copied`.
 */
export interface FileTexts {
  readonly path: string;
  readonly previousPath?: string;
  readonly status?: "copied";
  readonly base: string | null;
  readonly head: string | null;
  readonly baseMode?: string;
  readonly headMode?: string;
  readonly baseBlob?: string;
  readonly headBlob?: string;
}

const contextLines = 3;
// The search for the smallest diff is quadratic in the number of changed lines. Above this number it would take seconds
// a file.
const maxChangedLines = 2000;

/**
 * Compares two texts into the same shape as a parsed git diff, and keeps both texts. With more than 2,000 changed
 * lines, one hunk replaces everything between the first and the last change: correct, but not the smallest.
 */
export function fileFromTexts(texts: FileTexts): ChangedFile {
  const { base, head, status, ...identity } = texts;
  return {
    ...identity,
    status: statusOf(texts),
    kind: kindOfMode(texts.headMode ?? texts.baseMode),
    ...compare(base ?? "", head ?? ""),
    baseText: base,
    headText: head,
  };
}

function statusOf({ path, previousPath, status, base, head }: FileTexts): ChangedFile["status"] {
  if (status !== undefined) return status;
  if (base === null) return "added";
  if (head === null) return "removed";
  return previousPath === undefined || previousPath === path ? "modified" : "renamed";
}

function compare(base: string, head: string): Pick<ChangedFile, "hunks" | "unreviewed"> {
  const options = { context: contextLines, maxEditLength: maxChangedLines };
  const patch = structuredPatch("", "", base, head, "", "", options);
  // The result goes through diff text, so that one reader checks every hunk.
  const lines = patch === undefined ? writeReplacement(base, head) : patch.hunks.flatMap(writeHunk);
  const { hunks, malformed } = readHunks(linesOf(lines.join("\n")), 0);
  return { hunks, ...(malformed !== undefined && { unreviewed: `the two texts could not be compared: ${malformed}` }) };
}

/** jsdiff counts an empty range from the line after it, diff text from the line before it. */
function writeHunk(hunk: StructuredPatchHunk): string[] {
  const base = hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart;
  const head = hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart;
  return [`@@ -${base},${hunk.oldLines} +${head},${hunk.newLines} @@`, ...hunk.lines];
}

function writeReplacement(base: string, head: string): string[] {
  const removed = splitLines(base);
  const added = splitLines(head);
  const shortest = Math.min(removed.length, added.length);
  let before = 0;
  while (before < shortest && removed[before] === added[before]) before += 1;
  let after = 0;
  while (after < shortest - before && removed.at(-1 - after) === added.at(-1 - after)) after += 1;
  const hunk = {
    oldStart: before + 1,
    oldLines: removed.length - before - after,
    newStart: before + 1,
    newLines: added.length - before - after,
    lines: [
      ...removed.slice(before, removed.length - after).flatMap((line) => writeLine("-", line)),
      ...added.slice(before, added.length - after).flatMap((line) => writeLine("+", line)),
    ],
  };
  return writeHunk(hunk);
}

/** Lines with their breaks, so that a last line without a break differs from the same line with one. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function writeLine(sign: string, line: string): string[] {
  return line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"];
}
