import type { ChangedFile, Hunk } from "../../domain/change.ts";
import { decodeName, nameFile } from "./file-name.ts";
import { type FileHeader, gitHeader, readFileHeader, startsSides } from "./git-headers.ts";
import { readHunks } from "./patch.ts";
import { lineAt, lineStartsWith, type TextLines } from "./text-lines.ts";

const combinedHeader = /^diff --(?:cc|combined) /;
const mergeReason = "a combined diff of a merge has no single base: make it against one parent";
// A diff shows the first few digits of these hashes (SHA-1, SHA-256).
const emptyBlobs = [
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
];

/** The index of the next line that begins a file; the number of lines when there is none. */
export function findFile(lines: TextLines, start: number): number {
  let next = start;
  while (next < lines.count && !startsFile(lines, next)) next += 1;
  return next;
}

/** Reads the file that begins at `start`. `next` is the line where the search for another file goes on. */
export function readFile(lines: TextLines, start: number): { file: ChangedFile; next: number } {
  const line = lineAt(lines, start);
  const isGit = line.startsWith(gitHeader);
  const bodiless = isGit ? undefined : readBodiless(line);
  if (bodiless !== undefined) return { file: bodiless, next: start + 1 };
  if (combinedHeader.test(line)) return { file: combinedFile(line), next: findResumption(lines, start + 1, true) };

  const header = readFileHeader(lines, start);
  const { hunks, next, malformed } = readHunks(lines, header.next);
  const stray = malformed === undefined ? readTail(lines, next) : { next };
  const misread = malformed ?? stray.problem;
  const contrary = contradictionIn(header.file.status, hunks) ?? omissionIn(header, hunks);
  const problem = header.problem ?? misread ?? (contrary && `line ${start + 1}: ${contrary}`);
  const { file } = header;
  if (problem === undefined) file.hunks = hunks;
  else file.unreviewed = `malformed diff, ${problem}`;
  const goOn = misread === undefined ? stray.next : findResumption(lines, stray.next, isGit);
  return { file, next: goOn };
}

/** A contradiction between status and hunks; undefined if they agree. */
export function contradictionIn(status: ChangedFile["status"], hunks: readonly Hunk[]): string | undefined {
  if (status === "added" && hunks.some((hunk) => hunk.baseLength > 0)) return "a new file that had lines before";
  if (status === "removed" && hunks.some((hunk) => hunk.headLength > 0)) return "a deleted file that has lines left";
  return undefined;
}

/**
 * A header that announces a change of content without showing it: cut off, or made with `--irreversible-delete` or
 * `-w`.
 */
function omissionIn({ file, similarity = "100%" }: FileHeader, hunks: readonly Hunk[]): string | undefined {
  if (hunks.length > 0 || file.kind === "binary") return undefined;
  const { status, baseBlob, headBlob, baseMode, headMode } = file;
  if (status === "added" && isEmptyBlob(headBlob)) return undefined;
  if (status === "removed" && isEmptyBlob(baseBlob)) return undefined;
  const moved = status === "renamed" || status === "copied" || (status === "modified" && baseMode !== headMode);
  return moved && similarity === "100%" && baseBlob === headBlob ? undefined : "the change of the content is missing";
}

function isEmptyBlob(blob: string | undefined): boolean {
  return blob === undefined || emptyBlobs.some((empty) => empty.startsWith(blob));
}

/**
 * Skips the text after the hunks. A line that looks like part of a hunk is a problem, because wrong counts may hide it.
 */
function readTail(lines: TextLines, start: number): { next: number; problem?: string } {
  for (let next = start; next < lines.count; next += 1) {
    const line = lineAt(lines, next);
    if (startsFile(lines, next)) return { next };
    // A mail's signature or the next commit. The rest is prose.
    if (/^(?:-- $|From [0-9a-f]{40}|commit [0-9a-f]{7})/.test(line)) return { next: next + 1 };
    if (/^[-+ @\\]/.test(line)) return { next, problem: `line ${next + 1}: more lines than the hunk header counts` };
  }
  return { next: lines.count };
}

/**
 * The line to continue at after a malformed file. Git starts each file with a line that cannot occur in a hunk; in a
 * plain diff only the three header lines together mark a new file.
 */
function findResumption(lines: TextLines, start: number, isGit: boolean): number {
  let next = start;
  while (next < lines.count) {
    const begins = isGit ? startsHeader(lineAt(lines, next)) : startsFile(lines, next);
    if (begins && (isGit || !startsSides(lines, next) || lineStartsWith(lines, next + 2, "@@ -"))) break;
    next += 1;
  }
  return next;
}

function startsFile(lines: TextLines, index: number): boolean {
  const line = lineAt(lines, index);
  return startsHeader(line) || startsSides(lines, index) || readBodiless(line) !== undefined;
}

function startsHeader(line: string): boolean {
  return line.startsWith(gitHeader) || combinedHeader.test(line);
}

function combinedFile(line: string): ChangedFile {
  const written = line.replace(combinedHeader, "");
  const path = decodeName(written) ?? written;
  return { path, status: "modified", kind: "text", hunks: [], unreviewed: mergeReason };
}

interface Bodiless {
  readonly pattern: RegExp;
  readonly kind: ChangedFile["kind"];
  /** Left out for what no diff shows. */
  readonly reason?: string;
  readonly written: (groups: readonly string[]) => { readonly minus?: string; readonly plus: string };
}

// Lines by which git and diff report a changed file without showing the change. Each is matched in linear time.
const bodilessLines: readonly Bodiless[] = [
  {
    pattern: /^\* Unmerged path (.+)$/s,
    kind: "text",
    reason: "unmerged path: resolve the conflict first",
    written: ([path = ""]) => ({ plus: `b/${path}` }),
  },
  {
    pattern: /^Submodule (.+) [0-9a-f]{4,64}\.{2,3}[0-9a-f]{4,64}(?: \([a-z ]+\))?:?$/s,
    kind: "submodule",
    reason: "submodule change written as a log: make the diff with --submodule=short",
    written: ([path = ""]) => ({ plus: `b/${path}` }),
  },
  {
    pattern: /^Only in (.+): (.+)$/s,
    kind: "text",
    reason: "only named, not shown: make the diff with -N",
    written: ([folder = "", name = ""]) => ({ plus: `${folder}/${name}` }),
  },
  {
    // The lookahead comes first. Without it, a line that does not end this way is searched once for each " and ".
    pattern: /^Binary files (?=.* differ$)(.+) and (.+) differ$/s,
    kind: "binary",
    written: ([minus = "", plus = ""]) => ({ minus, plus }),
  },
  {
    pattern: /^Files (?=.* differ$)(.+) and (.+) differ$/s,
    kind: "text",
    reason: "only named, not shown",
    written: ([minus = "", plus = ""]) => ({ minus, plus }),
  },
];

/**
 * A file that the diff names in one line without its change, such as `Only in src: new.ts`. It is unreviewed, so that
 * it is not lost.
 */
function readBodiless(line: string): ChangedFile | undefined {
  if (!/^[*BFOS]/.test(line)) return undefined;
  for (const { pattern, kind, reason, written } of bodilessLines) {
    const groups = pattern.exec(line)?.slice(1);
    if (groups === undefined) continue;
    const { problem, ...names } = nameFile(written(groups));
    const unreviewed = problem ?? reason;
    return { ...names, status: "modified", kind, hunks: [], ...(unreviewed !== undefined && { unreviewed }) };
  }
  return undefined;
}
