#!/usr/bin/env node
import { unsupportedNode } from "./node-version.ts";

/** No other static import: an older Node would fail on it before it prints the sentence. */
const problem = unsupportedNode(process.versions.node);
if (problem === null) {
  const { default: packageJson } = await import("../../../package.json", { with: { type: "json" } });
  const { runCommandLine } = await import("./run.ts");
  process.exitCode = await runCommandLine(process.argv.slice(2), packageJson.version, process.env, loadCommands);
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
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
