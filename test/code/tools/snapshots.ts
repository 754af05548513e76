import { execFileSync } from "node:child_process";
import { Readable } from "node:stream";
import { openRepository } from "../../../src/code/git/repository.ts";
import { withScratch } from "../../../src/code/git/scratch.ts";
import { withArchive } from "../../../src/code/snapshot/archive.ts";
import { type SnapshotLimits, snapshotLimits } from "../../../src/code/snapshot/limits.ts";
import { treeSnapshot } from "../../../src/code/snapshot/tree-snapshot.ts";
import { withWorkingTree } from "../../../src/code/snapshot/working-tree.ts";
import type { Snapshot } from "../../../src/domain/snapshot.ts";
import type { GitRepository } from "../../support/git-repository.ts";

export const never = new AbortController().signal;

type Use<T> = (snapshot: Snapshot) => Promise<T>;
type Open = <T>(repository: GitRepository, use: Use<T>, limits?: SnapshotLimits) => Promise<T>;

/** Every way to read the tree of `HEAD`. */
export const ways: readonly (readonly [name: string, open: Open])[] = [
  ["the objects of a commit", openCommit],
  ["the working tree", openWorkingTree],
  ["the archive of a commit", openArchive],
];

export async function openCommit<T>(
  { path, env, git }: GitRepository,
  use: Use<T>,
  limits = snapshotLimits,
): Promise<T> {
  const repository = await openRepository(path, env, never);
  const tree = git("rev-parse", "HEAD");
  return withScratch(repository, never, (scratch) => use(treeSnapshot({ scratch, tree, limits })));
}

export async function openWorkingTree<T>(
  { path, env }: GitRepository,
  use: Use<T>,
  limits = snapshotLimits,
): Promise<T> {
  return withWorkingTree(await openRepository(path, env, never), never, use, limits);
}

function openArchive<T>({ path, env }: GitRepository, use: Use<T>, limits = snapshotLimits): Promise<T> {
  // The stand-in for GitHub runs no filter that a test configures.
  const parameters = [
    "-c",
    "filter.evil.smudge=",
    "archive",
    "--format=tar.gz",
    "--prefix=owner-shop-1234567/",
    "HEAD",
  ];
  return openBytes(execFileSync("git", parameters, { cwd: path, maxBuffer: 2 ** 28 }), env, use, limits);
}

/** A snapshot of an archive that a test wrote byte by byte. */
export function openBytes<T>(
  bytes: Buffer,
  environment: GitRepository["env"],
  use: Use<T>,
  limits = snapshotLimits,
): Promise<T> {
  const download = async () => Readable.from([bytes]);
  return withArchive({ download, environment, limits }, never, use);
}
