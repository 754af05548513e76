import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import packageJson from "../../package.json" with { type: "json" };
import { serveApp } from "../../src/surfaces/wiring/app-ports.ts";
import { type Pull, repositoryId } from "./github-server/world.ts";
import type { GitHubServer } from "./github-server.ts";
import { atOnce } from "./in-this-process.ts";
import type { ModelServer } from "./model-server.ts";
import { quickStart } from "./quick-start.ts";

/** Split, so that no scanner takes it for a real one. */
const webhookSecret = ["a secret", "of this test", "alone"].join(" ");

export interface App {
  readonly url: string;
  /** Everything it wrote to stderr so far. */
  readonly log: () => string;
  /** Answers the status. */
  readonly deliver: (event: string, payload: object, options?: DeliverOptions) => Promise<number>;
  /** Ends it well, as SIGTERM does. Reviews under way are given up at once. */
  readonly stop: () => Promise<void>;
}

export interface AppProcess extends App {
  readonly child: ChildProcess;
  /** SIGTERM, and the exit code. */
  readonly terminate: () => Promise<number | null>;
  readonly kill: () => Promise<void>;
}

export interface DeliverOptions {
  readonly secret?: string;
  readonly guid?: string;
  /** The body as it is sent, where it differs from what is signed. */
  readonly sent?: string;
}

export interface StartAppOptions {
  readonly github: GitHubServer;
  readonly models?: ModelServer;
  /** Null: PGlite in `dataDirectory`. */
  readonly databaseUrl?: string | null;
  readonly dataDirectory?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The App's settings as an operator gives them. */
export function appEnv({
  github,
  models,
  databaseUrl,
  dataDirectory = "",
  env,
}: StartAppOptions): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    APP_ID: String(github.app.id),
    PRIVATE_KEY: github.app.privateKey,
    WEBHOOK_SECRET: webhookSecret,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    PORT: "0",
    PR_DEBATE_DATA_DIR: dataDirectory,
    PR_DEBATE_QUIET_SECONDS: "0",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(models === undefined ? {} : modelEnv(models)),
    ...env,
  };
}

function modelEnv(models: ModelServer): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: "stand-in-a",
    ANTHROPIC_BASE_URL: models.url,
    OPENAI_API_KEY: "stand-in-o",
    OPENAI_BASE_URL: models.openAiUrl,
    PR_DEBATE_SEATS: "one=anthropic:claude-opus-5-5,two=openai:gpt-6-sol,three=openai:gpt-5.6-sol",
  };
}

/** The App in this process, with its own HTTP server and store. */
export async function startApp(options: StartAppOptions): Promise<App> {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), "app-data-"));
  let log = "";
  const out = { write: (line: string) => (log += line) };
  const app = await serveApp({ env: appEnv({ ...options, dataDirectory }), version: packageJson.version, out });
  app.lost.catch(() => undefined);
  let ended: Promise<void> | null = null;
  return {
    ...handlesOf(`http://127.0.0.1:${await portIn(() => log)}`, () => log),
    stop: async () => {
      ended ??= atOnce(app.stop);
      await ended;
      if (options.dataDirectory === undefined) rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

function handlesOf(url: string, log: () => string): Pick<App, "url" | "log" | "deliver"> {
  return { url, log, deliver: (event, payload, given) => deliver(url, event, payload, given) };
}

/** The built App in a process of its own, as an operator starts it: `pr-debate serve`, settings by the environment alone. */
export async function startAppProcess(options: StartAppOptions): Promise<AppProcess> {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), "app-data-"));
  const cwd = mkdtempSync(join(tmpdir(), "app-run-"));
  const env = { ...quickStart, ...appEnv({ ...options, dataDirectory }) };
  const child = spawn(process.execPath, [resolve("dist/cli.js"), "serve"], { cwd, env });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  child.stdout.resume();
  const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  const port = await Promise.race([
    portIn(() => log),
    ended.then((code) => Promise.reject(new Error(`the App ended with ${code}: ${log}`))),
  ]);
  const tidy = (): void => {
    rmSync(cwd, { recursive: true, force: true });
    if (options.dataDirectory === undefined) rmSync(dataDirectory, { recursive: true, force: true });
  };
  const terminate = async (): Promise<number | null> => {
    child.kill("SIGTERM");
    const code = await ended;
    tidy();
    return code;
  };
  return {
    ...handlesOf(`http://127.0.0.1:${port}`, () => log),
    child,
    terminate,
    stop: async () => void (await terminate()),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
      tidy();
    },
  };
}

/** Once it is ready: the port that its log names. */
export async function portIn(log: () => string): Promise<number> {
  for (;;) {
    const port = /"port":(\d+)[^\n]*"msg":"ready"/.exec(log())?.[1];
    if (port !== undefined) return Number(port);
    await pause(20);
  }
}

export function signed(body: string, secret = webhookSecret): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

export async function deliver(
  url: string,
  event: string,
  payload: object,
  options: DeliverOptions = {},
): Promise<number> {
  const { secret = webhookSecret, guid = randomUUID() } = options;
  const body = JSON.stringify(payload);
  const answer = await fetch(`${url}/api/github/webhooks`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": guid,
      "x-hub-signature-256": signed(body, secret),
    },
    body: options.sent ?? body,
  });
  await answer.text();
  return answer.status;
}

/** What every payload of an installation's repository holds. */
export function common(repo: string, installation = 77): object {
  return {
    installation: { id: installation },
    repository: { id: repositoryId(repo), full_name: repo },
    sender: { login: "ann", type: "User" },
  };
}

export function pullEvent(action: string, pull: Pull, repo = "octo/app", installation = 77): object {
  return {
    action,
    number: pull.number,
    pull_request: { number: pull.number, head: { sha: pull.head.sha } },
    ...common(repo, installation),
  };
}

/** Waits for what a test demands; what it threw last, when it does not come. */
export async function eventually<Result>(look: () => Result | Promise<Result>, seconds = 60): Promise<Result> {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(100);
    }
  }
}
