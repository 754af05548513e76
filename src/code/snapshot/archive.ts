import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { messageOf, ReviewError, runAgain } from "../../domain/errors.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { gitFailure, quotedPath } from "../git/errors.ts";
import { type Environment, git, gitEnvironment, runGit } from "../git/git.ts";
import type { Scratch } from "../git/scratch.ts";
import { archiveFiles, type OmittedEntries } from "./archive-entries.ts";
import { noHistory, type Opening } from "./lazy.ts";
import { type SnapshotLimits, snapshotLimits } from "./limits.ts";
import { treeSnapshot } from "./tree-snapshot.ts";

interface ArchiveOptions {
  /** The gzipped tar archive of a commit, with one folder around everything, as GitHub sends it. */
  readonly download: (signal: AbortSignal) => Promise<Readable>;
  readonly environment: Environment;
  readonly limits?: SnapshotLimits;
}

/** The tree of a commit's archive. It has no history. */
export function archiveTree(download: ArchiveOptions["download"], environment: Environment): Opening {
  return (signal, use) =>
    withArchive({ download, environment }, signal, (snapshot) => use({ snapshot, history: noHistory }));
}

const reference = "refs/heads/snapshot";

/**
 * Runs `use` with a snapshot of a commit's archive, and always removes it. The files go straight into a git folder of
 * our own: no name of the archive becomes a name on disk.
 */
export async function withArchive<T>(
  { download, environment, limits = snapshotLimits }: ArchiveOptions,
  signal: AbortSignal,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(environment["TMPDIR"] ?? tmpdir(), "pr-debate-"));
  try {
    const scratch = await emptyRepository(folder, environment, signal);
    const leftOut: OmittedEntries = { refused: new Map(), notes: new Set(), isCut: false };
    await importArchive(scratch, await download(signal), { limits, leftOut }, signal);
    const { refused, notes, isCut } = leftOut;
    return await use(treeSnapshot({ scratch, tree: reference, limits, refused, omitted: [...notes], isCut }));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** An empty git folder that no configuration of this machine reaches. It lives briefly, so git need not compress. */
async function emptyRepository(folder: string, environment: Environment, signal: AbortSignal): Promise<Scratch> {
  const own = { HOME: folder, USERPROFILE: folder, XDG_CONFIG_HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_DIR: folder };
  const settings = ["core.compression=0", "pack.compression=0", "fastimport.unpackLimit=0", "core.bare=true"];
  const place = { directory: folder, environment: { ...gitEnvironment(environment), ...own }, settings };
  await git(place, ["init", "--quiet", "--bare", "--template="], { signal });
  await mkdir(join(folder, "info"), { recursive: true });
  await writeFile(join(folder, "info/attributes"), "* !diff\n");
  return { folder, place };
}

async function importArchive(
  { place }: Scratch,
  download: Readable,
  { limits, leftOut }: { readonly limits: SnapshotLimits; readonly leftOut: OmittedEntries },
  signal: AbortSignal,
): Promise<void> {
  const input = Readable.from(commands(download, limits, leftOut, signal), { objectMode: false });
  const { exitCode, stderr } = await runGit(place, ["fast-import", "--quiet", "--done", "--depth=0"], {
    signal,
    input,
  });
  if (exitCode !== 0) throw gitFailure("fast-import", stderr, place.directory);
}

const blockBytes = 256 * 1024;

/** The input of `git fast-import`: one commit with all files. It ends in `done`, so half an archive gives no commit. */
async function* commands(
  download: Readable,
  limits: SnapshotLimits,
  leftOut: OmittedEntries,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const unpacked = extract();
  const size: { isOver: boolean } = { isOver: false };
  const flow = pipeline(download, createGunzip(), counter(limits, size), unpacked, { signal }).catch((error: unknown) =>
    unpacked.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  let block: Buffer[] = [Buffer.from(`commit ${reference}\ncommitter snapshot <snapshot> 0 +0000\ndata 0\n`)];
  let bytes = 0;
  try {
    for await (const file of archiveFiles(unpacked, limits, leftOut)) {
      block.push(Buffer.from(`M ${file.mode} inline ${quoted(file.path)}\ndata ${file.bytes.length}\n`));
      block.push(file.bytes, Buffer.from("\n"));
      bytes += file.bytes.length + 100;
      if (bytes < blockBytes) continue;
      yield Buffer.concat(block);
      [block, bytes] = [[], 0];
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!size.isOver) throw unreadable(error);
  } finally {
    unpacked.destroy();
    await flow;
  }
  leftOut.isCut ||= size.isOver;
  if (size.isOver)
    leftOut.notes.add(`The archive is larger than ${limits.archiveBytes / 1024 / 1024} MB: its rest is left out.`);
  yield Buffer.concat([...block, Buffer.from("\ndone\n")]);
}

/** Fails when more is unpacked than the limit allows, before it reaches the memory. */
function counter(limits: SnapshotLimits, size: { isOver: boolean }): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      size.isOver = total > limits.archiveBytes;
      done(size.isOver ? new Error("over the limit") : null, chunk);
    },
  });
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&")}"`;
}

function unreadable(error: unknown): ReviewError {
  return new ReviewError(
    `The archive of the commit cannot be read (${quotedPath(messageOf(error).slice(0, 200))}).`,
    runAgain,
    { cause: error },
  );
}
