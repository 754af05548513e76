import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import module from "node:module";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/**
 * Runs a script of this repository with a Node that reads TypeScript: `node scripts/with-node.mjs src/surfaces/cli/main.ts review`. A new enough Node runs
 * the script itself. `npm ci` calls this file without a script: on an older Node it then puts Node 24 into `node_modules`, where npm's scripts and
 * npx find it first. Without that Node, the script gets one from npm's cache. So a current Node never installs another. This file itself must
 * run on old versions.
 */
const [file = "", ...args] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const readsTypeScript = major > 22 || (major === 22 && minor >= 18);

// The package of the platform, which runs no script when it is installed.
const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const newer = `${name}@24.21.0`;

if (file === "") {
  if (!readsTypeScript) install();
} else if (readsTypeScript) {
  process.argv = [process.argv[0] ?? "", resolve(file), ...args];
  // Without its types and compiled, a file is read again from here: a run from the sources takes about a third less time.
  module.enableCompileCache?.(join(import.meta.dirname, "..", "node_modules", ".cache", "compiled"));
  await import(pathToFileURL(resolve(file)).href);
} else {
  const program = cachedNode();
  const PATH = [dirname(program), process.env.PATH].join(process.platform === "win32" ? ";" : ":");
  const child = spawn(program, [file, ...args], { stdio: "inherit", env: { ...process.env, PATH } });
  // The child gets Ctrl+C too and ends in its own way; this process only waits for it.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.exitCode = await new Promise((done) => child.once("close", (code) => done(code ?? 1)));
}

function install() {
  npm(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", newer]);
  // A third of the package is headers, for those who compile against this Node.
  rmSync(join("node_modules", name, "include"), { recursive: true, force: true });
}

function cachedNode() {
  return npm(["exec", "--yes", `--package=${newer}`, "--", "node", "-p", "process.execPath"]);
}

/** Returns the output of npm. Without a registry the program ends here. */
function npm(parameters) {
  const { status, stdout } = spawnSync("npm", ["--loglevel=error", ...parameters], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  if (status === 0) return (stdout ?? "").trim();
  process.stderr.write(
    `This is Node ${process.versions.node}; the sources need Node 22.18 or newer, and npm could not fetch one. Install it from https://nodejs.org.\n`,
  );
  process.exit(2);
}
