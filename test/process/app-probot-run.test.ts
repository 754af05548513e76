import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { base, risky } from "../scenarios/samples.ts";
import { appEnv, deliver, eventually, pullEvent } from "../support/app-run.ts";
import { checkOn, type Scenario, startScenario } from "../support/scenario.ts";

let scenario: Scenario;
let folder = "";
let child: ChildProcess | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "app-probot-"));
  scenario = await startScenario({ base, head: risky });
  scenario.github.app.installations.set(77, { repositories: ["octo/app"], createdAt: new Date().toISOString() });
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await scenario.close();
  rmSync(folder, { recursive: true });
});

/** A loaded machine needs long to start Probot and to create the store. */
const slow = { timeout: 300_000 };

interface ProbotRun {
  readonly url: string;
  /** All that Probot and the App printed so far. */
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** Probot's own runner with the built App. It takes port 0 for 3000. */
async function probotRun(env: Record<string, string> = {}, options: readonly string[] = []): Promise<ProbotRun> {
  const port = await freePort();
  const settings = appEnv({ github: scenario.github, dataDirectory: join(folder, "data") });
  const probot = resolve("node_modules/probot/bin/probot.js");
  child = spawn(process.execPath, [probot, "run", ...options, resolve("dist/app.js")], {
    cwd: folder,
    env: { ...settings, HOST: "127.0.0.1", PORT: String(port), ...env },
  });
  let output = "";
  const ended = new Promise<number | null>((done) => child?.once("close", (code) => done(code)));
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return { url: `http://127.0.0.1:${port}`, output: () => output, ended };
}

async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

test("probot run stores a signed webhook, reviews its pull request, and stops cleanly", slow, async () => {
  const { url, output, ended } = await probotRun({ WEBHOOK_SECRET_PREVIOUS: previous });
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status, output()).toBe(200), 120);
  const opened = pullEvent("opened", scenario.pull);
  expect(await deliver(url, "pull_request", opened, { secret: "a secret of somebody else" })).toBe(401);
  expect(await deliver(url, "pull_request", opened)).toBe(202);
  expect(await deliver(url, "pull_request", { ...opened, again: 1 }, { secret: previous })).toBe(202);
  await eventually(() => expect(checkOn(scenario.github, scenario.pull.head.sha)?.status).toBe("completed"), 120);
  child?.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(output()).toContain('"msg":"stopped"');
});

const previous = ["the secret", "before the rotation"].join(" ");

test("probot run refuses an unsigned or oversized request before its body, and repeats none of it", slow, async () => {
  const { url, output } = await probotRun();
  await eventually(async () => expect((await fetch(`${url}/healthz`)).status, output()).toBe(200), 120);
  const headers = { "x-github-event": "pull_request", "x-github-delivery": "one" };
  const unsigned = await fetch(`${url}/api/github/webhooks`, { method: "POST", headers, body: marked });
  expect([unsigned.status, await unsigned.text()]).toEqual([401, "The signature is missing.\n"]);
  expect(await deliver(url, "pull_request", { marked }, { secret: "a secret of somebody else" })).toBe(401);
  const large = await fetch(`${url}/api/github/webhooks`, { method: "POST", headers, body: Buffer.alloc(26_214_401) });
  expect(large.status).toBe(413);
  expect(output()).not.toContain(marked);
});

const marked = "words of a stranger";

test.each([
  ["an empty secret", { WEBHOOK_SECRET: "" }, [], "WEBHOOK_SECRET is not set."],
  ["a store of Redis", { REDIS_URL: "redis://127.0.0.1:1" }, [], null],
  ["a proxy", { WEBHOOK_PROXY_URL: "http://127.0.0.1:1" }, [], "WEBHOOK_PROXY_URL is set"],
  ["another secret", {}, ["--secret=development"], "Probot's webhook secret differs"],
])("probot run does not start with %s", async (_, env: Record<string, string>, options, sentence) => {
  const { url, output, ended } = await probotRun(env, options);
  expect(await ended).not.toBe(0);
  expect(output()).toContain(sentence ?? "");
  await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
});
