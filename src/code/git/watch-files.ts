import { relative, resolve, sep } from "node:path";
import { watch } from "chokidar";
import { causedBy } from "../../domain/errors.ts";
import { git, runGit } from "./git.ts";
import type { Repository } from "./repository.ts";
import { copyIndex, withScratch } from "./scratch.ts";

/** Files count as settled when nothing happened for this long: an editor or git writes several files in a row. */
const settleMs = 300;

export interface FileWatch {
  /** Resolves with the changed paths once files changed since the last call, and have settled. */
  readonly changed: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly add: (paths: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** Watches files and folders. Links are not followed. `isIgnored` is asked for each path; a folder counts for all in it. */
export async function watchFiles(
  paths: readonly string[],
  isIgnored: (path: string) => boolean,
  signal: AbortSignal,
): Promise<FileWatch> {
  const watcher = watch([...paths], { ignored: isIgnored, ignoreInitial: true, followSymlinks: false });
  let touched: string[] = [];
  let settled: readonly string[] = [];
  let failure: Error | null = null;
  let timer: NodeJS.Timeout | undefined;
  // A new promise for each time that somebody waits; `wake` ends it.
  let wake = (): void => undefined;
  const settle = (): void => {
    settled = [...settled, ...touched];
    touched = [];
    wake();
  };
  watcher.on("all", (_event, path) => {
    touched.push(path);
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  });
  const ready = new Promise<void>((resolve, reject) => {
    watcher.on("ready", resolve);
    watcher.on("error", (error) => {
      failure = causedBy(
        error,
        "The files cannot be watched",
        "Name fewer folders, such as pr-debate review --watch src, or raise the system's limit of watched files.",
      );
      reject(failure);
      wake();
    });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    await watcher.close();
  };
  await ready.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const changed: FileWatch["changed"] = async (given) => {
    while (settled.length === 0) {
      given.throwIfAborted();
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
        given.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    const seen = settled;
    settled = [];
    return seen;
  };
  return { changed, add: (more) => watcher.add([...more]), close };
}

/** Folders that no review reads, by name. */
const skipped = new Set([".git", "node_modules", ".debate"]);

/** Whether a path lies in one of the folders that no review reads. */
export function isSkipped(root: string, path: string): boolean {
  return relative(root, path)
    .split(sep)
    .some((name) => skipped.has(name));
}

/** Absolute paths of what git ignores: files, and folders as a whole where nothing in them is tracked. */
export async function ignoredPaths(repository: Repository, signal: AbortSignal): Promise<ReadonlySet<string>> {
  return withScratch(repository, signal, async (scratch) => {
    await copyIndex(repository, scratch);
    const asked = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
    const listed = (await git(scratch.place, asked, { signal })).split("\0").filter(Boolean);
    return new Set(listed.map((path) => resolve(repository.root, path)));
  });
}

/** Absolute paths of the untracked files that git does not ignore: each of them is part of the change. */
export async function untrackedPaths(repository: Repository, signal: AbortSignal): Promise<readonly string[]> {
  return withScratch(repository, signal, async (scratch) => {
    await copyIndex(repository, scratch);
    const asked = ["ls-files", "-z", "--others", "--exclude-standard"];
    const listed = (await git(scratch.place, asked, { signal })).split("\0").filter(Boolean);
    return listed.map((path) => resolve(repository.root, path));
  });
}

/** Whether a file would be part of the change: it lies in the repository, and git does not ignore it. */
export async function isInChange(repository: Repository, path: string, signal: AbortSignal): Promise<boolean> {
  const inside = relative(repository.root, path);
  if (inside === "" || inside.startsWith(`..${sep}`) || isSkipped(repository.root, path)) return false;
  return withScratch(repository, signal, async (scratch) => {
    await copyIndex(repository, scratch);
    const { exitCode } = await runGit(scratch.place, ["check-ignore", "--quiet", "--", inside], { signal });
    return exitCode !== 0;
  });
}
