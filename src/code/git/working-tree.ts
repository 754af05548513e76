import { constants } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { gitFailure, quotedPath } from "./errors.ts";
import { runGit } from "./git.ts";
import type { Repository } from "./repository.ts";
import { copyIndex, type Scratch } from "./scratch.ts";

/** An untracked file above this size is left out of the review, with a note. */
const maxUntrackedBytes = 5 * 1024 * 1024;

/**
 * The name of the empty blob. The object need not exist: git compares the file on disk, because the entry carries no
 * file times.
 */
const emptyBlob = {
  sha1: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  sha256: "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
} as const;

/**
 * Adds untracked files that are not ignored to the scratch index, so that a diff against the working tree shows them.
 * The repository's own index and objects stay as they are. `onNote` gets every file that is left out. The result is
 * diff text that names those of them that are files, without a line of their content.
 */
export async function indexWorkingTree(
  repository: Repository,
  scratch: Scratch,
  onNote: (note: string) => void,
  signal: AbortSignal,
): Promise<string> {
  await copyIndex(repository, scratch);
  const untracked = await listPaths(scratch, ["--others", "--exclude-standard"], signal);
  const checks = untracked.map(async (path) => ({ path, reason: await unfit(repository.root, path) }));
  const fit: string[] = [];
  const leftOut: string[] = [];
  for (const { path, reason } of await Promise.all(checks)) {
    if (reason === null) fit.push(path);
    else onNote(`Left out ${quotedPath(textOfPath(path))}: ${reason}.`);
    if (reason !== null && !path.endsWith("/")) leftOut.push(path);
  }
  const input = fit.map((path) => `100644 ${emptyBlob[repository.hash]}\t${path}\0`).join("");
  await updateIndex(scratch, Buffer.from(input, "latin1"), onNote, signal);
  return leftOut.map(sectionWithoutText).join("");
}

/** git's own output for a new file that it does not show. */
function sectionWithoutText(path: string): string {
  const name = (prefix: string) => `"${prefix}/${path.replace(/[^ !#-[\]-~]/g, octal)}"`;
  return `diff --git ${name("a")} ${name("b")}\nnew file mode 100644\nBinary files /dev/null and ${name("b")} differ\n`;
}

function octal(byte: string): string {
  return `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`;
}

/** Paths with an unresolved merge conflict, in the form of `listPaths`. */
export async function unmergedPaths(scratch: Scratch, signal: AbortSignal): Promise<string[]> {
  const entries = await listPaths(scratch, ["--unmerged"], signal);
  return [...new Set(entries.map((entry) => entry.slice(entry.indexOf("\t") + 1)))];
}

/** Turns bytes in a latin1 string into the UTF-8 text that a reader sees. A file name need not be UTF-8. */
export function textOfPath(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

async function listPaths(scratch: Scratch, parameters: readonly string[], signal: AbortSignal): Promise<string[]> {
  const { exitCode, stdout, stderr } = await runGit(scratch.place, ["ls-files", "-z", ...parameters], { signal });
  if (exitCode !== 0) throw gitFailure("ls-files", stderr, scratch.place.directory);
  return stdout.toString("latin1").split("\0").filter(Boolean);
}

/** The reason why an untracked path cannot be reviewed, or null. */
async function unfit(root: string, path: string): Promise<string | null> {
  if (path.endsWith("/")) return "it is a git repository of its own; review it there";
  const file = Buffer.from(`${Buffer.from(root).toString("latin1")}/${path}`, "latin1");
  const found = await lstat(file).catch(() => null);
  if (found === null) return "it cannot be read";
  if (found.isSymbolicLink()) return null;
  if (!found.isFile()) return "it is not a regular file";
  if (found.size > maxUntrackedBytes) return `it is untracked and larger than ${maxUntrackedBytes / 1024 / 1024} MB`;
  const readable = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
  return readable ? null : "it cannot be read";
}

async function updateIndex(
  scratch: Scratch,
  input: Buffer,
  onNote: (note: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (input.length === 0) return;
  const { exitCode, stderr } = await runGit(scratch.place, ["update-index", "-z", "--index-info"], { signal, input });
  if (exitCode !== 0) throw gitFailure("update-index", stderr, scratch.place.directory);
  for (const [, path] of stderr.matchAll(/^Ignoring path (.*)$/gm)) {
    onNote(`Left out ${quotedPath(path ?? "")}: git does not track such a name.`);
  }
}
