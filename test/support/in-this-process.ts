import { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import { Readable, Writable } from "node:stream";
import timers from "node:timers/promises";

/** What a program finds around it. A variable that is not named is not there. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Standard input; it ends after the text. */
  readonly input?: string;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Held extends Pick<Surroundings, "cwd"> {
  readonly env: Record<string, string | undefined>;
  readonly stdin: Readable;
  readonly stdout: Collector;
  readonly stderr: Collector;
}

const surroundings = new AsyncLocalStorage<Held>();

/** Keeps what a program writes, like a pipe to a reader that takes everything. */
class Collector extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

/** Node's own values where no program runs, and the program's own where one does. Several can run at a time. */
function divertProcess(): void {
  for (const name of ["env", "stdin", "stdout", "stderr"] as const) {
    const own = Object.getOwnPropertyDescriptor(process, name);
    if (own === undefined) throw new Error(`process.${name} is missing`);
    let replaced: unknown;
    const ofNode = (): unknown => (own.get === undefined ? (replaced ?? own.value) : own.get.call(process));
    Object.defineProperty(process, name, {
      configurable: true,
      get: () => surroundings.getStore()?.[name] ?? ofNode(),
      set(value: unknown) {
        replaced = value;
      },
    });
  }
  const cwd = process.cwd.bind(process);
  process.cwd = () => surroundings.getStore()?.cwd ?? cwd();
}

divertProcess();

let running = 0;
const hurried = new AsyncLocalStorage<true>();

/** Work in which no pause takes longer than a moment: the end of a test waits for nothing. */
export function atOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  return hurried.run(true, work);
}

/** A program pauses for some seconds until GitHub shows what other runs wrote. A program that runs alone needs only a tenth of that. */
const shortening = 10;

function shortenPauses(): void {
  const pause = timers.setTimeout;
  timers.setTimeout = (ms, ...rest) => pause(shortened(ms ?? 0), ...rest);
  syncBuiltinESMExports();
}

function shortened(ms: number): number {
  if (hurried.getStore()) return Math.min(ms, 50);
  return surroundings.getStore() !== undefined && running === 1 ? ms / shortening : ms;
}

shortenPauses();

/** The folder of the system's calls is one for the whole process. */
const folders = { outside: process.cwd(), inside: "", running: 0 };

function enter(cwd: string): void {
  if (folders.running > 0 && folders.inside !== cwd)
    throw new Error(`a program runs in ${folders.inside}: another one cannot run in ${cwd} at the same time`);
  if (folders.running === 0) folders.outside = process.cwd();
  process.chdir(cwd);
  folders.inside = cwd;
  folders.running += 1;
}

function leave(): void {
  folders.running -= 1;
  if (folders.running === 0) process.chdir(folders.outside);
}

/**
 * Runs a program of ours in this process, with the environment, folder and streams that a process of its own would have. `main` returns the exit
 * code. A program that ends its process, or takes a signal, is a subject of `test/process`.
 */
export async function inThisProcess(
  { cwd, env, input = "" }: Surroundings,
  main: (env: Readonly<Record<string, string | undefined>>) => Promise<number>,
  { changesFolder = true }: { readonly changesFolder?: boolean } = {},
): Promise<Ended> {
  const held: Held = {
    ...{ cwd, env: { ...env } },
    ...{ stdin: Readable.from([Buffer.from(input)]), stdout: new Collector(), stderr: new Collector() },
  };
  const global = Object.keys(env).find((name) => /^(?:NODE_OPTIONS|TZ|HTTPS?_PROXY)$/i.test(name));
  if (global !== undefined) throw new Error(`${global} holds for a whole process: such a test belongs in test/process`);
  if (changesFolder) enter(cwd);
  running += 1;
  try {
    const code = await surroundings.run(held, () => main(held.env));
    return { code, stdout: held.stdout.text, stderr: held.stderr.text };
  } finally {
    running -= 1;
    if (changesFolder) leave();
  }
}
