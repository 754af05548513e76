import type { ChangedFile } from "../../domain/change.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { type PathFinder, pathFinder } from "./paths.ts";

/** Files of a tree, as seats state their paths. */
export interface StatedFiles {
  /** Reads the files at these paths, each once. A path that is not a text file of the tree is left out. */
  read(paths: Iterable<string>, signal: AbortSignal): Promise<void>;
  /** The file of a stated path that was read, also in another form than the tree has it. */
  fileAt(path: string): ChangedFile | undefined;
  all(): readonly ChangedFile[];
}

/** `changed` are the names of files that need not be read: the change has them. At most `most` files are read. */
export function statedFiles(tree: Snapshot | null, most: number, changed: readonly string[] = []): StatedFiles {
  const isChanged = new Set(changed);
  const inChange = pathFinder(changed.map((name) => [name, name]));
  const known = new Map<string, ChangedFile>();
  /** By a path as it was stated. */
  const meant = new Map<string, ChangedFile>();
  const asked = new Map<string, Promise<void>>();
  let finder: Promise<PathFinder> | undefined;

  const readOne = async (path: string, signal: AbortSignal): Promise<void> => {
    const answer = await tree?.read(path, signal);
    if (answer === undefined || !("text" in answer)) return;
    known.set(path, { path, status: "modified", kind: "text", hunks: [], headText: answer.text });
  };
  const readOnce = (path: string, signal: AbortSignal): Promise<void> => {
    if (!asked.has(path) && asked.size < most) asked.set(path, readOne(path, signal));
    return asked.get(path) ?? Promise.resolve();
  };
  const listed = async (signal: AbortSignal): Promise<PathFinder> => {
    const paths = (await tree?.list(signal))?.paths ?? [];
    return pathFinder(paths.map((path) => [path, path]));
  };
  const readMeant = async (stated: string, signal: AbortSignal): Promise<void> => {
    await readOnce(stated, signal);
    if (known.has(stated) || inChange(stated).length > 0) return;
    finder ??= listed(signal);
    const [found] = (await finder)(stated);
    if (found === undefined || isChanged.has(found.path)) return;
    await readOnce(found.path, signal);
    const file = known.get(found.path);
    if (file !== undefined) meant.set(stated, file);
  };
  return {
    async read(paths, signal) {
      const wanted = [...new Set(paths)].filter((path) => !isChanged.has(path)).slice(0, most);
      await Promise.all(wanted.map((path) => readMeant(path, signal)));
    },
    fileAt: (path) => known.get(path) ?? meant.get(path),
    all: () => [...known.values()],
  };
}
