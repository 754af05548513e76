import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { link, lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { VendorEnvironment } from "../vendor.ts";
import type { Journal, JournalStore } from "./journal.ts";

/** The journal in the repository, sealed with a secret of this user. */
export async function openFileJournal(directory: string, env: VendorEnvironment): Promise<Journal> {
  const home = env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? homedir(), ".config");
  const secret = await machineSecret(join(home, "pr-debate", "journal.key"));
  return { store: fileJournal({ directory, secret }), attempt: 1 };
}

/**
 * Answers on disk, one file each in `.debate/journal` of the repository. `secret` must be outside the repository: a branch could ship forged
 * answers, as the request bytes follow from the code alone, and only the seal tells them apart. `read` rejects a damaged or forged entry.
 */
export function fileJournal({
  directory,
  secret,
}: {
  readonly directory: string;
  readonly secret: string;
}): JournalStore {
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
        // With "wx" and a rename a reader sees a whole entry or none, and a planted link is replaced, not followed.
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
      // A branch can contain a link of this name that leads out of the repository.
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

/**
 * A secret of this user on this machine, created at the first use: 64 hex digits in the file at `path`, readable by the owner only.
 * Two processes that start together get the same one.
 */
async function machineSecret(path: string): Promise<string> {
  const found = await readSecret(path);
  if (found !== undefined) return found;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const own = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(own, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
    // Linking is atomic, and never replaces the file of another process that was faster.
    await link(own, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await rm(own, { force: true });
  }
  const made = await readSecret(path);
  if (made === undefined) throw new Error(`${path} does not hold a secret of 64 hex digits: remove it`);
  return made;
}

async function readSecret(path: string): Promise<string | undefined> {
  return /^[0-9a-f]{64}$/m.exec((await readIfThere(path)) ?? "")?.[0];
}
