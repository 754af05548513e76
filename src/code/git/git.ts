import { spawn } from "node:child_process";
import { parse } from "node:path";
import { Readable } from "node:stream";
import { ReviewError } from "../../domain/errors.ts";
import { gitFailure } from "./errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The place where git runs: the folder for `-C`, the whole environment of the process, and extra `-c` settings. */
export interface GitPlace {
  readonly directory: string;
  readonly environment: Environment;
  readonly settings: readonly string[];
}

interface GitResult {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A failure of a streamed `input` ends git. `onOutput` takes stdout chunk by chunk instead of collecting it. */
interface GitOptions {
  readonly signal: AbortSignal;
  readonly input?: string | Buffer | Readable;
  readonly onOutput?: (chunk: Buffer) => void;
}

export const mostGitOutput = 256 * 1024 * 1024;
const maxErrorCharacters = 64 * 1024;

const passedOn = new Set("PATH HOME USERPROFILE SYSTEMROOT XDG_CONFIG_HOME LANG TMPDIR TMP TEMP".split(" "));

/** Settings in which a repository could name a program. `withScratch` keeps the rest from git. */
const hardening = [
  "--no-pager",
  ...["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.quotePath=true", "diff.external="].flatMap(asSetting),
  ...["core.sshCommand=false", "protocol.allow=never"].flatMap(asSetting),
];

/**
 * The caller's environment reduced to git's needs. Names compare without case, because Windows has `Path`. git may not
 * prompt, lock or fetch.
 */
export function gitEnvironment(environment: Environment): Environment {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && passedOn.has(name.toUpperCase()) ? [[name, value] as const] : [],
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    // A partial clone would fetch a missing object through a program named in its own configuration.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
}

/** stdout of a git command as text. Throws `ReviewError` if git fails. */
export async function git(place: GitPlace, parameters: readonly string[], options: GitOptions): Promise<string> {
  const { exitCode, stdout, stderr } = await runGit(place, parameters, options);
  if (exitCode !== 0) throw gitFailure(parameters[0] ?? "", stderr, place.directory);
  return stdout.toString("utf8");
}

/**
 * Runs git without a shell. Any exit code resolves. Rejects with the signal's reason after git was killed, and with
 * `ReviewError` if git is not installed or prints more than `mostGitOutput`.
 */
export function runGit(place: GitPlace, parameters: readonly string[], options: GitOptions): Promise<GitResult> {
  const { signal, input, onOutput } = options;
  signal.throwIfAborted();
  const child = spawn(
    "git",
    ["-C", place.directory, ...hardening, ...place.settings.flatMap(asSetting), ...parameters],
    {
      // Windows looks for the program in the working folder first, so git never starts inside the repository.
      cwd: parse(place.directory).root,
      env: place.environment,
      windowsHide: true,
    },
  );
  const chunks: Buffer[] = [];
  let size = 0;
  let stderr = "";
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const stop = (reason: unknown): void => {
      failure ??= reason;
      child.kill("SIGKILL");
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const abort = (): void => stop(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      if (onOutput !== undefined) return onOutput(chunk);
      size += chunk.length;
      if (size > mostGitOutput) return stop(tooMuch(parameters[0] ?? ""));
      chunks.push(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(0, maxErrorCharacters);
    });
    child.on("error", (error) => {
      failure ??= notStarted(error);
    });
    child.on("close", (exitCode) => {
      signal.removeEventListener("abort", abort);
      if (failure === undefined) resolve({ exitCode, stdout: Buffer.concat(chunks), stderr });
      else reject(failure);
    });
    // A git that ends early closes its stdin. Its exit code is the answer, not the broken pipe.
    child.stdin.on("error", () => undefined);
    if (input instanceof Readable) {
      child.stdin.on("close", () => input.destroy());
      input.on("error", stop).pipe(child.stdin);
    } else child.stdin.end(input ?? "");
  });
}

function asSetting(setting: string): string[] {
  return ["-c", setting];
}

function notStarted(error: Error): ReviewError {
  return new ReviewError(
    `git could not be started (${error.message}).`,
    "Install git and make sure that it is on the PATH; without git, review a diff with --diff FILE.",
    { cause: error },
  );
}

function tooMuch(command: string): ReviewError {
  return new ReviewError(
    `git ${command} printed more than ${mostGitOutput / 1024 / 1024} MB.`,
    "Review a smaller range, or add generated files to .gitignore.",
  );
}
