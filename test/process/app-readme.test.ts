import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readServerConfig } from "../../src/server/config.ts";
import { base, risky } from "../scenarios/samples.ts";
import { deliver, eventually, portIn, pullEvent } from "../support/app-run.ts";
import { appSection, fenced } from "../support/readme.ts";
import { checkOn, type Scenario, startScenario } from "../support/scenario.ts";

const [install = "", makeSecret = "", start = "", ...furtherCommands] = fenced("sh", appSection);
const [settings = "", ...furtherSettings] = fenced("ini", appSection);

let folder = "";
let scenario: Scenario;
let server: ChildProcess | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "app-readme-"));
  scenario = await startScenario({ base, head: risky });
  makeCommands();
});
afterEach(async () => {
  await end();
  await scenario.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the README's steps to an App end with a review", async () => {
  const { github, pull } = scenario;
  github.app.installations.set(77, { repositories: ["octo/app"], createdAt: new Date().toISOString() });
  expect([furtherCommands, furtherSettings]).toEqual([[], []]);
  const clone = join(folder, "pr-debate");
  await run(install, folder);
  const secret = (await run(makeSecret, clone)).trim();
  writeFileSync(join(clone, parseEnv(settings)["PRIVATE_KEY_PATH"] ?? ""), github.app.privateKey);
  writeFileSync(join(clone, ".env"), filledIn({ APP_ID: String(github.app.id), WEBHOOK_SECRET: secret }));
  let log = "";
  server = shell(start, clone);
  server.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const port = await Promise.race([portIn(() => log), ended(server).then(() => Promise.reject(new Error(log)))]);
  const url = `http://127.0.0.1:${port}`;
  expect(await deliver(url, "pull_request", pullEvent("opened", pull), { secret })).toBe(202);
  await eventually(() => expect(checkOn(github, pull.head.sha)?.conclusion).toBe("neutral"));
  expect(github.world.reviews).toHaveLength(1);
  expect(github.violations).toEqual([]);
  await end();
  expect(log).toContain('"msg":"stopped"');
  expect(existsSync(join(clone, ".pr-debate"))).toBe(true);
});

test("the README's webhook address is the server's", async () => {
  expect(appSection).toContain("https://YOUR-ADDRESS/api/github/webhooks");
});

test("the README's example settings are refused, because their secret is public", () => {
  const env = { ...parseEnv(settings), PRIVATE_KEY: scenario.github.app.privateKey };
  expect(() => readServerConfig(env)).toThrow("WEBHOOK_SECRET has 11 characters");
});

/** The README's `.env`, with an operator's own values in the same lines. */
function filledIn(values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name}=.*$`, "m");
    expect(text).toMatch(line);
    return text.replace(line, () => `${name}=${value}`);
  }, settings);
}

async function run(script: string, cwd: string): Promise<string> {
  const child = shell(script, cwd);
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  expect(await ended(child), script).toBe(0);
  return output;
}

/** In a group of its own, because npm starts a shell that starts the server. */
function shell(script: string, cwd: string): ChildProcess {
  const { apiUrl, graphqlUrl } = scenario.github;
  const PATH = [join(folder, "bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const where = { GITHUB_API_URL: apiUrl, GITHUB_GRAPHQL_URL: graphqlUrl, PORT: "0" };
  const env = { PATH, HOME: folder, npm_config_update_notifier: "false", ...where };
  return spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once("close", (code) => done(code)));
}

/** As Ctrl+C does: the whole group hears it. */
async function end(): Promise<void> {
  const child = server;
  server = null;
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const over = ended(child);
  process.kill(-child.pid, "SIGINT");
  await over;
}

/** A clone without git and its packages without a registry; everything else that npm is asked for, npm does. */
function makeCommands(): void {
  const source = join(folder, "source");
  for (const path of ["package.json", "app.yml", "grammars", "scripts", "src"])
    cpSync(path, join(source, path), { recursive: true });
  const found = (process.env["PATH"] ?? "").split(delimiter).map((directory) => join(directory, "npm"));
  const npm = found.find((path) => existsSync(path));
  if (npm === undefined) throw new Error("npm is not on the PATH");
  mkdirSync(join(folder, "bin"));
  command("git", `test "$1" = clone && cp -R "${source}" "$(basename "$2" .git)"`);
  command(
    "npm",
    `if test "$*" = ci; then ln -s "${resolve("node_modules")}" node_modules; else exec "${npm}" "$@"; fi`,
  );
}

function command(name: string, script: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
