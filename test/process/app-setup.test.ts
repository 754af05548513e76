import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, request, type Server } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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

test("the page that registers the App names the public address and what the App asks for, and fetches nothing", async () => {
  const { html, headers } = await setupPage({
    PR_DEBATE_PUBLIC_URL: "https://debate.example.com/",
    npm_lifecycle_event: "npx",
  });
  expect(manifestIn(html)).toMatchObject({
    public: false,
    hook_attributes: { url: "https://debate.example.com/api/github/webhooks" },
  });
  expect(html.indexOf("The public address")).toBeLessThan(html.indexOf("Register the App on GitHub"));
  expect(html).toContain("<td>pull requests</td><td>write</td>");
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; .*form-action 'self' https:\/\/github\.com;/,
  );
  expect(existsSync(join(folder, "fetched"))).toBe(false);
  expect(log).toContain("GitHub will send its webhooks to https://debate.example.com.");
  expect(log).not.toMatch(/smee|Probot/);
});

test("without a public address the page asks for it first, and refuses one that GitHub cannot reach", async () => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "shop", description: "Sells things." }));
  const { html, at } = await setupPage({});
  expect(html).toContain("<h1>Set up PR Debate</h1>");
  expect(html).toContain("First give the public address.");
  expect(html).toContain("docs/operations.md");
  expect(html).not.toMatch(/name="manifest"|shop|Sells things|probot/i);
  expect(log).toContain("PR_DEBATE_PUBLIC_URL is not set");
  const typed = async (address: string) => (await fetch(`${at}/?address=${encodeURIComponent(address)}`)).text();
  for (const address of ["http://localhost:3000", "http://192.168.1.5", "https://me:pw@x.example", "x.example"])
    expect(await typed(address)).toMatch(/cannot be used: [^<]+<.*First give/s);
  expect(await typed("<b>")).toContain("&lt;b&gt;");
  expect(manifestIn(await typed("https://tunnel.example.net/"))).toMatchObject({
    hook_attributes: { url: "https://tunnel.example.net/api/github/webhooks" },
  });
});

test("a wrong public address is refused at the start", async () => {
  const { code } = await start({ PR_DEBATE_PUBLIC_URL: "debate.example.com" }).ended;
  expect([code, log]).toEqual([
    2,
    expect.stringContaining('PR_DEBATE_PUBLIC_URL is "debate.example.com": it is no web address.'),
  ]);
});

describe("GitHub's answer", () => {
  const app = {
    ...{
      id: 7,
      name: "Debate of Octo",
      html_url: "https://github.com/apps/debate",
      client_id: "Iv1",
      client_secret: "cs",
    },
    ...{ pem: "-----BEGIN KEY-----\nabc\n-----END KEY-----\n", webhook_secret: "s".repeat(20) },
  };
  let github: Server;
  let asked: string[] = [];
  beforeEach(async () => {
    asked = [];
    github = createHttpServer((message, response) => {
      asked.push(`${message.method} ${message.url}`);
      const isKnown = message.url === "/app-manifests/good/conversions";
      response.writeHead(isKnown ? 201 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(isKnown ? app : { message: "Not Found" }));
    });
    await new Promise<void>((done) => github.listen(0, "127.0.0.1", done));
  });
  afterEach(() => github.close());

  const open = async () => {
    const address = github.address();
    const port = typeof address === "object" ? address?.port : 0;
    const env = { PR_DEBATE_PUBLIC_URL: "https://d.example.com", GITHUB_API_URL: `http://127.0.0.1:${port}` };
    const { html, at } = await setupPage(env);
    const state = /apps\/new\?state=(?<state>[0-9a-f]+)/.exec(html)?.groups?.["state"] ?? "";
    return { at, state, api: env.GITHUB_API_URL };
  };

  test("writes .env for this user alone, keeps its other lines, and says what comes next", async () => {
    writeFileSync(join(folder, ".env"), "OTHER=1\nWEBHOOK_SECRET=old\n", { mode: 0o644 });
    const { at, state, api } = await open();
    const answer = await fetch(`${at}/setup?code=good&state=${state}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/start it again[\s\S]*https:\/\/github\.com\/apps\/debate\/installations\/new/);
    const file = join(folder, ".env");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines).toEqual([
      "OTHER=1",
      'APP_ID="7"',
      'PRIVATE_KEY="-----BEGIN KEY-----\\nabc\\n-----END KEY-----"',
      `WEBHOOK_SECRET="${"s".repeat(20)}"`,
      'GITHUB_CLIENT_ID="Iv1"',
      'GITHUB_CLIENT_SECRET="cs"',
      `GITHUB_API_URL="${api}"`,
    ]);
    expect(log).toContain("The App Debate of Octo is registered");
  });

  test("that cannot be exchanged is explained, and so is one that this page did not ask for", async () => {
    const { at, state } = await open();
    const failed = await fetch(`${at}/setup?code=spent&state=${state}`);
    expect([failed.status, await failed.text()]).toEqual([
      502,
      expect.stringContaining("GitHub did not hand over the App"),
    ]);
    expect(log).toContain("GitHub did not hand over the App");
    asked = [];
    const foreign = await fetch(`${at}/setup?code=good&state=00`);
    expect([foreign.status, asked]).toEqual([400, []]);
    expect(existsSync(join(folder, ".env"))).toBe(false);
  });
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

test("another site's page reaches nothing, not even by a name that resolves to this machine", async () => {
  const { at } = await setupPage({ PR_DEBATE_PUBLIC_URL: "https://debate.example.com" });
  const { port } = new URL(at);
  const statusOf = (host: string, method = "GET"): Promise<number | undefined> =>
    new Promise((done, failed) => {
      const sent = request({ host: "localhost", port, method, path: "/", headers: { host } }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      });
      sent.on("error", failed);
      sent.end();
    });
  expect(await statusOf(`localhost:${port}`)).toBe(200);
  expect(await statusOf("evil.example.com")).toBe(404);
  expect(await statusOf(`localhost:${port}`, "POST")).toBe(404);
});

test("the page does not exist in production", async () => {
  const { code } = await start({ NODE_ENV: "production", PORT: String(await freePort()) }).ended;
  expect(code).toBe(2);
  expect(log).toContain("There is no App yet: APP_ID and PRIVATE_KEY are not set.");
});

async function setupPage(env: Record<string, string>) {
  const port = await freePort();
  start({ ...env, PORT: String(port) });
  await eventually(() => expect(log).toContain("to create one."));
  const at = `http://localhost:${port}`;
  const page = await fetch(at);
  return { at, html: await page.text(), headers: page.headers };
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
  const text = /name="manifest" value="(?<json>[^"]+)"/.exec(page)?.groups?.["json"] ?? "";
  return Manifest.parse(JSON.parse(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&")));
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "localhost", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
