import type { ChangedFile } from "../domain/change.ts";
import type { Contents } from "../domain/ports.ts";
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
  if (file.kind !== "text") return file;
  const base = file.status === "added" ? null : found.base;
  const head = file.status === "removed" ? null : found.head;
  if (file.unreviewed !== undefined) return file.patchMissing === true ? compared(file, base, head) : file;
  const headText = trustedHead(file, base, head);
  return {
    ...file,
    ...(base === undefined ? {} : { baseText: base }),
    ...(headText === undefined ? {} : { headText }),
  };
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

function compared(file: ChangedFile, base: string | null | undefined, head: string | null | undefined): ChangedFile {
  if (base === undefined || head === undefined) return file;
  const { unreviewed: _, patchMissing: __, ...rest } = file;
  return { ...rest, ...fileFromTexts({ path: file.path, base, head }), status: file.status };
}
