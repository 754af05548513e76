import { NotText } from "../domain/errors.ts";
import type { BaseFiles } from "../domain/ports.ts";
import { maxTextBytes, readBlobs } from "./blobs.ts";
import { quotedPath } from "./errors.ts";
import { type Environment, git } from "./git.ts";
import { repositoryAt } from "./repository.ts";
import { type Scratch, withScratch } from "./scratch.ts";

/** `revision` is a commit's sha: the change's merge base. With null there are no files. */
export function baseFiles(options: {
  readonly directory: string;
  readonly env: Environment;
  readonly revision: string | null;
}): BaseFiles {
  const { directory, env, revision } = options;
  const repositoryHere = repositoryAt(directory, env);

  async function inRepository<T>(none: T, signal: AbortSignal, use: (scratch: Scratch, sha: string) => Promise<T>) {
    if (revision === null || revision === "") return none;
    return withScratch(await repositoryHere(signal), signal, (scratch) => use(scratch, revision));
  }

  return {
    readBaseFile: (path, signal) =>
      inRepository<string | null>(null, signal, async (scratch, sha) => {
        const [entry] = await listTree(scratch, sha, [path], signal);
        if (entry === undefined) return null;
        const text = entry.isFile
          ? (await readBlobs(scratch.place, [entry.object], signal)).get(entry.object)
          : undefined;
        if (text !== undefined) return text;
        throw new NotText(
          `${quotedPath(path)} at ${sha.slice(0, 7)} is not a text file of at most ${maxTextBytes / 1024 / 1024} MiB.`,
          "Replace it with a regular text file on the base branch (a link or a folder does not count). Settings can also be named with --config.",
        );
      }),
    listBaseFiles: (folder, signal) =>
      inRepository<string[]>([], signal, async (scratch, sha) => {
        const entries = await listTree(scratch, sha, [`${folder.replace(/\/+$/, "")}/`], signal);
        return entries
          .filter(({ isFolder }) => !isFolder)
          .map(({ path }) => path)
          .sort();
      }),
    existing: (paths, signal) =>
      inRepository<string[]>([], signal, async (scratch, sha) => {
        const found = (await listTree(scratch, sha, paths, signal)).map(({ path }) => path);
        return paths.filter((path) => found.includes(path));
      }),
  };
}

async function listTree(scratch: Scratch, sha: string, paths: readonly string[], signal: AbortSignal) {
  const listed = await git(scratch.place, ["ls-tree", "-z", "--full-tree", sha, "--", ...paths], { signal });
  return listed.split("\0").flatMap((line) => {
    const entry = /^(?<mode>\d+) (?<type>\w+) (?<object>[0-9a-f]+)\t(?<path>.*)$/s.exec(line)?.groups;
    if (entry === undefined) return [];
    const { mode = "", type, object = "", path: name = "" } = entry;
    return [{ path: name, object, isFile: type === "blob" && mode.startsWith("100"), isFolder: type === "tree" }];
  });
}
