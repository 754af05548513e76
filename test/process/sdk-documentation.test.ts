import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aTopic } from "../support/local-review.ts";
import { readTask } from "../support/model-server.ts";
import { fenced } from "../support/readme.ts";

const page = readFileSync("docs/sdk.md", "utf8");
const examples = fenced("js", page);

/** The forge and the model of the examples. */
const written: string[] = [];
const server = createServer(async (request, response) => {
  const body = await textOf(request);
  if (request.method === "POST") written.push(`${request.url} ${body}`);
  if (request.url === "/merge_requests/7.diff")
    response.end("--- a/x.py\n+++ b/x.py\n@@ -0,0 +1,1 @@\n+eval(input())\n");
  else response.end(JSON.stringify({ text: answerTo(body) }));
});

function answerTo(body: string): string {
  const { prompt = "" }: { prompt?: string } = JSON.parse(body);
  const { stage, items } = readTask(prompt);
  const votes = items.map(({ id }) => ({ id, verdict: "agree", reason: "It is so." }));
  return JSON.stringify(stage === "propose" ? { findings: [] } : { votes, missed: [] });
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

let url = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  url = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A project that has the package installed, with a change to review. */
function aProject() {
  const repository = aTopic(
    { "a.ts": "" },
    { "a.ts": 'export const b = 1;\nconsole.log("b");\n', "x.py": "eval(input())\n" },
  );
  repository.write("node_modules/.gitignore", "*\n");
  symlinkSync(resolve("."), join(repository.path, "node_modules/pr-debate"));
  return repository;
}

async function runExample(code: string, variables: Readonly<Record<string, string>> = {}) {
  const { path, env } = aProject();
  writeFileSync(join(path, "example.mjs"), code);
  const child = spawn(process.execPath, ["example.mjs"], { cwd: path, env: { ...env, ...variables } });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const [code_] = await once(child, "close");
  return { code: code_, stdout, stderr, path };
}

const exampleWith = (text: string): string => examples.find((example) => example.includes(text)) ?? "";

test("every example of the page is run below", () => {
  const run = [
    'render(result, "markdown")',
    "for await",
    "debate360",
    "HOUSE_MODEL_URL",
    "noConsole",
    "FORGE_URL",
    "replay(result",
  ];
  expect(examples).toEqual(run.map(exampleWith));
});

test("a review and its report", async () => {
  const { code, stdout, stderr } = await runExample(exampleWith('render(result, "markdown")'));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^findings \d+\n/);
  expect(stdout).toContain("PR Debate");
});

test("events, and then the result", async () => {
  const { code, stdout } = await runExample(exampleWith("for await"));
  expect(code).toBe(0);
  expect(stdout.split("\n")).toContain("propose");
});

test("a whole debate has at most ten lines, and names seats that are not there", async () => {
  const example = exampleWith("debate360");
  expect(example.trim().split("\n").length).toBeLessThanOrEqual(11);
  const missing = await runExample(example);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('No seat is named "claude"');
});

test("the README's example", async () => {
  const [example = ""] = fenced("js", readFileSync("README.md", "utf8"));
  const { code, stdout, stderr } = await runExample(`${example}\nconsole.log(result, findings.length);\n`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^findings \d+\n$/);
});

test("an own model takes a seat", async () => {
  const { code, stdout } = await runExample(exampleWith("HOUSE_MODEL_URL"), { HOUSE_MODEL_URL: url });
  expect(code).toBe(0);
  expect(stdout).toContain("house true");
});

test("an own rule finds its place", async () => {
  const { code, stdout } = await runExample(exampleWith("noConsole"));
  expect(code).toBe(0);
  expect(stdout).toContain("a.ts:2: `console.log` in production code");
});

test("a bot for another forge reads a diff and writes comments and a status", async () => {
  written.length = 0;
  const { code, stderr } = await runExample(exampleWith("FORGE_URL"), { FORGE_URL: url });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(written.filter((line) => line.startsWith("/merge_requests/7/comments"))).toHaveLength(1);
  expect(written.at(-1)).toMatch(/^\/merge_requests\/7\/status .*"conclusion":"neutral"/);
});

test("a review is decided again", async () => {
  const { code, stdout } = await runExample(exampleWith("replay(result"));
  expect(code).toBe(0);
  expect(stdout).toMatch(/^findings (?:findings|blocked) 0$/m);
});

test("an imported package prints nothing and starts nothing", async () => {
  const { code, stdout, stderr, path } = await runExample('import "pr-debate";\n');
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(existsSync(join(path, ".debate"))).toBe(false);
});
