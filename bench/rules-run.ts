import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { messageOf } from "../src/domain/errors.ts";
import { type RulesCase, type Side, sideOf } from "./rules-classify.ts";

const root = path.join(import.meta.dirname, "..");
const caseTimeoutMs = 180_000;
const downloadTimeoutMs = 60_000;
const maxUnpackedBytes = 20_000_000;
const maxOutputBytes = 64_000_000;

/**
 * Both directions of one case, reviewed offline by the CLI at `cli` in throw-away repositories.
 * Downloads have a clock of their own; whatever fails is an error of that direction, never an empty review.
 */
export async function runCase(
  one: RulesCase,
  cli: string,
  cache?: string,
): Promise<{ appears: Side; disappears: Side }> {
  const folder = await mkdtemp(path.join(tmpdir(), "pr-debate-rules-bench-"));
  try {
    const archives = path.resolve(cache ?? path.join(folder, "archives"));
    const vulnerable = await unpack(`${one.package}@${one.vulnerable}`, path.join(folder, "vulnerable"), archives);
    const fixed = await unpack(`${one.package}@${one.fixed}`, path.join(folder, "fixed"), archives);
    const signal = AbortSignal.timeout(caseTimeoutMs);
    const review = async (name: string, before: string, after: string): Promise<Side> => {
      try {
        return await reviewChange(path.join(folder, name), before, after, cli, signal);
      } catch (error) {
        return { status: "error", reason: signal.aborted ? "over 180 seconds" : messageOf(error) };
      }
    };
    // One after the other: the machine is shared, and two at once would eat each other's time.
    const appears = await review("appears", fixed, vulnerable);
    return { appears, disappears: await review("disappears", vulnerable, fixed) };
  } catch (error) {
    const side: Side = { status: "error", reason: messageOf(error) };
    return { appears: side, disappears: side };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(version: string, files: string, archives: string): Promise<string> {
  const signal = AbortSignal.timeout(downloadTimeoutMs);
  await mkdir(files);
  const archive = await archiveOf(version, path.join(archives, version.replaceAll("/", "+")), signal);
  await run("tar", ["-xzf", archive, "-C", files, "--strip-components=1"], files, signal);
  // Some old archives have folders without permissions.
  await run("chmod", ["-R", "u+rwX", files], files, signal);
  const bytes = await sizeOf(files);
  if (bytes > maxUnpackedBytes) throw new Error(`${version} is ${bytes} bytes unpacked, over ${maxUnpackedBytes}`);
  return files;
}

/** The package as npm packed it: what an earlier run left in `folder`, else a download. */
async function archiveOf(version: string, folder: string, signal: AbortSignal): Promise<string> {
  await mkdir(folder, { recursive: true });
  const known = (await readdir(folder))[0];
  if (known !== undefined) return path.join(folder, known);
  await run("npm", ["pack", version, "--ignore-scripts", "--silent", "--pack-destination", folder], folder, signal);
  const name = (await readdir(folder))[0];
  if (name === undefined) throw new Error(`npm pack left no archive of ${version}`);
  return path.join(folder, name);
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size));
  return sizes.reduce((total, size) => total + size, 0);
}

async function reviewChange(
  repo: string,
  before: string,
  after: string,
  cli: string,
  signal: AbortSignal,
): Promise<Side> {
  await mkdir(repo);
  await git(repo, ["init", "--quiet", "--initial-branch=main"], signal);
  for (const files of [before, after]) await commitFiles(repo, files, signal);
  // Written out once, at the end: files that only the first version has would stay behind as untracked ones.
  await git(repo, ["reset", "--quiet", "--hard"], signal);
  const command = [cli, "review", "HEAD~1..HEAD", "--repo", repo, "--offline", "--format", "json", "--no-report"];
  const { code, stdout, stderr } = await start(process.execPath, command, root, signal);
  // 1 (blocked) and 3 (inconclusive) are results; anything else is not.
  if (![0, 1, 3].includes(code)) throw new Error(`the review ended with ${code}: ${stderr.trim().slice(-300)}`);
  return sideOf(stdout);
}

/** The package's own ignore files must not hide its code, hence `--force`; the folder is replaced as a whole. */
async function commitFiles(repo: string, files: string, signal: AbortSignal): Promise<void> {
  const work = [`--git-dir=${path.join(repo, ".git")}`, `--work-tree=${files}`];
  await git(files, [...work, "add", "--all", "--force", "."], signal);
  await git(files, [...work, "commit", "--quiet", "--allow-empty", "--no-verify", "--message=version"], signal);
}

async function git(folder: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-c", "core.autocrlf=false"];
  await run("git", [...identity, ...args], folder, signal);
}

async function run(command: string, args: readonly string[], folder: string, signal: AbortSignal): Promise<void> {
  const { code, stderr } = await start(command, args, folder, signal);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr.trim().slice(0, 300)}`);
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function start(command: string, args: readonly string[], folder: string, signal: AbortSignal): Promise<Ended> {
  // No key and no token reaches the reviewed tool, and git reads no settings but the ones given here; npm needs its own.
  const { PATH, HOME, TMPDIR } = process.env;
  const bare = { PATH, HOME, TMPDIR, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const env = command === "npm" ? process.env : bare;
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env, signal, maxBuffer: maxOutputBytes };
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr });
      else if (typeof error.code === "number") resolve({ code: error.code, stdout, stderr });
      else reject(error);
    });
  });
}
