import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Provider, ProviderError, type ProviderRequest } from "../domain/provider.ts";
import { plain, redact } from "../text/text.ts";
import type { CommandEndpoint } from "./vendor.ts";

/** For what is still in the pipes when the program has ended. */
const drainMs = 1_000;

/**
 * A CLI agent: the prompt on stdin, the answer on stdout, an empty folder to work in, no shell. It is killed with everything it started when
 * the signal aborts, when the time is over, and when it prints too much.
 */
export function commandProvider(endpoint: CommandEndpoint): Provider {
  return {
    async complete(request, signal) {
      const folder = await mkdtemp(join(tmpdir(), "pr-debate-command-"));
      try {
        // Only from here on does an abort find somebody who listens.
        signal.throwIfAborted();
        const text = await run(endpoint, folder, promptOf(request), signal);
        return { text, stop: "complete", usage: null };
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

function promptOf({ system, batch, task }: ProviderRequest): string {
  return [system, batch, task].filter((part) => part !== "").join("\n\n");
}

function run(endpoint: CommandEndpoint, folder: string, prompt: string, signal: AbortSignal): Promise<string> {
  const [program = "", ...parameters] = endpoint.argv;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let child: ChildProcessWithoutNullStreams;
  try {
    // A group of its own, so that what it starts can be killed with it.
    child = spawn(program, parameters, {
      cwd: folder,
      env: { ...endpoint.environment },
      detached: !onWindows,
      windowsHide: true,
    });
  } catch (error) {
    return Promise.reject(notStarted(endpoint, error));
  }
  const chunks: Buffer[] = [];
  let size = 0;
  let stderr = "";
  let failure: unknown;
  let draining: NodeJS.Timeout | undefined;
  const stop = (reason: unknown): void => {
    failure ??= reason;
    killGroup(child);
  };
  const abort = (): void => stop(signal.reason);
  const timer = setTimeout(() => stop(tooSlow(endpoint)), endpoint.timeoutMs);
  signal.addEventListener("abort", abort, { once: true });
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxOutputBytes) stop(tooMuch(endpoint));
    else chunks.push(chunk);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-64 * 1024);
  });
  child.on("error", (error) => {
    failure ??= notStarted(endpoint, error);
  });
  // What it left running would keep its pipes, and us, open; a daemon that left its group even after the kill.
  child.on("exit", () => {
    killGroup(child);
    draining = setTimeout(() => closePipes(child), drainMs);
  });
  child.on("close", (exitCode, killedBy) => {
    clearTimeout(timer);
    clearTimeout(draining);
    signal.removeEventListener("abort", abort);
    if (failure !== undefined) reject(failure);
    else if (exitCode !== 0) reject(failed(endpoint, exitCode ?? killedBy ?? "unknown", stderr));
    else resolve(Buffer.concat(chunks).toString("utf8").trim());
  });
  // A program that ends early closes its stdin: its exit code tells, not the broken pipe.
  child.stdin.on("error", () => undefined);
  child.stdin.end(prompt);
  return promise;
}

const onWindows = process.platform === "win32";

function closePipes({ stdout, stderr }: ChildProcessWithoutNullStreams): void {
  stdout.destroy();
  stderr.destroy();
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (onWindows) child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // Nothing of the group is left.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

export const maxOutputBytes = 4 * 1024 * 1024;
const errorTail = 500;

/** A program that ended with an error, by exit code or by signal: with the end of what it complained about. */
export function failed(endpoint: CommandEndpoint, exit: number | string, stderr: string): ProviderError {
  // The whole text is redacted before it is cut: half a key has no shape.
  const tail = plain(redact(stderr, secretsOf(endpoint))).slice(-errorTail);
  return new ProviderError(
    "final",
    `${endpoint.name} ended with ${exit}: ${tail === "" ? "it printed no error" : tail}`,
  );
}

/** Its login, which it may print. */
function secretsOf({ environment }: CommandEndpoint): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /KEY|TOKEN|SECRET|PASSWORD/i.test(name) ? [value] : [],
  );
}

export function notStarted({ name, argv, setting }: CommandEndpoint, cause: unknown): ProviderError {
  const because = cause instanceof Error && "code" in cause ? cause.code : "unknown";
  return new ProviderError(
    "final",
    `${name} could not be started (${argv[0]}: ${because}): install it, or check ${setting}.`,
    { cause },
  );
}

export function tooSlow({ name, timeoutMs }: CommandEndpoint): ProviderError {
  return new ProviderError("retry", `${name} gave no answer within ${timeoutMs / 1000} s.`);
}

export function tooMuch({ name }: CommandEndpoint): ProviderError {
  return new ProviderError("final", `${name} printed more than ${maxOutputBytes / 1024 / 1024} MB.`);
}
