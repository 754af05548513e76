import type { ChangedFile } from "../domain/change.ts";

const firstLine = "version https://git-lfs.github.com/spec/";

/** Is a file at the head a pointer of Git LFS, which has its content elsewhere? */
export function isPointer({ headText, hunks }: ChangedFile): boolean {
  if (typeof headText === "string") return headText.startsWith(firstLine);
  return hunks.some(({ lines }) => lines.some(({ head, text }) => head === 1 && text.startsWith(firstLine)));
}
