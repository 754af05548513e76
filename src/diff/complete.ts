import type { ChangedFile } from "../domain/change.ts";
import type { Contents } from "../domain/ports.ts";
import { hiddenIn } from "../text/hidden.ts";
import { fileFromTexts } from "./from-texts.ts";
import { kindOfMode } from "./git-headers.ts";
import { headTextOf, matchesHead } from "./head-text.ts";
import { isBinaryFormat, isMediaFormat } from "./path-kinds.ts";

/**
 * Adds whole-file texts to parsed files. A head text counts only if it agrees with every line of the diff. Otherwise it
 * is rebuilt from the base text and the hunks, or stays unknown. A file that came without a patch is compared here from
 * its two texts.
 */
export function completeFiles(files: readonly ChangedFile[], contents: ReadonlyMap<string, Contents>): ChangedFile[] {
  return files.map((file) => withoutUnseen(complete(file, contents.get(file.path) ?? {})));
}

function complete(given: ChangedFile, found: Contents): ChangedFile {
  const file = withModes(given, found);
  if (file.kind === "binary" || file.kind === "submodule") return file;
  const contradiction = contradictionIn(file, found);
  if (contradiction !== null) return distrusted(file, contradiction);
  // If the status says that a side exists and the forge has no text for it, the side is missing. It is not an empty
  // file.
  const base = file.status === "added" ? null : (found.base ?? undefined);
  const head = file.status === "removed" ? null : (found.head ?? undefined);
  if (file.unreviewed !== undefined) return file.patchMissing === true ? compared(file, base, head, found) : file;
  const headText = trustedHead(file, base, head);
  return {
    ...file,
    ...(base === undefined ? {} : { baseText: base }),
    ...(headText === undefined ? {} : { headText }),
  };
}

/** GitHub's list of files has no modes. */
function withModes(file: ChangedFile, found: Contents): ChangedFile {
  const baseMode = file.baseMode ?? found.baseMode;
  const headMode = file.headMode ?? found.headMode;
  const kind = file.kind === "text" ? kindOfMode(headMode ?? baseMode) : file.kind;
  return { ...file, kind, ...(baseMode && { baseMode }), ...(headMode && { headMode }) };
}

/**
 * A NUL byte, a binary version before, or a `.gitattributes` of the change is enough for git to show no line of source
 * code. Code that a program runs or loads is still code when it is binary.
 */
function withoutUnseen(file: ChangedFile): ChangedFile {
  if (file.unreviewed !== undefined || file.status === "removed") return file;
  if (hidesItsName(file)) return { ...file, hunks: [], unreviewed: hiddenName };
  if (isPointer(file) && !isMediaFormat(file.path)) return { ...file, hunks: [], unreviewed: pointsElsewhere };
  if (file.kind !== "binary" || file.hunks.length > 0) return file;
  if (isMediaFormat(file.path) && file.headMode !== "100755") return file;
  return { ...file, unreviewed: isBinaryFormat(file.path) ? noText : notShown };
}

/** Whether it has a new name with hidden characters and no line where a finding about the name could be placed. */
function hidesItsName({ status, path, hunks }: ChangedFile): boolean {
  const isNew = status === "added" || status === "renamed" || status === "copied";
  const isSayable = hunks.some(({ lines }) => lines.some(({ kind, text }) => kind === "added" && text.trim() !== ""));
  return isNew && !isSayable && hiddenIn(path, { isCode: true }) !== null;
}

const hiddenName = "its name holds hidden characters, and it has no line for a finding about them";
const notShown =
  "the diff shows no text of it (a NUL byte, declared as binary, or too large), and its name is not that of a binary format";
const noText = "binary, of a kind that programs run or load: no seat can read it";
const pointsElsewhere = "a pointer of Git LFS: the file that it points to is not in the diff";

/**
 * Compares the list of files with the head's content. If they disagree, one answer is wrong or about another commit.
 */
function contradictionIn({ status, headBlob }: ChangedFile, found: Contents): string | null {
  const expected = status === "removed" ? undefined : (headBlob ?? found.headBlob);
  if (found.headBlob !== undefined && found.headBlob !== expected)
    return "the listed change of it does not match the head: the list is of another commit";
  if (status === "removed" || found.head !== null) return null;
  return "the change lists it, but there is no such file at the head";
}

function distrusted({ patchMissing: _, ...file }: ChangedFile, unreviewed: string): ChangedFile {
  return { ...file, hunks: [], unreviewed };
}

function trustedHead(
  file: ChangedFile,
  base: string | null | undefined,
  head: string | null | undefined,
): string | null | undefined {
  if (head === null) return null;
  if (head !== undefined && matchesHead(file, head)) return head;
  return base === undefined ? undefined : headTextOf(file, base);
}

function compared(
  file: ChangedFile,
  base: string | null | undefined,
  head: string | null | undefined,
  { baseBlob, headBlob }: Contents,
): ChangedFile {
  const { unreviewed: _, patchMissing: __, ...rest } = file;
  const isSame = baseBlob !== undefined && baseBlob === headBlob;
  const known = { ...rest, ...(baseBlob && { baseBlob }), ...(headBlob && { headBlob }) };
  if (isSame && file.status === "modified" && file.baseMode === undefined) return { ...file, unreviewed: unknownMode };
  if (base !== undefined && head !== undefined) {
    const { kind: ___, ...texts } = fileFromTexts({ path: file.path, base, head });
    const hasHiddenBytes = texts.hunks.length === 0 && !isSame && baseBlob !== undefined && headBlob !== undefined;
    return { ...known, ...texts, status: file.status, ...(hasHiddenBytes && { unreviewed: otherBytes }) };
  }
  if (isSame) return known;
  // The file exists, the forge shows no text for it, and its name explains why.
  const isThere = headBlob !== undefined || file.status === "removed";
  return isThere && isBinaryFormat(file.path) ? { ...rest, kind: "binary" } : file;
}

const unknownMode = "its content is the same, and its mode could not be read";
const otherBytes = "its bytes changed, but its decoded text did not: it may have another encoding";

const firstLine = "version https://git-lfs.github.com/spec/";

/** Whether a file at the head is a pointer of Git LFS, whose content is elsewhere. */
function isPointer({ headText, hunks }: ChangedFile): boolean {
  if (typeof headText === "string") return headText.startsWith(firstLine);
  return hunks.some(({ lines }) => lines.some(({ head, text }) => head === 1 && text.startsWith(firstLine)));
}
