import type { Reading } from "../diff/triage.ts";
import type { Unsearched } from "../domain/answers.ts";
import type { ChangedFile } from "../domain/change.ts";
import { languageOf } from "../seats/rules/rule.ts";

const mostNames = 5;

/** Says which files no structural rule can read. Without models they were only searched for secrets, which a reader would take for a review. */
export function blindSpots(files: readonly ChangedFile[], counted: number): string[] {
  const unread = files.filter(({ path, kind }) => kind === "text" && languageOf(path) === null);
  if (counted > 0 || unread.length === 0) return [];
  const which = `${unread.length} of ${files.length} files`;
  const names = listed(unread.map(({ path }) => path));
  return [`No rule reads this kind of file, so ${which} were only searched for secrets: ${names}.`];
}

/** Names the files that rules and models were not given. */
export function generatedNotes(files: readonly ChangedFile[], reading: (file: ChangedFile) => Reading): string[] {
  if (files.length === 0) return [];
  const names = files.map((file) => {
    const told = reading(file);
    return told.state === "secrets-only" && told.isNew ? `${file.path} (new)` : file.path;
  });
  const which = files.length === 1 ? "1 file is" : `${files.length} files are`;
  return [
    `${which} generated, vendored or a lock file, left out of rules and models, and only searched for secrets: ${listed(names)}.`,
  ];
}

/** Names the lines that rules did not search. */
export function unsearchedNotes(unsearched: readonly Unsearched[]): string[] {
  const notes = unsearched.slice(0, mostNames).map(({ path, reason }) => `${path}: ${reason}.`);
  const left = unsearched.length - notes.length;
  return left === 0 ? notes : [...notes, `${left} more files have such lines: see the coverage.`];
}

function listed(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  return `${names.slice(0, mostNames).join(", ")}${more}`;
}
