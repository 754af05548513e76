import type { ChangedFile, Line } from "../domain/change.ts";
import { type IgnoreComment, ignoreCommentIn } from "./ignore-comment.ts";

/**
 * Whether the base has this very comment at this place: on a line that did not change, or on one that took the place of a line with the same
 * comment. A comment on a line of its own speaks of the next line: code that the change inserts between the two is not what it was about.
 */
export function stoodBefore(file: ChangedFile, headLine: number, comment: IgnoreComment): boolean {
  if (file.status === "added" || file.status === "copied") return false;
  const own = blockAt(file, headLine);
  if (own !== null) return isRewritten(own, comment, file.path);
  const next = comment.isAlone ? blockAt(file, headLine + 1) : null;
  return next === null || next.some(({ kind }) => kind === "removed");
}

/** In a block of changed lines each comment of the base stands for one of the head. */
function isRewritten(block: readonly Line[], comment: IgnoreComment, path: string): boolean {
  const same = block.filter(({ text }) => {
    const other = ignoreCommentIn(text, path);
    return other !== null && JSON.stringify(other) === JSON.stringify(comment);
  });
  const before = same.filter(({ kind }) => kind === "removed").length;
  return before > 0 && same.length - before <= before;
}

/** The added and deleted lines in a row around an added line of the head; null where that line did not change. */
function blockAt({ hunks }: ChangedFile, headLine: number): Line[] | null {
  const lines = hunks.find((hunk) => hunk.lines.some(({ head }) => head === headLine))?.lines ?? [];
  const at = lines.findIndex(({ head }) => head === headLine);
  if (lines[at]?.kind !== "added") return null;
  const isChanged = (line: Line | undefined): boolean => line !== undefined && line.kind !== "context";
  let [first, last] = [at, at];
  while (isChanged(lines[first - 1])) first -= 1;
  while (isChanged(lines[last + 1])) last += 1;
  return lines.slice(first, last + 1);
}
