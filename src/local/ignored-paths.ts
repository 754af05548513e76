import { relative, resolve, sep } from "node:path";
import { git, runGit } from "./git.ts";
import type { Repository } from "./repository.ts";
import { copyIndex, withScratch } from "./scratch.ts";

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
