import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import type { GitRepository } from "./git-repository.ts";
import { quickStart } from "./quick-start.ts";

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The variable parts of a run: the folder (default: the repository), stdin, and further environment. */
export interface Circumstances {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Leaves `--offline` out. Only for runs that end before a seat is asked: an installed CLI agent would be one. */
  readonly withModels?: boolean;
}

/** A review is offline unless the test asks for models. */
export function wordsOf([command, ...rest]: readonly string[], withModels: boolean): string[] {
  if (command === undefined) return [];
  return [command, ...(command === "review" && !withModels ? ["--offline"] : []), ...rest];
}

/** The built program in a process of its own: for tests whose subject is the process. */
export function startCli(
  { path, env }: Pick<GitRepository, "path" | "env">,
  args: readonly string[],
  { cwd = path, input = "", env: more = {}, withModels = false }: Circumstances = {},
): ChildProcess {
  const child = spawn(process.execPath, [resolve("dist/cli.js"), ...wordsOf(args, withModels)], {
    cwd,
    env: { ...quickStart, ...env, ...more },
  });
  // A command that does not read its stdin closes it.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return child;
}

/** For what a process brings along: variables that Node itself reads, and settings that hold for all of it, such as proxies. */
export async function runBuiltCli(...run: Parameters<typeof startCli>): Promise<Outcome> {
  return outcomeOf(startCli(...run));
}

export async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, stdout, stderr };
}
