import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * A secret of this user on this machine, made at the first use: 64 hex digits in the file at `path`, readable by the owner only.
 * Two processes that start together end up with the same one.
 */
export async function machineSecret(path: string): Promise<string> {
  const found = await readSecret(path);
  if (found !== undefined) return found;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const own = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(own, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
    // A link is whole or not there at all, and never replaces what another process made first.
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
  try {
    return /^[0-9a-f]{64}$/m.exec(await readFile(path, "utf8"))?.[0];
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
