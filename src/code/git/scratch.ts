import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { configurationOf } from "./configuration.ts";
import { type GitPlace, git, runGit } from "./git.ts";
import type { Repository } from "./repository.ts";

/** A temporary git folder: `place` works on the repository's objects and files, and writes only into `folder`. */
export interface Scratch {
  readonly folder: string;
  readonly place: GitPlace;
}

/** Settings that decide how git reads the working tree; none of them names a program. */
const inherited =
  /^core\.(?:autocrlf|eol|filemode|symlinks|ignorecase|precomposeunicode|trustctime|checkstat|sparsecheckout|longpaths)$/;

/**
 * Runs `use` with a git folder of our own in place of the repository's, and always removes it. git reads the
 * configuration of the git folder, so nothing that the repository configures is executed (H83: filters, diff drivers,
 * textconv, hooks, fsmonitor), a missing object is not fetched, and git's writes (index, objects) never reach the
 * repository. `* !diff` also keeps a `.gitattributes` of the change from declaring source code binary.
 */
export async function withScratch<T>(
  repository: Repository,
  signal: AbortSignal,
  use: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const { environment } = repository.place;
  const folder = await mkdtemp(join(environment["TMPDIR"] ?? tmpdir(), "pr-debate-"));
  try {
    await furnish(repository, folder);
    const settings = await settingsOf(repository, signal);
    const own = { HOME: folder, USERPROFILE: folder, XDG_CONFIG_HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
    const redirected = { ...environment, ...own, GIT_DIR: folder, GIT_WORK_TREE: repository.root };
    return await use({ folder, place: { directory: repository.root, environment: redirected, settings } });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Copies the index with its modification time. git compares it with the files' times to decide which files to read
 * again.
 */
export async function copyIndex(repository: Repository, scratch: Scratch): Promise<void> {
  const found = await stat(repository.index).catch(() => null);
  if (found === null) return;
  const gitFolder = dirname(repository.index);
  const shared = (await readdir(gitFolder)).filter((name) => name.startsWith("sharedindex."));
  for (const name of shared) await copyFile(join(gitFolder, name), join(scratch.folder, basename(name)));
  const copy = join(scratch.folder, "index");
  await copyFile(repository.index, copy);
  await utimes(copy, found.atime, Math.floor(found.mtimeMs) / 1000);
}

async function furnish(repository: Repository, folder: string): Promise<void> {
  for (const name of ["objects/info", "refs", "info"]) await mkdir(join(folder, name), { recursive: true });
  const sha256 = "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n";
  const config = repository.hash === "sha256" ? sha256 : "[core]\n\trepositoryformatversion = 0\n";
  const attributes = await readFile(repository.attributes).catch(() => Buffer.alloc(0));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/scratch\n");
  await writeFile(join(folder, "config"), config);
  await writeFile(join(folder, "objects/info/alternates"), `${repository.objects}\n`);
  await writeFile(join(folder, "info/attributes"), Buffer.concat([attributes, Buffer.from("\n* !diff\n")]));
  await copyFile(repository.exclude, join(folder, "info/exclude")).catch(() => undefined);
}

async function settingsOf(repository: Repository, signal: AbortSignal): Promise<string[]> {
  const entries = await configurationOf(repository, signal);
  return [
    // A key without a value means true, in the file and with `-c`.
    ...entries
      .filter(({ key }) => inherited.test(key))
      .map(({ key, value }) => (value === null ? key : `${key}=${value}`)),
    "core.untrackedCache=false",
    `core.excludesFile=${await userFile(repository, "core.excludesFile", "ignore", signal)}`,
    `core.attributesFile=${await userFile(repository, "core.attributesFile", "attributes", signal)}`,
  ];
}

/** The user's own ignore or attributes file. git looks for it under HOME, which the scratch folder replaces. */
async function userFile(repository: Repository, key: string, name: string, signal: AbortSignal): Promise<string> {
  const { place } = repository;
  const entry = (await configurationOf(repository, signal)).findLast((one) => one.key === key.toLowerCase());
  const value = entry?.value ?? "";
  if (/^[^~%:]/.test(value)) return value;
  if (entry !== undefined) {
    // git alone knows the home of `~ann`, and what else begins a path.
    const asked = await runGit(place, ["config", "-z", "--type=path", "--get", key], { signal });
    if (asked.exitCode === 0) return asked.stdout.toString("utf8").replace("\0", "");
  }
  const home = place.environment["HOME"] ?? place.environment["USERPROFILE"] ?? "";
  return join(place.environment["XDG_CONFIG_HOME"] || join(home, ".config"), "git", name);
}

/** The one diff command of this program: no program of the repository, whole object names, plain prefixes. */
export function diffText(scratch: Scratch, what: readonly string[], signal: AbortSignal): Promise<string> {
  const safe = ["--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=dirty", "--submodule=short"];
  const form = ["-M", "--unified=3", "--inter-hunk-context=1", "--full-index", "--src-prefix=a/", "--dst-prefix=b/"];
  return git(scratch.place, ["diff", ...safe, ...form, ...what, "--"], { signal });
}
