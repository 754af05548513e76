import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { eventually } from "../support/app-run.ts";

const Manifest = z.looseObject({ public: z.boolean(), hook_attributes: z.object({ url: z.string() }) });

let folder = "";
let child: ChildProcess | null = null;
let log = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "app-setup-"));
  for (const name of ["app.yml", "package.json"]) copyFileSync(name, join(folder, name));
  // A program that fetches a package at run time calls npx.
  writeFileSync(join(folder, "npx"), `#!/bin/sh\ntouch "${join(folder, "fetched")}"\nexit 1\n`, { mode: 0o755 });
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

test("the page that creates the App names the public address and fetches nothing", async () => {
  // Under npx Probot believes that it may.
  const page = await setupPage({ PR_DEBATE_PUBLIC_URL: "https://debate.example.com/", npm_lifecycle_event: "npx" });
  expect(manifestIn(page)).toMatchObject({
    public: false,
    hook_attributes: { url: "https://debate.example.com/api/github/webhooks" },
  });
  expect(existsSync(join(folder, "fetched"))).toBe(false);
  expect(log).not.toContain("smee");
});

test("the page is about PR Debate, whatever the folder contains, and links to the documentation", async () => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "shop", description: "Sells things." }));
  const page = await setupPage({});
  expect(page).toContain("<title>Set up PR Debate</title>");
  expect(page).toMatch(/<h1>\s*Set up PR Debate\s*</);
  expect(page).toContain("docs/operations.md");
  expect(page).not.toMatch(/Welcome to|shop|Sells things|probot\.github\.io|discussions/);
  expect(log).not.toContain("Probot");
  const styles = await fetch(
    `${new URL(/http:\/\/localhost:\d+/.exec(log)?.[0] ?? "").origin}/probot/static/primer.css`,
  );
  expect((await styles.text()).length).toBeGreaterThan(1_000);
});

test("a port in use gives one sentence without a stack", async () => {
  const port = await freePort();
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(port, "localhost", done));
  const { code } = await start({ PORT: String(port) }).ended;
  taken.close();
  expect(log).toBe(
    `pr-debate: Port ${port} on localhost is already in use.\n  Stop what listens there, or take another port: PORT=${port + 1} pr-debate serve\n`,
  );
  expect(code).toBe(2);
});

test("another site's page sets nothing up, not even by a name that resolves to this machine", async () => {
  await setupPage({ PR_DEBATE_PUBLIC_URL: "https://debate.example.com" });
  const port = /localhost:(?<port>\d+)/.exec(log)?.groups?.["port"] ?? "";
  const own = `localhost:${port}`;
  const setUp = (host: string, origin: string): Promise<number | undefined> =>
    new Promise((done, failed) => {
      const headers = { host, origin, "content-type": "text/plain" };
      const sent = request({ host: "localhost", port, method: "POST", path: "/probot/import", headers }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      });
      sent.on("error", failed);
      sent.end(JSON.stringify({ appId: "1", pem: "none", webhook_secret: "made up" }));
    });
  expect(await setUp(own, "https://evil.example.com")).toBe(404);
  expect(await setUp("evil.example.com", "http://evil.example.com")).toBe(404);
  expect(existsSync(join(folder, ".env"))).toBe(false);
  expect(await setUp(own, `http://${own}`)).toBe(200);
  expect(existsSync(join(folder, ".env"))).toBe(true);
});

test("the page does not exist in production", async () => {
  const { code } = await start({ NODE_ENV: "production", PORT: String(await freePort()) }).ended;
  expect(code).toBe(2);
  expect(log).toContain("There is no App yet: APP_ID and PRIVATE_KEY are not set.");
});

async function setupPage(env: Record<string, string>): Promise<string> {
  const port = await freePort();
  start({ ...env, PORT: String(port) });
  await eventually(() => expect(log).toContain("to create one."));
  return (await fetch(`http://localhost:${port}/probot`)).text();
}

function start(env: Record<string, string>): { readonly ended: Promise<{ readonly code: number | null }> } {
  const PATH = [folder, process.env["PATH"] ?? ""].join(delimiter);
  const started = spawn(process.execPath, [resolve("dist/cli.js"), "serve"], {
    cwd: folder,
    env: { HOME: folder, ...env, PATH },
  });
  child = started;
  log = "";
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  return { ended: new Promise((done) => started.once("close", (code) => done({ code }))) };
}

function manifestIn(page: string): z.infer<typeof Manifest> {
  const text = /name="manifest"[^>]* value='(?<json>[^']+)'/.exec(page)?.groups?.["json"] ?? "";
  return Manifest.parse(JSON.parse(text));
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "localhost", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
