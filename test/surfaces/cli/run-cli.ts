import { z } from "zod";
import packageJson from "../../../package.json" with { type: "json" };
import { programCommands } from "../../../src/surfaces/cli/commands.ts";
import { runCommandLine } from "../../../src/surfaces/cli/run.ts";
import { type Circumstances, type Outcome, wordsOf } from "../../support/built-cli.ts";
import type { GitRepository } from "../../support/git-repository.ts";
import { inThisProcess } from "../../support/in-this-process.ts";

/** Runs the program in this process, in the repository's own environment, without the variables of this machine. */
export async function runCli(
  { path, env }: Pick<GitRepository, "path" | "env">,
  args: readonly string[],
  { cwd = path, input = "", env: more = {}, withModels = false }: Circumstances = {},
): Promise<Outcome> {
  return inThisProcess({ cwd, env: { ...env, ...more }, input }, (own) =>
    runCommandLine(wordsOf(args, withModels), packageJson.version, own, programCommands(noApp)),
  );
}

/** `serve` runs until a signal. */
async function noApp(): Promise<void> {
  throw new Error("the App runs as a function (startApp) or as a process (startAppProcess)");
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
