import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * `directory` is the repository's; entries live in `.debate/journal` under it, one file each. `secret` must not be in the repository:
 * the request bytes can be worked out from the code alone, so a branch could ship forged answers, and only the seal tells them apart.
 */
export interface FileJournalOptions {
  readonly directory: string;
  readonly secret: string;
}

/** The shape of the providers' `JournalStore`; edges do not import each other. */
export interface FileJournal {
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string): Promise<void>;
}

/** Answers for replay on disk. `read` rejects for an entry that is damaged or not ours; a key that is no file name is a fault of ours. */
export function fileJournal({ directory, secret }: FileJournalOptions): FileJournal {
  const parent = join(directory, ".debate");
  const folder = join(parent, "journal");

  return {
    async read(key) {
      const content = await readIfThere(pathOf(key));
      if (content === undefined) return undefined;
      const [seal = "", ...rest] = content.split("\n");
      const value = rest.join("\n");
      if (!isSame(seal, sealOf(key, value))) throw new Error("it is damaged or was not written here");
      return value;
    },
    async write(key, value) {
      await prepare();
      const path = pathOf(key);
      const unfinished = `${path}.${randomBytes(6).toString("hex")}.tmp`;
      try {
        // "wx" and rename: a reader sees a whole entry or none, and a planted link is replaced, not followed.
        await writeFile(unfinished, `${sealOf(key, value)}\n${value}`, { flag: "wx", mode: 0o600 });
        await rename(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };

  function pathOf(key: string): string {
    if (!/^[\w-]{1,200}$/.test(key)) throw new Error(`${key} is no journal key`);
    return join(folder, `${key}.entry`);
  }

  function sealOf(key: string, value: string): string {
    return createHmac("sha256", secret).update(`${key}\n${value}`).digest("hex");
  }

  async function prepare(): Promise<void> {
    for (const path of [parent, folder]) {
      await mkdir(path, { recursive: true });
      // A branch can contain a link by this name that leads out of the repository.
      if ((await lstat(path)).isSymbolicLink()) throw new Error(`${path} is a link`);
    }
    try {
      await writeFile(join(folder, ".gitignore"), "*\n", { flag: "wx" });
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    }
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT") || isCode(error, "ENOTDIR")) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
