import { languageOf } from "../agents/rule.ts";
import type { ChangedFile } from "../domain/change.ts";

const mostNames = 5;

/** Says which files no structural rule can read. Without models they were only searched for secrets, which a reader would take for a review. */
export function blindSpots(files: readonly ChangedFile[], counted: number): string[] {
  const unread = files.filter(({ path, kind }) => kind === "text" && languageOf(path) === null);
  if (counted > 0 || unread.length === 0) return [];
  const names = unread.slice(0, mostNames).map(({ path }) => path);
  const more = unread.length > mostNames ? ` and ${unread.length - mostNames} more` : "";
  const which = `${unread.length} of ${files.length} files`;
  return [`No rule reads this kind of file, so ${which} were only searched for secrets: ${names.join(", ")}${more}.`];
}
