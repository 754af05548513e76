import { posix } from "node:path";
import type { ChangedFile } from "../../domain/change.ts";
import { isPowerful, isQuiet } from "./path-kinds.ts";
import { isGenerated } from "./triage.ts";

/**
 * The power that a file gains by a change that need not show a line of it: a place or a name that makes it run, a place
 * that is reviewed at all, or the executable bit. Null if it gains nothing. `ignored` are the paths that the base
 * settings leave out.
 */
export function gainOf(file: ChangedFile, ignored: (path: string) => boolean): string | null {
  const { status, path, previousPath, baseMode, headMode } = file;
  if (status === "removed" || status === "added") return null;
  if (headMode === "100755" && baseMode !== undefined && baseMode !== headMode) return "it became executable";
  if (status === "modified" || previousPath === undefined) return null;
  if (file.kind === "symlink") return "a symbolic link that moves points elsewhere";
  if (mayBeLink(file)) return "its one line may be a symbolic link, which now points elsewhere";
  if (isPowerful(path)) return "files in its new place are run or obeyed";
  if (kindOf(path) !== kindOf(previousPath)) return "its new name makes it another kind of file";
  const unseen = [isQuiet, isGenerated, ignored].some((isLess) => isLess(previousPath) && !isLess(path));
  return unseen ? "its old place was read less closely" : null;
}

/** For a file that only moved, a diff does not show the mode. A link's text is its target, without a line break. */
function mayBeLink({ headMode, headText }: ChangedFile): boolean {
  return headMode === undefined && typeof headText === "string" && /^[^\n]+$/.test(headText);
}

/** The extension decides which program runs or reads a file; without one the name decides. */
function kindOf(path: string): string {
  const name = posix.basename(path).toLowerCase();
  return posix.extname(name) || name;
}
