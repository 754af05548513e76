import type { Change, ChangedFile } from "../domain/change.ts";
import { type Anchoring, anchorIn, firstFound, type Quoted } from "./anchor.ts";
import { isWalkable } from "./failure-path.ts";
import type { Mask } from "./mask.ts";

/**
 * Finds quotes of seats that saw a change with its secrets hidden, and of seats that saw it as it is. Code may itself hold text that reads like
 * a placeholder, so a quote is first looked up in the code as models saw it: there both kinds read alike.
 */
export function anchorMasked(change: Change, mask: Mask): (quoted: Quoted) => Anchoring {
  const plain = anchorIn(change);
  const masked = anchorIn(change, (file) => hiddenFile(file, mask));
  return (quoted) => {
    const { quote } = quoted;
    const revealed = { ...quoted, quote: mask.reveal(quote) };
    const attempts = [
      () => masked({ ...quoted, quote: hiddenLines(quote, mask) }),
      () => plain(revealed),
      () => plain(quoted),
    ];
    return firstFound(attempts) ?? plain(quoted);
  };
}

/** Whether each step of a failure path names code of the change, as it is or as models saw it. */
export function isWalkableMasked(change: Change, mask: Mask, failurePath: string): boolean {
  if (isWalkable(change, failurePath) || isWalkable(change, mask.reveal(failurePath))) return true;
  const files = change.files.map((file) => hiddenFile(file, mask));
  return isWalkable({ ...change, files }, hiddenLines(failurePath, mask));
}

function hiddenFile(file: ChangedFile, mask: Mask): ChangedFile {
  const { headText, baseText, hunks } = file;
  return {
    ...file,
    hunks: hunks.map((hunk) => ({
      ...hunk,
      lines: hunk.lines.map((line) => ({ ...line, text: mask.hide(line.text) })),
    })),
    ...(typeof headText === "string" ? { headText: hiddenLines(headText, mask) } : {}),
    ...(typeof baseText === "string" ? { baseText: hiddenLines(baseText, mask) } : {}),
  };
}

/** Line by line, so that the lines keep their numbers. */
function hiddenLines(text: string, mask: Mask): string {
  return text.split("\n").map(mask.hide).join("\n");
}
