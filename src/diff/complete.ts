import type { ChangedFile } from "../domain/change.ts";
import type { Contents } from "../domain/ports.ts";
import { isBinaryFormat } from "./binary-format.ts";
import { fileFromTexts } from "./from-texts.ts";
import { headTextOf, matchesHead } from "./head-text.ts";

/**
 * Adds whole-file texts to parsed files. A head text counts only where it agrees with every line of the diff; else it is rebuilt from the
 * base text and the hunks; else it stays unknown. A file that came without a patch is compared here from its two texts.
 */
export function completeFiles(files: readonly ChangedFile[], contents: ReadonlyMap<string, Contents>): ChangedFile[] {
  return files.map((file) => complete(file, contents.get(file.path) ?? {}));
}

function complete(file: ChangedFile, found: Contents): ChangedFile {
  if (file.kind === "binary") return unseen(file);
  if (file.kind !== "text") return file;
  const contradiction = contradictionIn(file, found);
  if (contradiction !== null) return distrusted(file, contradiction);
  // A side that the status says was there, and the forge says was not, could not be had: it is no empty file.
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

/** A NUL byte, a binary file before it, or a `.gitattributes` of the change is enough for git to show no line of source code. */
function unseen(file: ChangedFile): ChangedFile {
  const isFine = file.unreviewed !== undefined || file.hunks.length > 0 || file.status === "removed";
  return isFine || isBinaryFormat(file.path) ? file : { ...file, unreviewed: notShown };
}

const notShown =
  "the diff shows no text of it (a NUL byte, declared as binary, or too large), and its name is not that of a binary format";

/** What the list of files says against what stands at the head: one of the two answers is wrong, or about another commit. */
function contradictionIn({ status, headBlob }: ChangedFile, found: Contents): string | null {
  const expected = status === "removed" ? undefined : (headBlob ?? found.headBlob);
  if (found.headBlob !== undefined && found.headBlob !== expected)
    return "what the change lists of it is not what stands at the head: the list is of another commit";
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
  { headBlob }: Contents,
): ChangedFile {
  const { unreviewed: _, patchMissing: __, ...rest } = file;
  if (base !== undefined && head !== undefined)
    return { ...rest, ...fileFromTexts({ path: file.path, base, head }), status: file.status };
  // It is there, the forge shows no text of it, and its name says why.
  const isThere = headBlob !== undefined || file.status === "removed";
  return isThere && isBinaryFormat(file.path) ? { ...rest, kind: "binary" } : file;
}
