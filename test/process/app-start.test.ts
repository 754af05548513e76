import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appEnv, startAppProcess } from "../support/app-run.ts";
import { type GitHubServer, startGitHub } from "../support/github-server.ts";

let github: GitHubServer;
let folder = "";
let taken: Server;
beforeEach(async () => {
  github = await startGitHub("octo/app");
  folder = mkdtempSync(join(tmpdir(), "app-start-"));
  taken = createServer();
  await new Promise<void>((done) => taken.listen(0, "127.0.0.1", done));
});
afterEach(async () => {
  taken.close();
  await github.close();
  rmSync(folder, { recursive: true });
});

test("a port in use is reported once, and the process ends", async () => {
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { code, log } = await serve({ PORT: String(port) });
  expect(log).toBe(
    `pr-debate: Port ${port} on 127.0.0.1 is already in use.\n  Stop what listens there, or take another port: PORT=${port + 1} pr-debate serve\n`,
  );
  expect(code).toBe(2);
});

test("a second server on one data folder is refused once, and the first continues", async () => {
  const dataDirectory = join(folder, "data");
  const first = await startAppProcess({ github, dataDirectory });
  const { code, log } = await serve({ PORT: "0", LOG_LEVEL: "silent" });
  expect(log).toBe(`pr-debate: The data folder ${dataDirectory} is in use by another process.\n  ${oneProcess}\n`);
  expect(code).toBe(2);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await first.terminate()).toBe(0);
});

test("a server whose data folder was taken over ends with one sentence and no source code", async () => {
  const dataDirectory = join(folder, "data");
  const app = await startAppProcess({ github, dataDirectory });
  const ended = new Promise<number | null>((done) => app.child.once("close", (code) => done(code)));
  // As after a machine slept: the lock is no longer the one that this process keeps alive.
  const lock = join(dataDirectory, "pglite.lock");
  rmSync(lock, { recursive: true });
  mkdirSync(lock);
  utimesSync(lock, new Date(0), new Date(0));
  expect(await ended).toBe(2);
  const said = app
    .log()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith('{"level":'));
  expect(said).toEqual([
    `pr-debate: The data folder ${dataDirectory} was taken over by another process while this one slept or hung.`,
    `  ${oneProcess}`,
  ]);
});

const oneProcess = "Stop that one, name another folder in PR_DEBATE_DATA_DIR, or set DATABASE_URL to run several.";

function serve(env: Record<string, string>): Promise<{ readonly code: number | null; readonly log: string }> {
  const child = spawn(process.execPath, [resolve("dist/cli.js"), "serve"], {
    cwd: folder,
    env: appEnv({ github, dataDirectory: join(folder, "data"), env }),
  });
  let log = "";
  child.stdout.resume();
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const late = setTimeout(() => child.kill("SIGKILL"), 50_000);
  return new Promise((done) =>
    child.once("close", (code) => {
      clearTimeout(late);
      done({ code, log });
    }),
  );
}
