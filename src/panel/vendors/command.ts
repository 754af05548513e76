import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Provider, ProviderError, type ProviderRequest } from "../../domain/provider.ts";
import { redact } from "../../text/redact.ts";
import { plain } from "../../text/text.ts";
import { maxOutputBytes } from "./call.ts";
import { openEnvelope } from "./envelope.ts";
import type { VendorEnvironment } from "./vendor.ts";

/** A program that reads the prompt on stdin and prints the answer. `environment` is all that it sees of ours. */
export interface CommandEndpoint {
  readonly name: string;
  readonly argv: readonly string[];
  /** The same program where it may read the folder that it starts in. */
  readonly readingArgv: readonly string[];
  readonly environment: VendorEnvironment;
  /** The variable that defines it, or the preset's name. */
  readonly setting: string;
  readonly timeoutMs: number;
}

/** The time to read the rest of the pipes after the program has ended. */
const drainMs = 1_000;
const errorTail = 500;

/**
 * A CLI agent: it gets the prompt on stdin and a folder to work in, which is empty or the request's workspace, and prints the answer on stdout. There is no shell. It is killed
 * with all processes that it started when the signal aborts, when the time is over, and when it prints too much.
 */
export function commandProvider(endpoint: CommandEndpoint): Provider {
  return {
    async complete(request, signal) {
      const { workspace } = request;
      const { folder, close } = await (workspace?.open(signal) ?? emptyFolder());
      try {
        // An abort before this line has no listener yet.
        signal.throwIfAborted();
        const argv = workspace === undefined ? endpoint.argv : endpoint.readingArgv;
        const printed = await run({ ...endpoint, argv }, folder, promptOf(request), signal);
        const { text, failure } = openEnvelope(printed);
        if (failure !== null)
          throw new ProviderError("final", `${endpoint.name} answered with an error: ${endOf(failure, endpoint)}`);
        return { text, stop: "complete", usage: null, servedModel: null };
      } finally {
        await close();
      }
    },
  };
}

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), "pr-debate-command-"));
  return { folder, close: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

function promptOf({ system, batch, task }: ProviderRequest): string {
  return [system, batch, task].filter((part) => part !== "").join("\n\n");
}

function run(endpoint: CommandEndpoint, folder: string, prompt: string, signal: AbortSignal): Promise<string> {
  const [program = "", ...parameters] = endpoint.argv;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let child: ChildProcessWithoutNullStreams;
  try {
    // A group of its own: its child processes can then be killed with it.
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
  const printed = (): string => Buffer.concat(chunks).toString("utf8").trim();
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
  // A process that it left running would keep the pipes open, and a daemon that left the group does so even after the kill.
  child.on("exit", () => {
    killGroup(child);
    draining = setTimeout(() => closePipes(child), drainMs);
  });
  child.on("close", (exitCode, killedBy) => {
    clearTimeout(timer);
    clearTimeout(draining);
    signal.removeEventListener("abort", abort);
    if (failure !== undefined) reject(failure);
    else if (exitCode !== 0) reject(failed(endpoint, exitCode ?? killedBy ?? "unknown", { stderr, stdout: printed() }));
    else resolve(printed());
  });
  // A program that ends early closes its stdin. Its exit code is the error, not the broken pipe.
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
    // The whole group has ended already.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** The error of a program that ended with an exit code or by a signal, with the ends of what it printed. */
function failed(
  endpoint: CommandEndpoint,
  exit: number | string,
  { stderr, stdout }: { readonly stderr: string; readonly stdout: string },
): ProviderError {
  const { text, failure } = openEnvelope(stdout);
  // Many agents say on standard output why they fail, such as a limit that is used up or a login that is missing.
  const said = [endOf(stderr, endpoint), endOf(failure ?? text, endpoint)].filter((one) => one !== "");
  return new ProviderError(
    "final",
    `${endpoint.name} ended with ${exit}: ${said.length === 0 ? "it printed nothing" : [...new Set(said)].join(" | standard output: ")}`,
  );
}

/** Redacts before the cut: half a key is not recognized. */
function endOf(text: string, endpoint: CommandEndpoint): string {
  return plain(redact(text, secretsOf(endpoint)))
    .trim()
    .slice(-errorTail);
}

/** The values of its login, which it may print. */
function secretsOf({ environment }: CommandEndpoint): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /KEY|TOKEN|SECRET|PASSWORD|HEADERS/i.test(name) ? [value] : [],
  );
}

function notStarted({ name, argv, setting }: CommandEndpoint, cause: unknown): ProviderError {
  const because = cause instanceof Error && "code" in cause ? cause.code : "unknown";
  return new ProviderError(
    "final",
    `${name} could not be started (${argv[0]}: ${because}): install it, or check ${setting}.`,
    { cause },
  );
}

function tooSlow({ name, timeoutMs }: CommandEndpoint): ProviderError {
  return new ProviderError("retry", `${name} gave no answer within ${timeoutMs / 1000} s.`);
}

function tooMuch({ name }: CommandEndpoint): ProviderError {
  return new ProviderError("final", `${name} printed more than ${maxOutputBytes / 1024 / 1024} MB.`);
}
