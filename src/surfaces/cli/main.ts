#!/usr/bin/env node
import { unsupportedNode } from "./node-version.ts";

/** No other static import: an older Node would fail on it before it prints the sentence. */
const problem = unsupportedNode(process.versions.node);
if (problem === null) {
  await keepCompiled();
  const { default: packageJson } = await import("../../../package.json", { with: { type: "json" } });
  const { runCommandLine } = await import("./run.ts");
  process.exitCode = await runCommandLine(process.argv.slice(2), packageJson.version, process.env, loadCommands);
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
}

/**
 * Keeps the compiled code beside the installed program, so that the next start is faster. Node's default folder is shared by all users of a
 * machine; here only users who can change the program can write. Where this user may not write, nothing is kept. The sources use the cache of
 * `scripts/with-node.mjs`.
 */
async function keepCompiled() {
  if (!import.meta.filename.endsWith(".js")) return;
  const { enableCompileCache } = await import("node:module");
  enableCompileCache?.(`${import.meta.dirname}/../node_modules/.cache/pr-debate`);
}

/** The table is loaded late: `--version` does not need it. */
async function loadCommands(word?: string) {
  const { programCommands } = await import("./commands.ts");
  const commands = programCommands(async (version, signal) => {
    const app = await import("../app/app.ts");
    await app.runApp(version, signal);
  });
  return commands(word);
}
