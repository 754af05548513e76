import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { z } from "zod";
import type { GitRepository } from "../support/git-repository.ts";
import { quickStart } from "../support/quick-start.ts";

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The variable parts of a run: the folder (default: the repository), stdin, and further environment. */
interface Circumstances {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Leaves `--offline` out. Only for runs that end before a seat is asked: an installed CLI agent would be one. */
  readonly withModels?: boolean;
}

/** Runs the built program in the repository's own environment, without the variables of this machine. */
export async function runCli(
  repository: Pick<GitRepository, "path" | "env">,
  args: readonly string[],
  circumstances: Circumstances = {},
): Promise<Outcome> {
  return outcomeOf(startCli(repository, args, circumstances));
}

export function startCli(
  { path, env }: Pick<GitRepository, "path" | "env">,
  args: readonly string[],
  { cwd = path, input = "", env: more = {}, withModels = false }: Circumstances = {},
): ChildProcess {
  const [command = "", ...rest] = args;
  const offline = command === "review" && !withModels ? ["--offline"] : [];
  const words = args.length === 0 ? [] : [command, ...offline, ...rest];
  const child = spawn(process.execPath, [resolve("dist/cli.js"), ...words], {
    cwd,
    env: { ...quickStart, ...env, ...more },
  });
  // A command that does not read its stdin closes it.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return child;
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

const Located = z.object({ severity: z.string(), title: z.string(), path: z.string(), line: z.number().nullable() });

/** The fields of a JSON report that these tests read. */
export const Report = z.object({
  version: z.literal(1),
  kind: z.literal("review"),
  result: z.string(),
  conclusion: z.string(),
  title: z.string(),
  reason: z.string(),
  findings: z.array(Located),
  eliminated: z.array(Located),
  notes: z.array(z.string()),
  coverage: z.object({
    complete: z.boolean(),
    files: z.array(z.object({ path: z.string(), state: z.string(), reason: z.string().optional() })),
  }),
  change: z.object({ base: z.object({ ref: z.string() }), head: z.object({ ref: z.string(), sha: z.string() }) }),
  startedAt: z.string(),
  finishedAt: z.string(),
});
export type Report = z.infer<typeof Report>;

/** The report on stdout, which must hold only the report. A run without one throws its stderr. */
function reportOf({ stdout, stderr, code }: Outcome): Report {
  if (stdout === "") throw new Error(`no report, exit ${code}: ${stderr}`);
  return Report.parse(JSON.parse(stdout));
}

/** Reviews with `--format json --no-report` and returns the exit code and the report. */
export async function reviewAsJson(
  repository: Pick<GitRepository, "path" | "env">,
  args: readonly string[] = [],
  circumstances: Circumstances = {},
): Promise<{ code: number | null; report: Report; stderr: string }> {
  const outcome = await runCli(repository, ["review", ...args, "--format", "json", "--no-report"], circumstances);
  return { code: outcome.code, report: reportOf(outcome), stderr: outcome.stderr };
}

/** Request data in the text of a query: blocks a merge (P0). */
export const injection = `import { db } from "./db.js";

export async function search(req, res) {
  const rows = await db.query("select * from users where name = '" + req.query.name + "'");
  res.json(rows);
}
`;
