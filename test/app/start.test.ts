import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appEnv } from "../support/app-run.ts";
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

test("a port that is in use is said, once, and the process ends", async () => {
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { code, log } = await serve({ PORT: String(port) });
  expect(log).toBe(
    `pr-debate: Port ${port} on 127.0.0.1 is already in use.\n  Set PORT and HOST to what is free here.\n`,
  );
  expect(code).toBe(2);
});

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
  const late = setTimeout(() => child.kill("SIGKILL"), 20_000);
  return new Promise((done) =>
    child.once("close", (code) => {
      clearTimeout(late);
      done({ code, log });
    }),
  );
}
