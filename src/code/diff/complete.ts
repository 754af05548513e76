import { type ChangedFile, type Lack, mostChangedBytes } from "../../domain/change.ts";
import { isBinaryFormat } from "../../domain/file-formats.ts";
import type { Contents } from "../../domain/ports.ts";
import { hiddenIn } from "../../text/hidden.ts";
import { fileFromTexts } from "./from-texts.ts";
import { kindOfMode } from "./git-headers.ts";
import { headTextOf, matchesHead } from "./head-text.ts";
import { settle } from "./unreadable.ts";

/**
 * Adds whole-file texts to parsed files. A head text counts only if it agrees with every line of the diff. Otherwise it
 * is rebuilt from the base text and the hunks, or stays unknown. A file that came without a patch is compared here from
 * its two texts.
 */
export function completeFiles(files: readonly ChangedFile[], contents: ReadonlyMap<string, Contents>): ChangedFile[] {
  return files.map((file) => withoutUnseen(complete(file, contents.get(file.path) ?? {})));
}

/** A new name that no finding could be about comes first: a name is not content. */
function withoutUnseen(file: ChangedFile): ChangedFile {
  if (file.unreviewed !== undefined) return file;
  return hidesItsName(file) ? { ...file, hunks: [], unreviewed: hiddenName } : settle(file);
}

function complete(given: ChangedFile, found: Contents): ChangedFile {
  const file = withLack(withModes(given, found), found);
  if (file.kind === "submodule") return withoutPatch(file);
  const contradiction = contradictionIn(file, found);
  if (contradiction !== null) return distrusted(file, contradiction);
  // If the status says that a side exists and the forge has no text for it, the side is missing. It is not an empty
  // file.
  const base = file.status === "added" ? null : (found.base ?? undefined);
  const head = file.status === "removed" ? null : (found.head ?? undefined);
  if (isUncompared(file)) return compared(file, base, head, found);
  if (file.unreviewed !== undefined || file.kind === "binary") return file;
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

/** The head's own reason counts; a file that is gone has none. */
function withLack(file: ChangedFile, { headLack }: Contents): ChangedFile {
  return headLack === undefined || file.status === "removed" ? file : { ...file, headLack };
}

/** GitHub gave no patch, or git showed no line of what it calls binary, which may be a text with a byte order mark. */
function isUncompared({ kind, hunks, unreviewed, patchMissing }: ChangedFile): boolean {
  return unreviewed === undefined ? kind === "binary" && hunks.length === 0 : patchMissing === true;
}

/** Whether it has a new name with hidden characters and no line where a finding about the name could be placed. */
function hidesItsName({ status, path, hunks }: ChangedFile): boolean {
  const isNew = status === "added" || status === "renamed" || status === "copied";
  const isSayable = hunks.some(({ lines }) => lines.some(({ kind, text }) => kind === "added" && text.trim() !== ""));
  return isNew && !isSayable && hiddenIn(path, { isCode: true }) !== null;
}

const hiddenName = "its name holds hidden characters, and it has no line for a finding about them";

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
  found: Contents,
): ChangedFile {
  const { unreviewed: _, patchMissing: __, ...rest } = file;
  const { baseBlob, headBlob, baseLack, headLack } = found;
  const isSame = baseBlob !== undefined && baseBlob === headBlob;
  const known = { ...rest, ...(baseBlob && { baseBlob }), ...(headBlob && { headBlob }) };
  if (isSame && file.status === "modified" && file.baseMode === undefined) return { ...file, unreviewed: unknownMode };
  // A version before that is no text shows nothing of the one after it, all of which is then new.
  const before = base === undefined && baseLack !== undefined && typeof head === "string" ? "" : base;
  if (before !== undefined && head !== undefined) return fromTexts(known, before, head, found);
  if (isSame) return known;
  // The file exists, and there is no text of it.
  const lack = file.status === "removed" ? baseLack : headLack;
  if (lack !== undefined) return lacking({ ...known, hunks: [] }, lack);
  const isThere = headBlob !== undefined || file.status === "removed";
  return isThere && isBinaryFormat(file.path) ? { ...rest, kind: "binary" } : file;
}

function fromTexts(
  file: ChangedFile,
  base: string | null,
  head: string | null,
  { baseBlob, headBlob, decoded }: Contents,
): ChangedFile {
  const { kind: _, ...texts } = fileFromTexts({ path: file.path, base, head });
  const isOther = baseBlob !== undefined && headBlob !== undefined && baseBlob !== headBlob;
  const isHidden = isOther && texts.hunks.length === 0 && decoded === undefined;
  const kind = file.kind === "binary" ? kindOfMode(file.headMode ?? file.baseMode) : file.kind;
  const compared = { ...file, ...inSize(texts), kind, status: file.status };
  return isHidden ? { ...compared, unreadable: { what: "encoding", detail: otherBytes } } : compared;
}

/** What git never stored, or GitHub does not call binary, is only known to be large. */
function lacking(file: ChangedFile, { why, bytes }: Lack): ChangedFile {
  const isLarge =
    why === "large" && (file.kind === "text" || (file.headBlob === undefined && !isBinaryFormat(file.path)));
  if (isLarge) return { ...file, kind: "text", large: bytes };
  return why === "encoding"
    ? { ...file, kind: "text", unreadable: { what: why, detail: `${bytes} bytes` } }
    : { ...file, kind: "binary" };
}

/** A submodule has no text that a patch could show. */
function withoutPatch({ patchMissing, ...file }: ChangedFile): ChangedFile {
  if (patchMissing === undefined) return file;
  const { unreviewed: _, ...rest } = file;
  return rest;
}

/** Whole texts are kept up to the size that every surface reads; the lines of a larger change stay. */
function inSize<Texts extends Pick<ChangedFile, "baseText" | "headText">>({ baseText, headText, ...rest }: Texts) {
  const fits = (text: string | null | undefined): boolean => (text?.length ?? 0) <= mostChangedBytes;
  return {
    ...rest,
    ...(baseText !== undefined && fits(baseText) && { baseText }),
    ...(headText !== undefined && fits(headText) && { headText }),
  };
}

const unknownMode = "its content is the same, and its mode could not be read";
const otherBytes = "its bytes changed, but its decoded text did not: it may have another encoding";
