import { lstatSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ReviewError } from "../../domain/errors.ts";
import type { BaseFiles } from "../../domain/ports.ts";
import { memoryPath, parseMemory } from "../../memory/read-memory.ts";
import { constitutionNames, ownConstitutions } from "../../panel/constitutions.ts";

/** The mistakes in the memory and the constitutions of the working tree, below `root`; a review reads them at the base. */
export async function checkMemoryAndRoles(root: string, signal: AbortSignal): Promise<string[]> {
  const files = filesBelow(root);
  const only = (name: string): BaseFiles => ({ ...files, listBaseFiles: async () => [name] });
  const names = await constitutionNames(files, signal);
  const roles = names.map((name) => mistakesIn(() => ownConstitutions(only(name), signal)));
  // Each file may be right, and two of them of one role.
  const together = mistakesIn(() => ownConstitutions(files, signal));
  const memory = mistakesIn(async () => {
    const text = await files.readBaseFile(memoryPath, signal);
    if (text !== null) parseMemory(text, memoryPath);
  });
  return [...new Set((await Promise.all([memory, ...roles, together])).flat())];
}

const mostBytes = 1024 * 1024;

function filesBelow(root: string): BaseFiles {
  return {
    readBaseFile: async (path) => {
      const file = join(root, path);
      const entry = lstatSync(file, { throwIfNoEntry: false });
      if (entry === undefined) return null;
      if (!entry.isFile() || entry.size > mostBytes)
        throw new ReviewError(`${path} is not a regular file of at most 1 MiB.`, "Replace it with a regular file.");
      return readFileSync(file, "utf8");
    },
    listBaseFiles: async (folder) => {
      const path = join(root, folder);
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
      return (await readdir(path)).sort().map((name) => `${folder}/${name}`);
    },
  };
}

async function mistakesIn(read: () => Promise<unknown>): Promise<string[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (error instanceof ReviewError) return error.message.split("\n");
    throw error;
  }
}
