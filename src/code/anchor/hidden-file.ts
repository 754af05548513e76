import type { ChangedFile } from "../../domain/change.ts";
import type { Mask } from "./mask.ts";

/** Each file is hidden once in a review: quotes, excerpts and paths of failures are looked up in it again and again. */
const known = new WeakMap<Mask, WeakMap<ChangedFile, ChangedFile>>();

/** A file as models see it. All lines of a text are hidden together, because a secret may span lines, and stay lines. */
export function hiddenFile(file: ChangedFile, mask: Mask): ChangedFile {
  const ofMask = known.get(mask) ?? new WeakMap<ChangedFile, ChangedFile>();
  known.set(mask, ofMask);
  const hidden = ofMask.get(file) ?? hide(file, mask);
  ofMask.set(file, hidden);
  return hidden;
}

function hide(file: ChangedFile, mask: Mask): ChangedFile {
  const { path, previousPath, headText, baseText, hunks } = file;
  const hidden = (text: string): string => hiddenText(text, mask, { path, previousPath });
  const texts = hidden(hunks.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n"))
    .split("\n")
    .values();
  return {
    ...file,
    hunks: hunks.map((hunk) => ({
      ...hunk,
      lines: hunk.lines.map((line) => ({ ...line, text: texts.next().value ?? "" })),
    })),
    ...(typeof headText === "string" ? { headText: hidden(headText) } : {}),
    ...(typeof baseText === "string" ? { baseText: hidden(baseText) } : {}),
  };
}

/** A file that got another name may have held credentials under the old one. */
function hiddenText(
  text: string,
  mask: Mask,
  { path, previousPath = path }: Pick<ChangedFile, "path" | "previousPath">,
): string {
  const hidden = mask.hide(text, path);
  return previousPath === path ? hidden : mask.hide(hidden, previousPath);
}
