import type { ChangedFile } from "../domain/change.ts";
import { isAbsent, nameFile } from "./file-name.ts";

/** What stands above the hunks of one file. `problem` (with its 1-based line) means that the file must not be reviewed. */
export interface FileHeader {
  readonly file: Omit<ChangedFile, "hunks">;
  /** Of `rename` and `copy`, in percent; 100 needs no hunks. */
  readonly similarity?: string;
  /** The index of the first line after the header. */
  readonly next: number;
  readonly problem?: string;
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
export function readFileHeader(lines: readonly string[], start: number): FileHeader {
  const raw: RawHeader = {};
  let next = start;
  if (lines[start]?.startsWith(gitHeader)) {
    raw.header = lines[start].slice(gitHeader.length);
    next = readExtendedLines(raw, lines, start + 1);
  }
  if (startsSides(lines, next)) {
    raw.minus = lines[next]?.slice(4) ?? "";
    raw.plus = lines[next + 1]?.slice(4) ?? "";
    next += 2;
  }
  const { problem: nameless, ...names } = nameFile(raw);
  if (names.previousPath !== undefined) raw.status ??= "renamed";
  const converted = lines.slice(start, next).findIndex((line) => line.endsWith("\r"));
  const problem =
    converted === -1
      ? nameless && `line ${start + 1}: ${nameless}`
      : `line ${start + converted + 1}: the line breaks of the diff were converted to CRLF; save it unchanged (git diff --output=FILE)`;
  return {
    file: { ...names, ...describe(raw) },
    next,
    ...(raw.similarity !== undefined && { similarity: raw.similarity }),
    ...(problem !== undefined && { problem }),
  };
}

/** The `---` line and the `+++` line of a file stand at `index`. */
export function startsSides(lines: readonly string[], index: number): boolean {
  return lines[index]?.startsWith("--- ") === true && lines[index + 1]?.startsWith("+++ ") === true;
}

function readExtendedLines(raw: RawHeader, lines: readonly string[], start: number): number {
  let next = start;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    const extended = extendedLines.find(([prefix]) => line.startsWith(prefix));
    if (extended === undefined) break;
    const [prefix, field, status] = extended;
    raw[field] = line.slice(prefix.length);
    if (status !== undefined) raw.status = status;
  }
  return next;
}

function describe(raw: RawHeader): Omit<ChangedFile, "path" | "previousPath" | "hunks"> {
  const [blobs = "", mode] = raw.index?.split(" ", 2) ?? [];
  const [base = "", head = ""] = blobs.split("..", 2);
  // `index a..b 100644` names the mode once when both sides have it.
  const baseMode = raw.baseMode ?? mode;
  const headMode = raw.headMode ?? mode;
  return {
    status: raw.status ?? statusOf(raw),
    kind: raw.binary === undefined ? kindOfMode(headMode ?? baseMode) : "binary",
    ...(baseMode !== undefined && { baseMode }),
    ...(headMode !== undefined && { headMode }),
    ...(isBlob(base) && { baseBlob: base }),
    ...(isBlob(head) && { headBlob: head }),
  };
}

function statusOf(raw: RawHeader): ChangedFile["status"] {
  if (raw.plus === undefined) return "modified";
  if (isAbsent(raw.minus)) return "added";
  return isAbsent(raw.plus) ? "removed" : "modified";
}

/** The kind that a git file mode stands for; a mode that is not known is read as text, so that its hunks are reviewed. */
export function kindOfMode(mode: string | undefined): "text" | "symlink" | "submodule" {
  if (mode === "120000") return "symlink";
  return mode === "160000" ? "submodule" : "text";
}

/** All zeros stand for "not there" or "not hashed"; other words (`npm diff` writes versions) are no blobs. */
function isBlob(text: string): boolean {
  return /^[0-9a-f]{4,64}$/.test(text) && !/^0+$/.test(text);
}
