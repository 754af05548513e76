import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import picomatch from "picomatch";
import type { Workspace } from "../../domain/provider.ts";
import type { Hide, Snapshot } from "../../domain/snapshot.ts";
import { isCredentialFile } from "../../text/credential-files.ts";
import { type Omissions, omissions } from "./tree-entries.ts";

/** Files from which agents take orders, configuration or secrets in the folder that they work in. */
const steering = picomatch(
  [
    "**/{AGENTS,AGENTS.override,AGENT,CLAUDE,CLAUDE.local,GEMINI,QWEN,CONVENTIONS}.md",
    "**/.{claude,codex,gemini,copilot,agents,cursor,windsurf,continue,cline,clinerules,roo,kiro,junie,amazonq,opencode,aider*,mcp}{,/**}",
    "**/.{cursorrules,windsurfrules,clinerules,roorules,goosehints,mcp.json,aiderignore,cursorignore,geminiignore}",
    "**/.github/{copilot-instructions.md,instructions/**,agents/**,prompts/**,chatmodes/**,skills/**,hooks/**}",
    "**/.vscode/{mcp,settings,tasks}.json",
    "**/.env{,.*}",
    // These hide files from an agent's search.
    "**/.{ignore,rgignore,fdignore,gitignore}",
    "**/.{git,githooks,husky,envrc,gitconfig,npmrc,netrc}{,/**}",
  ],
  { dot: true, nocase: true },
);

interface CheckoutLimits {
  readonly files: number;
  readonly bytes: number;
}
/** Files that are read, written or copied at the same time. */
const atOnce = 32;
const checkoutLimits: CheckoutLimits = { files: 50_000, bytes: 300 * 1024 * 1024 };

export interface Checkout {
  readonly workspace: Workspace;
  /** Sentences about everything that was left out. */
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Writes the text files of a tree into a new folder, read-only and without the files that steer agents or hold credentials. No file in it is a link, is
 * executable, or belongs to a repository. `hide` takes out secrets. Each opening is a copy of its own: the superuser can write to read-only
 * files, and what one program writes must not reach another.
 */
export async function writeCheckout(
  snapshot: Snapshot,
  hide: Hide,
  signal: AbortSignal,
  limits = checkoutLimits,
): Promise<Checkout> {
  const { paths, omitted } = await snapshot.list(signal);
  const left = omissions();
  const folder = await newFolder();
  const hash = createHash("sha256");
  const names: string[] = [];
  let bytes = 0;
  const admit = ({ path, text }: Shown): boolean => {
    if (names.length >= limits.files || bytes >= limits.bytes) {
      left.add(`over ${limits.files} files or ${limits.bytes / 1024 / 1024} MB`, path);
      return false;
    }
    hash.update(JSON.stringify([path, text]));
    bytes += text.length;
    names.push(path);
    return true;
  };
  try {
    for (let start = 0; start < paths.length; start += atOnce) {
      const some = paths.slice(start, start + atOnce).filter((path) => !isLeftOut(path, left));
      const read = await Promise.all(some.map((path) => readShown(snapshot, path, hide, signal)));
      const kept = read.filter((one) => one !== null).filter(admit);
      await makeFolders(folder, foldersOf(kept.map(({ path }) => path)));
      // "wx": where two of the names are one file to the file system, the second must not replace the first.
      const write = { flag: "wx", mode: 0o444 } as const;
      await Promise.all(kept.map(({ path, text }) => writeFile(join(folder, path), text, write)));
    }
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
  const tree = { folder, folders: foldersOf(names), names };
  return {
    workspace: { id: hash.digest("hex"), open: (during) => copyOf(tree, during) },
    notes: [...omitted, ...left.sentences()],
    close: () => removeFolder(folder),
  };
}

interface Shown {
  readonly path: string;
  readonly text: string;
}

function isLeftOut(path: string, left: Omissions): boolean {
  const isOne = steering(path.replaceAll(/[\n\r]/g, "_"));
  if (isOne) left.add("files that steer agents or hold settings", path);
  else if (isCredentialFile(path)) left.add("files of credentials", path);
  return isOne || isCredentialFile(path);
}

/** Null for a file that is not text. */
async function readShown(snapshot: Snapshot, path: string, hide: Hide, signal: AbortSignal): Promise<Shown | null> {
  signal.throwIfAborted();
  const read = await snapshot.read(path, signal);
  return "text" in read ? { path, text: hide(read.text, path) } : null;
}

/** The folders of all paths, parents first. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  });
  return [...new Set(folders)];
}

async function makeFolders(root: string, folders: readonly string[]): Promise<void> {
  for (const name of folders) await mkdir(join(root, name), { recursive: true });
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "pr-debate-checkout-"));
}

async function copyOf(
  { folder, folders, names }: { readonly folder: string; readonly folders: string[]; readonly names: string[] },
  signal: AbortSignal,
): Promise<Awaited<ReturnType<Workspace["open"]>>> {
  const copy = await newFolder();
  const close = () => removeFolder(copy);
  try {
    await makeFolders(copy, folders);
    const waiting = names.values();
    const work = async (): Promise<void> => {
      for (const name of waiting) {
        signal.throwIfAborted();
        // Where the file system supports it, both files share the bytes until one of them is written.
        await copyFile(join(folder, name), join(copy, name), constants.COPYFILE_FICLONE);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    signal.throwIfAborted();
    await Promise.all(folders.map((name) => chmod(join(copy, name), 0o555)));
    return { folder: copy, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Removes a folder that may hold read-only folders, without following a link. */
async function removeFolder(folder: string): Promise<void> {
  await makeWritable(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755).catch(() => undefined);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
}
