import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { link, lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { messageOf } from "../domain/errors.ts";
import type { Provider, ProviderReply, ProviderRequest } from "../domain/provider.ts";
import type { VendorEnvironment } from "./vendor.ts";

/** Keeps answers for replay. `read` gives undefined for an unknown key. */
export interface JournalStore {
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string): Promise<void>;
}

/** A second review of a completed debate starts the next attempt, which replays nothing of this one. */
export interface Journal {
  readonly store: JournalStore;
  readonly attempt: number;
}

export interface JournalOptions extends Journal {
  readonly provider: string;
  readonly model: string;
  /** Gets the tokens of the first answer: a decision by tokens then comes out the same again. */
  readonly onReplay?: (tokens: number) => void;
  /** A journal that cannot be read or written costs calls, never the review. Each failure is a note. */
  readonly onNote: (text: string) => void;
}

const Entry = z.object({ version: z.literal(1), text: z.string(), tokens: z.number().default(0) });
const noUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/**
 * Replays a kept answer to the same provider, model, attempt and request bytes. It is the outermost wrapper, so a replay is no call. A new
 * complete answer gets `keep`, which the caller calls for a valid one.
 */
export function withJournal(provider: Provider, options: JournalOptions): Provider {
  return {
    async complete(request, signal) {
      const key = keyOf(request, options);
      const replayed = await replay(key, options);
      if (replayed !== null) return replayed;
      const reply = await provider.complete(request, signal);
      if (reply.stop !== "complete") return reply;
      return { ...reply, keep: () => store(key, reply, options) };
    },
  };
}

/** A replay has no usage and no `keep`. */
async function replay(key: string, { store, onReplay, onNote }: JournalOptions): Promise<ProviderReply | null> {
  try {
    const value = await store.read(key);
    if (value === undefined) return null;
    const { text, tokens } = Entry.parse(JSON.parse(value));
    onReplay?.(tokens);
    return { text, stop: "complete", usage: noUsage };
  } catch (error) {
    onNote(`A journal entry could not be read, so the model is asked again (${messageOf(error).split("\n")[0]}).`);
    return null;
  }
}

async function store(key: string, { text, usage }: ProviderReply, options: JournalOptions): Promise<void> {
  const tokens = usage === null ? 0 : usage.inputTokens + usage.outputTokens;
  try {
    await options.store.write(key, JSON.stringify({ version: 1, text, tokens }));
  } catch (error) {
    options.onNote(`An answer could not be kept in the journal (${messageOf(error)}): the next run asks again.`);
  }
}

/** Names the fields in a fixed order: a request has the same bytes wherever it was built. */
function keyOf(request: ProviderRequest, { provider, model, attempt }: JournalOptions): string {
  const { system, batch, task, maxOutputTokens, schema } = request;
  const exact = JSON.stringify([provider, model, system, batch, task, maxOutputTokens, schema ?? null]);
  return `${createHash("sha256").update(exact).digest("hex")}-${attempt}`;
}

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
