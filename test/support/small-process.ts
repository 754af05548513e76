import { AsyncResource } from "node:async_hooks";
import childProcess, { execFileSync } from "node:child_process";
import { EventEmitter } from "node:events";
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished, Readable, Writable } from "node:stream";
import { z } from "zod";
import { frame, framesIn } from "./frames.ts";

/**
 * Lets a small process start git for this worker. A fork copies the page tables of its parent, and a worker has hundreds of megabytes: that was
 * half of the time of a test with many git commands. The same commands run, with the same output and exit codes.
 */
interface Starter {
  readonly asked: number;
  readonly answers: number;
  readonly running: Map<number, { take(kind: string, content: Buffer): void }>;
  readonly send: (bytes: Buffer) => void;
  /** Only a running git keeps the worker alive. */
  readonly hold: (isHeld: boolean) => void;
  latest: number;
}

const spawn = childProcess.spawn;

function startStarter(): Starter {
  const folder = mkdtempSync(join(tmpdir(), "git-starter-"));
  const pipes = [join(folder, "asked"), join(folder, "answers")] as const;
  execFileSync("mkfifo", pipes);
  const child = spawn(process.execPath, [join(import.meta.dirname, "git-starter.ts"), ...pipes], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env["PATH"] ?? "" },
  });
  child.once("exit", (code) => {
    throw new Error(`the process that starts git for the tests ended with ${code}`);
  });
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const streams = [child, child.stdin, child.stdout].map((one) => one as { ref?: () => void; unref?: () => void });
  const hold = (isHeld: boolean): void => {
    for (const stream of streams) isHeld ? stream.ref?.() : stream.unref?.();
  };
  hold(false);
  const running: Starter["running"] = new Map();
  child.stdout.on(
    "data",
    framesIn((kind, id, content) => running.get(id)?.take(kind, content)),
  );
  const [asked, answers] = pipes.map((path) => openSync(path, "r+"));
  if (asked === undefined || answers === undefined) throw new Error("there are no pipes");
  Object.assign(childProcess, { spawn: relay });
  syncBuiltinESMExports();
  return { asked, answers, running, send: (bytes) => void child.stdin.write(bytes), hold, latest: 0 };
}

const key = Symbol.for("the git starter of this worker");

/** Vitest runs a setup file anew for each test file of a worker; the process stays. */
function theStarter(): Starter {
  const known = Object.getOwnPropertyDescriptor(globalThis, key)?.value;
  if (known !== undefined) return known;
  const started = startStarter();
  Object.defineProperty(globalThis, key, { value: started });
  return started;
}

const Failure = z.looseObject({ message: z.string() });
const End = z.object({ code: z.number().nullable(), signal: z.string().nullable() });
const Result = z.object({ status: z.number().nullable(), stdout: z.string(), stderr: z.string() });

interface Options {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A git that the small process runs, as `spawn` would give it. */
class RelayedGit extends EventEmitter {
  readonly #id = ++starter.latest;
  readonly #context = new AsyncResource("RelayedGit");
  readonly #send = (kind: string, content: Buffer | string = ""): void =>
    void starter.send(frame(kind, this.#id, content));
  readonly stdout = new Readable({ read() {} });
  readonly stderr = new Readable({ read() {} });
  readonly stdin = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      this.#send("i", chunk);
      done();
    },
    final: (done) => {
      this.#send("I");
      done();
    },
  });

  constructor(words: readonly string[], { cwd, env }: Options) {
    super();
    starter.running.set(this.#id, this);
    starter.hold(true);
    this.#send("s", JSON.stringify({ arguments: words, cwd, env: env ?? process.env }));
  }

  kill(): boolean {
    this.#send("k");
    return true;
  }

  take(kind: string, content: Buffer): void {
    this.#context.runInAsyncScope(() => this.#taken(kind, content));
  }

  #taken(kind: string, content: Buffer): void {
    if (kind === "o") this.stdout.push(content);
    else if (kind === "e") this.stderr.push(content);
    else if (kind === "p") this.stdin.destroy();
    else if (kind === "f") {
      const { message, ...rest } = Failure.parse(JSON.parse(content.toString("utf8")));
      this.emit("error", Object.assign(new Error(message), rest));
    } else this.#end(End.parse(JSON.parse(content.toString("utf8"))));
  }

  #end({ code, signal }: z.infer<typeof End>): void {
    starter.running.delete(this.#id);
    if (starter.running.size === 0) starter.hold(false);
    this.stdin.destroy();
    this.emit("exit", code, signal);
    let open = 2;
    for (const stream of [this.stdout, this.stderr]) {
      finished(stream, () => {
        if (--open === 0) this.emit("close", code, signal);
      });
      stream.push(null);
    }
  }
}

/** Runs git to its end, like `spawnSync`. */
export function gitSync(
  words: readonly string[],
  { cwd, env }: Options,
): { status: number | null; stdout: Buffer; stderr: string } {
  writeAll(Buffer.from(`${JSON.stringify({ arguments: words, cwd, env })}\n`));
  const result = Result.parse(JSON.parse(readExactly(readExactly(4).readUInt32LE()).toString("utf8")));
  return { ...result, stdout: Buffer.from(result.stdout, "base64") };
}

function writeAll(bytes: Buffer): void {
  for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(starter.asked, rest));
}

function readExactly(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length; ) read += readSync(starter.answers, bytes, read, length - read, null);
  return bytes;
}

function relay(command: string, ...rest: unknown[]): unknown {
  const [words, options] = rest;
  const isPlain = command === "git" && Array.isArray(words) && !JSON.stringify(rest).includes("\\u0000");
  return isPlain ? new RelayedGit(words, options ?? {}) : Reflect.apply(spawn, childProcess, [command, ...rest]);
}

const starter = theStarter();
