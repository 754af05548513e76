import { lstat, readFile, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseChange } from "../../code/diff/parse.ts";
import { pathTest } from "../../code/diff/triage.ts";
import { baseFiles } from "../../code/git/base-files.ts";
import { localChangeSource } from "../../code/git/change-source.ts";
import { commitOf } from "../../code/git/commits.ts";
import type { Environment } from "../../code/git/git.ts";
import { openRepository, repositoryAt } from "../../code/git/repository.ts";
import { ReviewError } from "../../domain/errors.ts";
import type { MemoryItem } from "../../domain/memory/item.ts";
import { listedText, listKept, readJsonFile } from "../../record/kept/kept.ts";
import { type DecidedSource, sourceOfReview } from "../../record/memory/cases.ts";
import { memoryAt } from "../../record/memory/memory-now.ts";
import { memoryPath, parseMemory, withItems } from "../../record/memory/read-memory.ts";
import { reviewIn } from "./kept-review.ts";
import { writeStartFiles } from "./setup/start-files.ts";

interface Place {
  readonly directory: string;
  readonly env: Environment;
}

/** The memory as a review here would read it, and what it would use of it. */
export interface MemoryHere {
  /** The sentence on the comparison; null without a change. */
  readonly change: string | null;
  readonly items: readonly (MemoryItem & { readonly expired: boolean; readonly related: readonly string[] })[];
}

/** Reads the memory at the merge base of the change here, or at the last commit where nothing differs. */
export async function memoryHere({ directory, env }: Place, now: Date, signal: AbortSignal): Promise<MemoryHere> {
  const opened = repositoryAt(directory, env);
  const said: string[] = [];
  // The last commit is not taken for the change: its own memory is the one that counts for the next change.
  const raw = await localChangeSource({ directory, env, opened, workOnly: true, onNote: (text) => said.push(text) })
    .fetch(signal)
    .catch((error: unknown) => {
      if (error instanceof ReviewError) return null;
      throw error;
    });
  const paths = raw === null ? [] : parseChange(raw.diff).map(({ path }) => path);
  const revision =
    raw === null || paths.length === 0 ? await commitOf(await opened(signal), "HEAD", signal) : raw.mergeBase;
  const text = await baseFiles({ directory, env, opened, revision }).readBaseFile(memoryPath, signal);
  const items = text === null ? [] : parseMemory(text, `${memoryPath} at the base`);
  const { expired } = memoryAt({ items, maxItems: items.length }, now);
  return {
    change: paths.length === 0 ? null : said.join(" "),
    items: items.map((item) => {
      return { ...item, expired: expired.includes(item), related: paths.filter(pathTest(item.paths)) };
    }),
  };
}

/** The decisions in kept reviews: those that are named, or all that are kept here, from old to new. */
export async function decidedIn(place: Place, files: readonly string[]): Promise<DecidedSource[]> {
  const texts =
    files.length > 0
      ? files.map(async (file) => ({ name: file, text: await readJsonFile(resolve(file)) }))
      : (await listKept(place, "review-"))
          .toReversed()
          .map(async (name) => ({ name, text: await listedText(place, name) }));
  return Promise.all(
    texts.map(async (reading) => {
      const { name, text } = await reading;
      return sourceOfReview(reviewIn(text, name));
    }),
  );
}

/** The items of the working tree, which count once they are on the base. Null: there is no file. */
export async function workingMemory(directory: string, env: Environment, signal: AbortSignal): Promise<string | null> {
  const { root } = await openRepository(directory, env, signal);
  const file = resolve(root, memoryPath);
  const found = await lstat(file).catch(() => null);
  if (found === null) return null;
  const isThere = (await realpath(file)) === join(await realpath(root), memoryPath);
  if (!isThere || !found.isFile() || found.size > 1024 * 1024)
    throw new ReviewError(
      `${memoryPath} is not a regular file of at most 1 MiB, or a folder in its path is a link.`,
      "Replace it with a regular file.",
    );
  return readFile(file, "utf8");
}

/** Adds items to the file of the working tree, for a person to commit. */
export async function addToMemory(place: Place, items: readonly MemoryItem[], signal: AbortSignal): Promise<void> {
  const written = await workingMemory(place.directory, place.env, signal);
  const text = withItems(written, items, memoryPath);
  await writeStartFiles([{ path: memoryPath, text }], { ...place, force: true }, signal);
}
