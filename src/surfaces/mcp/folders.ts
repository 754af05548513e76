import { realpath, stat } from "node:fs/promises";
import { isAbsolute, parse, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { causedBy, ReviewError } from "../../domain/errors.ts";
import { quoted } from "../../domain/known-names.ts";

/**
 * The folder of a call: `path`, or the first of the folders that the server may read. Links are followed before it is checked. Throws a
 * `ReviewError` for a folder outside them. `roots` are absolute; a path of the client is relative to the first one.
 */
export async function folderIn(roots: readonly string[], path: string | undefined): Promise<string> {
  const known = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  const allowed = known.filter((root) => root !== null).filter((root) => root !== parse(root).root);
  const [first] = allowed;
  if (first === undefined)
    throw new ReviewError(
      "The server has no folder to read: the client names none, and it was not started in one.",
      "Start it in the repository, with pr-debate mcp --repo DIR, or add the folder as a root in the client.",
    );
  if (path === undefined) return first;
  const wanted = isAbsolute(path) ? path : resolve(first, path);
  const found = await realpath(wanted).catch(() => null);
  const may = `It may read ${allowed.map((root) => quoted(root)).join(", ")}.`;
  if (found === null) throw new ReviewError(`path is ${quoted(path)}, which does not exist.`, may);
  if (!allowed.some((root) => isBelow(root, found)))
    throw new ReviewError(`path is ${quoted(path)}, which is outside the folders of this server.`, may);
  if (!(await stat(found)).isDirectory())
    throw new ReviewError(`path is ${quoted(path)}, which is a file.`, "Name the folder of a repository.");
  return found;
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** The folders of a client's roots; roots that are not files on this machine are left out. Throws a `ReviewError` for an invalid address. */
export function foldersOfRoots(roots: readonly { readonly uri: string }[]): readonly string[] {
  return roots.filter(({ uri }) => uri.startsWith("file:")).map(({ uri }) => folderOf(uri));
}

function folderOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch (error) {
    throw causedBy(
      error,
      `The client's root ${quoted(uri)} is not a folder of this machine`,
      "Correct it in the client.",
    );
  }
}
