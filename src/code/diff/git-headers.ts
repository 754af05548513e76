import type { ChangedFile } from "../../domain/change.ts";
import { isAbsent, nameFile } from "./file-name.ts";
import { lineAt, lineStartsWith, type TextLines } from "./text-lines.ts";

/**
 * The lines above the hunks of one file. `problem` (with its 1-based line) means that the file must not be reviewed.
 */
export interface FileHeader {
  /** The file, still without hunks. */
  readonly file: ChangedFile;
  /** Similarity of a `rename` or `copy` in percent; 100 needs no hunks. */
  similarity?: string;
  /** The index of the first line after the header. */
  readonly next: number;
  problem?: string;
}

type Field = "baseMode" | "headMode" | "from" | "to" | "similarity" | "dissimilarity" | "index" | "binary";
type RawHeader = { [name in Field | "header" | "minus" | "plus"]?: string } & { status?: ChangedFile["status"] };

// Git's extended header lines ("Generating patch text with -p" of its manual) and the field each one fills.
const extendedLines: readonly (readonly [start: string, field: Field, status?: ChangedFile["status"]])[] = [
  ["index ", "index"],
  ["old mode ", "baseMode"],
  ["new mode ", "headMode"],
  ["new file mode ", "headMode", "added"],
  ["deleted file mode ", "baseMode", "removed"],
  ["similarity index ", "similarity"],
  ["dissimilarity index ", "dissimilarity"],
  ["rename from ", "from"],
  ["rename to ", "to", "renamed"],
  ["copy from ", "from"],
  ["copy to ", "to", "copied"],
  ["Binary files ", "binary"],
  ["GIT binary patch", "binary"],
];

export const gitHeader = "diff --git ";

/** Reads the header at `start`: a `diff --git` line with its extended lines, or only the `---` and `+++` lines of a plain diff. */
export function readFileHeader(lines: TextLines, start: number): FileHeader {
  const raw: RawHeader = {};
  let next = start;
  if (lineStartsWith(lines, start, gitHeader)) {
    raw.header = lineAt(lines, start).slice(gitHeader.length);
    next = readExtendedLines(raw, lines, start + 1);
  }
  if (startsSides(lines, next)) {
    raw.minus = lineAt(lines, next).slice(4);
    raw.plus = lineAt(lines, next + 1).slice(4);
    next += 2;
  }
  const { problem: nameless, path, previousPath } = nameFile(raw);
  if (previousPath !== undefined) raw.status ??= "renamed";
  const header: FileHeader = { file: describe(raw, path, previousPath), next };
  if (raw.similarity !== undefined) header.similarity = raw.similarity;
  const problem = convertedBreak(lines, start, next) ?? (nameless && `line ${start + 1}: ${nameless}`);
  if (problem !== undefined) header.problem = problem;
  return header;
}

function convertedBreak(lines: TextLines, start: number, end: number): string | undefined {
  for (let index = start; index < end; index += 1) {
    if (lineAt(lines, index).endsWith("\r")) return `line ${index + 1}: ${crlf}`;
  }
  return undefined;
}

const crlf = "the line breaks of the diff were converted to CRLF; save it unchanged (git diff --output=FILE)";

/** Whether the `---` line and the `+++` line of a file are at `index`. */
export function startsSides(lines: TextLines, index: number): boolean {
  return lineStartsWith(lines, index, "--- ") && lineStartsWith(lines, index + 1, "+++ ");
}

function readExtendedLines(raw: RawHeader, lines: TextLines, start: number): number {
  let next = start;
  for (; next < lines.count; next += 1) {
    const line = lineAt(lines, next);
    const extended = extendedLines.find(([prefix]) => line.startsWith(prefix));
    if (extended === undefined) break;
    const [prefix, field, status] = extended;
    raw[field] = line.slice(prefix.length);
    if (status !== undefined) raw.status = status;
  }
  return next;
}

function describe(raw: RawHeader, path: string, previousPath: string | undefined): ChangedFile {
  const status = raw.status ?? statusOf(raw);
  const [blobs = "", mode = ""] = raw.index?.split(" ", 2) ?? [];
  const [base = "", head = ""] = blobs.split("..", 2);
  // `index a..b 100644` names the mode once when both sides have it.
  const both = status !== "added" && status !== "removed" && /^[0-7]{6}$/.test(mode) ? mode : undefined;
  const baseMode = raw.baseMode ?? both;
  const headMode = raw.headMode ?? both;
  const kind = raw.binary === undefined ? kindOfMode(headMode ?? baseMode) : "binary";
  const file: ChangedFile = { path, status, kind, hunks: [] };
  if (previousPath !== undefined) file.previousPath = previousPath;
  if (baseMode !== undefined) file.baseMode = baseMode;
  if (headMode !== undefined) file.headMode = headMode;
  if (isBlob(base)) file.baseBlob = base;
  if (isBlob(head)) file.headBlob = head;
  return file;
}

function statusOf(raw: RawHeader): ChangedFile["status"] {
  if (raw.plus === undefined) return "modified";
  if (isAbsent(raw.minus)) return "added";
  return isAbsent(raw.plus) ? "removed" : "modified";
}

/** The kind of file for a git mode. An unknown mode is read as text, so that its hunks are reviewed. */
export function kindOfMode(mode: string | undefined): "text" | "symlink" | "submodule" {
  if (mode === "120000") return "symlink";
  return mode === "160000" ? "submodule" : "text";
}

/** All zeros mean "missing" or "not hashed". Other words are not blobs: `npm diff` writes versions. */
function isBlob(text: string): boolean {
  return /^[0-9a-f]{4,64}$/.test(text) && !/^0+$/.test(text);
}
