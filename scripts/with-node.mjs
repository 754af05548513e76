import { spawn, spawnSync } from "node:child_process";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/**
 * Runs a script of this repository with a Node that reads TypeScript: `node scripts/with-node.mjs src/cli.ts review`. A Node that is new enough
 * goes on itself. An older one gets Node 24 from npm, once, into npm's own cache, and puts it first on the path of all that follows. So nobody
 * with a current Node installs another. This file itself must run on old ones.
 */
const [file = "", ...args] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const readsTypeScript = major > 22 || (major === 22 && minor >= 18);

if (readsTypeScript) {
  process.argv = [process.argv[0] ?? "", resolve(file), ...args];
  await import(pathToFileURL(resolve(file)).href);
} else {
  const newer = newerNode();
  const PATH = [dirname(newer), process.env.PATH].join(process.platform === "win32" ? ";" : ":");
  const child = spawn(newer, [file, ...args], { stdio: "inherit", env: { ...process.env, PATH } });
  // The child hears Ctrl+C too, and ends in its own way; this process only waits for it.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.exitCode = await new Promise((done) => child.once("close", (code) => done(code ?? 1)));
}

function newerNode() {
  // On Linux the plain package, which runs no script when it is installed.
  const name = process.platform === "linux" ? `node-linux-${process.arch}` : "node";
  const parameters = [
    "exec",
    "--yes",
    "--loglevel=error",
    `--package=${name}@24.21.0`,
    "--",
    "node",
    "-p",
    "process.execPath",
  ];
  const { status, stdout } = spawnSync("npm", parameters, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  const path = (stdout ?? "").trim();
  if (status === 0 && path !== "") return path;
  process.stderr.write(
    `This is Node ${process.versions.node}; the sources need Node 22.18 or newer, and npm could not fetch one. Install it from https://nodejs.org.\n`,
  );
  process.exit(2);
}
