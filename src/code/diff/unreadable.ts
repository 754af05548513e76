import { type ChangedFile, type Lack, mostChangedBytes, mostTextBytes, type Unreadable } from "../../domain/change.ts";
import { isMediaFormat } from "../../domain/file-formats.ts";

/**
 * Decides once, for every surface, what no seat can read of a complete file: a submodule, a pointer of Git LFS, a binary file, text in
 * an encoding that is not known, or more text than a review takes. A file that is gone has nothing to read.
 */
export function settle(file: ChangedFile): ChangedFile {
  if (file.unreviewed !== undefined || file.unreadable !== undefined) return file;
  const found = file.status === "removed" ? null : whatOf(file);
  return found === null ? withLarge(file) : { ...file, hunks: [], unreadable: found };
}

function whatOf(file: ChangedFile): What | null {
  return kinds.map((kind) => kind(file)).find((one) => one !== null) ?? null;
}

type What = Omit<Unreadable, "path">;

/** The first that applies. */
const kinds: readonly ((file: ChangedFile) => What | null)[] = [
  (file) => (file.kind === "submodule" ? { what: "submodule", detail: commitsOf(file) } : null),
  (file) => {
    const bytes = isMediaFormat(file.path) ? null : pointedBytes(file);
    return bytes === null ? null : { what: "lfs", detail: `points to a file of ${bytes} bytes` };
  },
  (file) => (isHidden(file) ? { what: "binary", detail: sizeOf(file.headLack) } : null),
  (file) => (isMostlyUnknown(file) ? { what: "encoding", detail: "most of its letters are not UTF-8" } : null),
];

/** The same for a file whose whole text is needed, because it gains power without showing a line. */
export function unreadWhole(file: ChangedFile, gain: string): ChangedFile {
  const { headLack } = file;
  if (headLack?.why === "large") return { ...file, hunks: [], large: headLack.bytes };
  if (headLack === undefined)
    return { ...file, hunks: [], unreviewed: `${gain}, and its whole text could not be read` };
  return { ...file, hunks: [], unreadable: { what: headLack.why, detail: `${sizeOf(headLack)}; ${gain}` } };
}

/** Pictures, sounds and documents hold nothing that runs, unless they are made executable. */
function isHidden({ kind, hunks, path, headMode }: ChangedFile): boolean {
  return kind === "binary" && hunks.length === 0 && (!isMediaFormat(path) || headMode === "100755");
}

function sizeOf(lack: Lack | undefined): string {
  return lack === undefined ? "of unknown size" : `${lack.bytes} bytes`;
}

/** The commits that a submodule points to, by the lines of its diff, else by the names of its objects. */
function commitsOf({ hunks, baseBlob, headBlob }: ChangedFile): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const commit = (kind: string): string | undefined =>
    lines.flatMap((line) => (line.kind === kind ? (/^Subproject commit (\w+)/.exec(line.text)?.[1] ?? []) : []))[0];
  const [old, now] = [commit("removed") ?? baseBlob, commit("added") ?? headBlob];
  if (now === undefined) return "its commits are not known";
  return old === undefined || old === now ? `at commit ${now}` : `from commit ${old} to ${now}`;
}

const pointer =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v\d+\n(?:ext-\d-[\w.-]+ \w+:[0-9a-f]+\n)*oid \w+:[0-9a-f]+\nsize (?<bytes>\d{1,18})\n?$/;

/** The size that a pointer of Git LFS names; null for any other file. Nothing else may stand in it: more lines could be code. */
function pointedBytes({ headText, hunks }: ChangedFile): string | null {
  const [first, ...more] = hunks;
  // A file that only moved brings nothing new.
  if (first === undefined) return null;
  const shown = more.length === 0 && first.headStart === 1 ? first.lines.filter(({ head }) => head !== null) : [];
  const text = typeof headText === "string" ? headText : shown.map((line) => line.text).join("\n");
  return pointer.exec(text)?.groups?.["bytes"] ?? null;
}

/** Above this share of unknown letters, what a seat sees is no text. Names and comments in Latin letters stay far below it. */
const mostUnknown = 0.3;

function isMostlyUnknown({ hunks }: ChangedFile): boolean {
  let [letters, unknown] = [0, 0];
  for (const { text } of hunks.flatMap(({ lines }) => lines.filter(({ kind }) => kind === "added"))) {
    letters += text.replaceAll(/\s/g, "").length;
    unknown += text.split("\ufffd").length - 1;
  }
  return unknown > letters * mostUnknown;
}

/** A text of which more changed than a review takes. Lines that no surface can have are dropped on all of them. */
function withLarge(file: ChangedFile): ChangedFile {
  const changed = changedBytes(file);
  if (changed <= mostChangedBytes) return file;
  const large = Math.max(file.headLack?.bytes ?? 0, changed);
  return { ...file, large, ...(changed > mostTextBytes && { hunks: [] }) };
}

function changedBytes({ hunks }: ChangedFile): number {
  let bytes = 0;
  for (const { kind, text } of hunks.flatMap(({ lines }) => lines)) if (kind !== "context") bytes += text.length + 1;
  return bytes;
}
