import { posix } from "node:path";
import { NotText } from "../../domain/errors.ts";
import type { BaseFiles } from "../../domain/ports.ts";
import { maxTextBytes, readBlobs } from "./blobs.ts";
import { quotedPath } from "./errors.ts";
import { type Environment, git } from "./git.ts";
import { type OpenedOnce, repositoryAt } from "./repository.ts";
import { type Scratch, withScratch } from "./scratch.ts";

interface Entry {
  readonly path: string;
  readonly object: string;
  readonly isFile: boolean;
  readonly isFolder: boolean;
}

/**
 * `revision` is a commit's sha: the change's merge base. With null there are no files. `opened` is the repository at
 * `directory`, for a caller that opens it too. The files `ahead` are read together with the first one.
 */
export function baseFiles(options: {
  readonly directory: string;
  readonly env: Environment;
  readonly revision: string | null;
  readonly opened?: OpenedOnce | undefined;
  readonly ahead?: readonly string[];
}): BaseFiles {
  const { directory, env, revision, opened = repositoryAt(directory, env), ahead = [] } = options;
  const folders = new Map<string, Promise<readonly Entry[]>>();
  let texts: ReadonlyMap<string, string> | null = null;

  async function inRepository<T>(none: T, signal: AbortSignal, use: (scratch: Scratch, sha: string) => Promise<T>) {
    if (revision === null || revision === "") return none;
    return withScratch(await opened(signal), signal, (scratch) => use(scratch, revision));
  }

  /** Git lists each folder once. What it lacks needs no question: a folder is only listed if the one above names it. */
  function entriesIn(folder: string, signal: AbortSignal): Promise<readonly Entry[]> {
    const listed =
      folders.get(folder) ??
      listFolder(folder, signal).catch((error: unknown) => {
        folders.delete(folder);
        throw error;
      });
    folders.set(folder, listed);
    return listed;
  }

  async function listFolder(folder: string, signal: AbortSignal): Promise<readonly Entry[]> {
    if (folder !== "" && (await entryAt(folder, signal))?.isFolder !== true) return [];
    return inRepository<readonly Entry[]>([], signal, (scratch, sha) => listTree(scratch, sha, folder, signal));
  }

  /** Settings may write a path as `./a` or `a//b`. */
  async function entryAt(written: string, signal: AbortSignal): Promise<Entry | undefined> {
    const path = posix.normalize(written);
    const parent = posix.dirname(path);
    return (await entriesIn(parent === "." ? "" : parent, signal)).find((entry) => entry.path === path);
  }

  async function textOf({ object }: Entry, signal: AbortSignal): Promise<string | undefined> {
    const known = texts?.get(object);
    if (known !== undefined) return known;
    const more = texts === null ? await Promise.all(ahead.map((path) => entryAt(path, signal))) : [];
    const objects = [object, ...more.flatMap((entry) => (entry?.isFile === true ? [entry.object] : []))];
    const none = new Map<string, string>();
    const read = await inRepository<ReadonlyMap<string, string>>(none, signal, ({ place }) =>
      readBlobs(place, objects, signal),
    );
    texts ??= read;
    return read.get(object);
  }

  return {
    async readBaseFile(path, signal) {
      const entry = await entryAt(path, signal);
      if (entry === undefined) return null;
      const text = entry.isFile ? await textOf(entry, signal) : undefined;
      if (text !== undefined) return text;
      throw new NotText(
        `${quotedPath(path)} at ${(revision ?? "").slice(0, 7)} is not a text file of at most ${maxTextBytes / 1024 / 1024} MiB.`,
        "Replace it with a regular text file on the base branch (a link or a folder does not count). Settings can also be named with --config.",
      );
    },
    async listBaseFiles(folder, signal) {
      const entries = await entriesIn(folder.replace(/\/+$/, ""), signal);
      return entries
        .filter(({ isFolder }) => !isFolder)
        .map(({ path }) => path)
        .sort();
    },
    async existing(paths, signal) {
      const found = await Promise.all(paths.map((path) => entryAt(path, signal)));
      return paths.filter((_, index) => found[index] !== undefined);
    },
  };
}

/** What is directly in a folder; "" is the folder on top. */
async function listTree(scratch: Scratch, sha: string, folder: string, signal: AbortSignal): Promise<readonly Entry[]> {
  const paths = folder === "" ? [] : [`${folder}/`];
  const listed = await git(scratch.place, ["ls-tree", "-z", "--full-tree", sha, "--", ...paths], { signal });
  return listed.split("\0").flatMap((line) => {
    const entry = /^(?<mode>\d+) (?<type>\w+) (?<object>[0-9a-f]+)\t(?<path>.*)$/s.exec(line)?.groups;
    if (entry === undefined) return [];
    const { mode = "", type, object = "", path: name = "" } = entry;
    return [{ path: name, object, isFile: type === "blob" && mode.startsWith("100"), isFolder: type === "tree" }];
  });
}
