import { createHash } from "node:crypto";
import { fstat, stat } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { localChangeSource } from "../../code/git/change-source.ts";
import type { Environment } from "../../code/git/git.ts";
import { openRepository, type Repository } from "../../code/git/repository.ts";
import { ignoredPaths, isInChange, isSkipped, untrackedPaths, watchFiles } from "../../code/git/watch-files.ts";
import { ReviewError } from "../../domain/errors.ts";

export interface WatchOptions {
  readonly directory: string;
  readonly env: Environment;
  readonly change: { readonly range?: string; readonly paths?: readonly string[] };
  /** The file of `--out`; left out for stdout. */
  readonly out: string | undefined;
}

export interface LocalWatch {
  readonly root: string;
  /** The same text for the same change. */
  readonly fingerprint: (signal: AbortSignal) => Promise<string>;
  /** Resolves with their paths once files changed since the last call, and have settled. */
  readonly filesChanged: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/**
 * Watches the working tree of a local review. What counts is the change that git shows: a touched file, or a file that git
 * ignores, causes at most one comparison.
 */
export async function watchLocally(options: WatchOptions, signal: AbortSignal): Promise<LocalWatch> {
  const { directory, env, change } = options;
  const repository = await openRepository(directory, env, signal);
  await refuseOwnOutput(repository, options, signal);
  const { root } = repository;
  const here = await realpath(resolve(directory));
  const { paths = [], ...range } = change;
  let ignored = await ignoredPaths(repository, signal);
  const isIgnored = (path: string): boolean => isSkipped(root, path) || ignored.has(path);
  const watched = paths.length === 0 ? [root] : paths.map((path) => resolve(here, path));
  const files = await watchFiles(watched, isIgnored, signal);
  return {
    root,
    fingerprint: async (given) => {
      const { base, mergeBase, diff } = await localChangeSource({ directory, env, ...range }).fetch(given);
      return createHash("sha256")
        .update(JSON.stringify([base.sha, mergeBase, diff]))
        .digest("hex");
    },
    filesChanged: async (given) => {
      const changed = await files.changed(given);
      if (!changed.some((path) => basename(path) === ".gitignore")) return changed;
      const before = ignored;
      ignored = await ignoredPaths(repository, given);
      files.add([...before].filter((path) => !ignored.has(path) && !isSkipped(root, path)));
      return changed;
    },
    close: files.close,
  };
}

/** A report that is written into the watched change would start another review, again and again. */
async function refuseOwnOutput(repository: Repository, { out }: WatchOptions, signal: AbortSignal): Promise<void> {
  const hint = "Write it outside the repository, or to a folder that git ignores.";
  if (out !== undefined) {
    const file = resolve(out);
    const found = join(await realpath(dirname(file)), basename(file));
    if (await isInChange(repository, found, signal))
      throw new ReviewError(`--out ${out} is in the folder that --watch watches: each report would be a change.`, hint);
    return;
  }
  const stdout = await promisify(fstat)(1);
  if (!stdout.isFile()) return;
  const untracked = await untrackedPaths(repository, signal);
  const found = await Promise.all(untracked.map((path) => promisify(stat)(path).catch(() => null)));
  if (found.some((file) => file?.dev === stdout.dev && file.ino === stdout.ino))
    throw new ReviewError(
      "stdout leads to a file in the folder that --watch watches: each report would be a change.",
      hint,
    );
}
