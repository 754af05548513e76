import { constants } from "node:fs";
import { lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../../../code/git/git.ts";
import { openRepository } from "../../../code/git/repository.ts";
import { causedBy, ReviewError } from "../../../domain/errors.ts";

/** A file to write: its path from the root of the repository, with slashes. */
export interface StartFile {
  readonly path: string;
  readonly text: string;
}

export interface StartFilesOptions {
  readonly directory: string;
  readonly env: Environment;
  /** Replaces files that exist. */
  readonly force: boolean;
}

/**
 * Writes files into the repository around a folder, all or none: without `force` an existing file stops it before the first write. No symbolic
 * link is followed, so nothing is written outside of the repository. Returns the root.
 */
export async function writeStartFiles(
  files: readonly StartFile[],
  { directory, env, force }: StartFilesOptions,
  signal: AbortSignal,
): Promise<string> {
  const { root } = await openRepository(directory, env, signal);
  const states = await Promise.all(files.map(async ({ path }) => ({ path, state: await stateOf(root, path) })));
  const blocked = states.flatMap(({ path, state }) => (state.kind === "blocked" ? [`${path}: ${state.because}`] : []));
  if (blocked.length > 0)
    throw new ReviewError(`Nothing was written. ${blocked.join("; ")}.`, "Remove what is in the way, and try again.");
  const existing = states.filter(({ state }) => state.kind === "exists").map(({ path }) => path);
  if (existing.length > 0 && !force)
    throw new ReviewError(
      `Nothing was written, because ${existing.join(" and ")} ${existing.length === 1 ? "exists" : "exist"}.`,
      `Keep ${existing.length === 1 ? "it" : "them"}, or replace what is there with pr-debate init --force.`,
    );
  for (const { path, text } of files) await writeFileAt(root, path, text);
  return root;
}

type State = { readonly kind: "free" | "exists" } | { readonly kind: "blocked"; readonly because: string };

/** Checks every folder in the path: a repository can contain a link with any of these names. */
async function stateOf(root: string, path: string): Promise<State> {
  const steps = path.split("/").map((_, index, all) => all.slice(0, index + 1).join("/"));
  for (const step of steps) {
    const found = await lstat(join(root, step)).catch(absent);
    if (found === null) return { kind: "free" };
    if (found.isSymbolicLink()) return { kind: "blocked", because: `${step} is a symbolic link` };
    const isLast = step === path;
    if (isLast && !found.isFile()) return { kind: "blocked", because: "it is not a file" };
    if (!isLast && !found.isDirectory()) return { kind: "blocked", because: `${step} is not a folder` };
  }
  return { kind: "exists" };
}

function absent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

/** Writes beside the file and renames, so that a link that appears meanwhile is replaced and not followed. */
async function writeFileAt(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path);
  const beside = `${file}.${process.pid}.new`;
  try {
    await mkdir(dirname(file), { recursive: true });
    const { O_WRONLY, O_CREAT, O_EXCL } = constants;
    const handle = await open(beside, O_WRONLY | O_CREAT | O_EXCL, 0o666);
    await handle.writeFile(text).finally(() => handle.close());
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw causedBy(error, `${path} cannot be written`, "Check that you may write to the repository's folder.");
  }
}
