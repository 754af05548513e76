import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { summary as jobSummary } from "@actions/core";
import packageJson from "../../package.json" with { type: "json" };
import { runAction as runOurAction } from "../../src/surfaces/action/run.ts";
import { inThisProcess } from "./in-this-process.ts";
import { quickStart } from "./quick-start.ts";

export interface ActionRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** File name to text. */
  readonly reports: Readonly<Record<string, string>>;
}

export interface ActionCall {
  /** The stand-in's addresses, and a bearer token that it accepts. */
  readonly github: { readonly apiUrl: string; readonly graphqlUrl: string };
  readonly token: string;
  readonly event: string;
  readonly payload: unknown;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What else lies in the workspace. */
  readonly prepare?: (workspace: string) => void;
  /** Runs the built Action in a process of its own, and is called with it as soon as it runs: for tests that kill it. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** The Action as a runner starts it: inputs and event by the environment, nothing else of this machine. */
export async function runAction(call: ActionCall): Promise<ActionRun> {
  const workspace = mkdtempSync(join(tmpdir(), "action-run-"));
  const file = (name: string, text = ""): string => {
    const path = join(workspace, name);
    writeFileSync(path, text);
    return path;
  };
  const [output, summary] = [file("output"), file("summary")];
  const inputs = {
    "github-token": call.token,
    config: ".github/pr-debate.yml",
    "report-dir": ".debate",
    // Most tests are about the whole protocol, on changes of a few lines.
    effort: "standard",
    ...call.inputs,
  };
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: workspace,
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: call.event,
    GITHUB_EVENT_PATH: file("event.json", JSON.stringify(call.payload)),
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_WORKSPACE: workspace,
    GITHUB_API_URL: call.github.apiUrl,
    GITHUB_GRAPHQL_URL: call.github.graphqlUrl,
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    ...call.env,
  };
  call.prepare?.(workspace);
  try {
    const ended = await (call.onStart === undefined ? here(workspace, env) : started(workspace, env, call.onStart));
    return {
      ...ended,
      outputs: readOutputs(readFileSync(output, "utf8")),
      summary: readFileSync(summary, "utf8"),
      reports: readReports(join(workspace, ".debate")),
    };
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

type End = Pick<ActionRun, "code" | "signal" | "stdout" | "stderr">;

async function here(cwd: string, env: Readonly<Record<string, string>>): Promise<End> {
  // The package keeps the file of the first summary that it wrote.
  Reflect.deleteProperty(jobSummary, "_filePath");
  const main = (own: typeof env | Readonly<Record<string, string | undefined>>): Promise<number> =>
    runOurAction(own, packageJson.version, new AbortController().signal);
  return { ...(await inThisProcess({ cwd, env }, main, { changesFolder: false })), signal: null };
}

function started(
  cwd: string,
  env: Readonly<Record<string, string>>,
  onStart: (child: ChildProcess) => void,
): Promise<End> {
  const child = spawn(process.execPath, [resolve("dist/index.js")], { cwd, env: { ...quickStart, ...env } });
  onStart(child);
  return outcomeOf(child);
}

async function outcomeOf(child: ChildProcess): Promise<End> {
  const chunks = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      chunks[name] += text;
    });
  }
  return new Promise((done) => child.on("close", (code, signal) => done({ code, signal, ...chunks })));
}

/** Both forms that a runner reads: `name=value`, and `name<<END`, lines, `END`. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split("\n").values();
  for (const line of lines) {
    const [, name, isLong, rest = ""] = /^([\w-]+)(?:(<<)|=)(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const long: string[] = [];
    for (const part of isLong === undefined ? [] : lines) {
      if (part === rest) break;
      long.push(part);
    }
    outputs[name] = isLong === undefined ? rest : long.join("\n");
  }
  return outputs;
}

function readReports(folder: string): Record<string, string> {
  try {
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  } catch {
    return {};
  }
}
