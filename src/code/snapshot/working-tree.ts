import type { Stats } from "node:fs";
import { access, constants, lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Snapshot } from "../../domain/snapshot.ts";
import { gitFailure } from "../git/errors.ts";
import { git, runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { copyIndex, type Scratch, withScratch } from "../git/scratch.ts";
import { type SnapshotLimits, snapshotLimits } from "./limits.ts";
import { oddPath } from "./paths.ts";
import { isLink, overLimit } from "./tree-entries.ts";
import { treeSnapshot } from "./tree-snapshot.ts";

/**
 * Runs `use` with a snapshot of the working tree: the tracked files as they are on disk, and untracked ones that are not
 * ignored. The changed files are copied once into a git folder of our own, so that later edits change no answer.
 */
export function withWorkingTree<T>(
  repository: Repository,
  signal: AbortSignal,
  use: (snapshot: Snapshot) => Promise<T>,
  limits: SnapshotLimits = snapshotLimits,
): Promise<T> {
  return withScratch(repository, signal, async (scratch) => {
    await copyIndex(repository, scratch);
    const paths = await changedPaths(scratch, signal);
    const { fit, gone, refused } = await sorted(repository.root, paths, limits);
    const hash = "0".repeat(repository.hash === "sha256" ? 64 : 40);
    const removed = [...gone, ...refused.keys()].filter((path) => !path.endsWith("/"));
    await updateIndex(
      scratch,
      ["--index-info"],
      removed.map((path) => `0 ${hash}\t${path}\0`),
      signal,
    );
    await updateIndex(
      scratch,
      ["--add", "--remove", "--stdin"],
      fit.map((path) => `${path}\0`),
      signal,
    );
    const tree = (await git(scratch.place, ["write-tree", "--missing-ok"], { signal })).trim();
    return use(treeSnapshot({ scratch, tree, limits, refused }));
  });
}

/** The paths whose files may differ from the index. */
async function changedPaths({ place }: Scratch, signal: AbortSignal): Promise<string[]> {
  const untracked = await git(place, ["ls-files", "-z", "--others", "--exclude-standard"], { signal });
  const changed = await git(place, ["diff-files", "-z", "--name-only", "--ignore-submodules=all"], { signal });
  return [...new Set(`${changed}${untracked}`.split("\0"))].filter(Boolean);
}

interface Sorted {
  readonly fit: readonly string[];
  readonly gone: readonly string[];
  readonly refused: ReadonlyMap<string, string>;
}

/** Looks at each path on disk. No file is opened, and no link is followed. */
async function sorted(root: string, paths: readonly string[], limits: SnapshotLimits): Promise<Sorted> {
  const fit: string[] = [];
  const gone: string[] = [];
  const refused = new Map<string, string>();
  const kinds = new Map<string, Promise<Stats | null>>();
  for (const path of paths) {
    const odd = path.endsWith("/") ? "it is a repository of its own" : oddName(path);
    const found = odd === null ? await insideOf(root, path, kinds) : null;
    const why = found === null ? odd : await unfit(join(root, path), found, limits);
    if (why !== null) refused.set(path, why);
    else if (found === null) gone.push(path);
    else fit.push(path);
  }
  return { fit, gone, refused };
}

function oddName(path: string): string | null {
  const odd = oddPath(path);
  return odd === null ? null : `its name ${odd}`;
}

/** The file at a path, if every folder on the way is a folder and no link. */
async function insideOf(root: string, path: string, kinds: Map<string, Promise<Stats | null>>): Promise<Stats | null> {
  const parent = dirname(path);
  if (parent !== ".") {
    const known = kinds.get(parent) ?? insideOf(root, parent, kinds);
    kinds.set(parent, known);
    if ((await known)?.isDirectory() !== true) return null;
  }
  return lstat(join(root, path)).catch(() => null);
}

async function unfit(file: string, found: Stats, limits: SnapshotLimits): Promise<string | null> {
  if (found.isSymbolicLink()) return isLink;
  if (!found.isFile()) return "it is not a regular file";
  if (found.size > limits.fileBytes) return overLimit(limits);
  return access(file, constants.R_OK).then(
    () => null,
    () => "it cannot be read",
  );
}

async function updateIndex(
  { place }: Scratch,
  parameters: readonly string[],
  lines: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (lines.length === 0) return;
  const command = ["update-index", "-z", ...parameters];
  const { exitCode, stderr } = await runGit(place, command, { signal, input: lines.join("") });
  if (exitCode !== 0) throw gitFailure("update-index", stderr, place.directory);
}
