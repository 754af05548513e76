import { completeFiles } from "../../code/diff/complete.ts";
import { parseChange } from "../../code/diff/parse.ts";
import { settle } from "../../code/diff/unreadable.ts";
import { shownWhole } from "../../code/diff/whole-file.ts";
import type { Change, ChangedFile } from "../../domain/change.ts";
import { ReviewError } from "../../domain/errors.ts";
import { meant, quoted } from "../../domain/known-names.ts";
import type { ChangeSource, RawChange } from "../../domain/ports.ts";
import { withLink } from "./links.ts";

interface ChangeAsked {
  readonly source: ChangeSource;
  readonly only: readonly string[];
  /** `.gitmodules` at the base. */
  readonly modules?: ((signal: AbortSignal) => Promise<string>) | undefined;
}

/** The change with the whole texts of its files; `only` are the paths that were asked for, or none for all. */
export async function completeChange(
  { source, only, modules = async () => "" }: ChangeAsked,
  raw: RawChange,
  ignored: (path: string) => boolean,
  signal: AbortSignal,
): Promise<{ readonly change: Change; readonly notes: readonly string[] }> {
  const { diff, description: _, web: __, ...identity } = raw;
  const { files, notes } = onlyPaths(parseChange(diff), only);
  const complete = completeFiles(files, await source.contents(files, signal));
  const settled = complete.map((file) => settle(shownWhole(file, ignored)));
  const gitmodules = settled.some(({ kind }) => kind === "submodule") ? await modules(signal) : "";
  return { change: { ...identity, files: settled.map((file) => withLink(file, raw, gitmodules)) }, notes };
}

/** The files of a change at or below the paths that were asked for, and the note that says so. Throws a `ReviewError` for a path without any. */
export function onlyPaths(
  files: readonly ChangedFile[],
  paths: readonly string[],
): { readonly files: ChangedFile[]; readonly notes: readonly string[] } {
  if (paths.length === 0) return { files: [...files], notes: [] };
  const missing = paths.find((path) => !files.some((file) => isAt(file, path)));
  if (missing !== undefined) throw unchanged(missing, files);
  const kept = files.filter((file) => paths.some((path) => isAt(file, path)));
  const asked = paths.map((path) => quoted(path === "" ? "." : path)).join(", ");
  return { files: kept, notes: [`Only ${asked} was asked for: ${kept.length} of ${files.length} changed files.`] };
}

/** An empty path is the root. */
function isAt({ path, previousPath = path }: ChangedFile, asked: string): boolean {
  return asked === "" || [path, previousPath].some((one) => one === asked || one.startsWith(`${asked}/`));
}

function unchanged(path: string, files: readonly ChangedFile[]): ReviewError {
  const changed = files.map((file) => file.path);
  const some = changed.slice(0, 3).map(quoted).join(", ");
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : "";
  return new ReviewError(
    `No changed file is at ${quoted(path)}.`,
    changed.length === 0 ? "This comparison has no changed file." : `Changed: ${some}${more}.${meant(path, changed)}`,
  );
}
