#!/usr/bin/env node
import packageJson from "../package.json" with { type: "json" };

/** Only what `--version` needs is loaded here; each command loads the rest. */
const args = process.argv.slice(2);
if (args.includes("--version") && !args.includes("--")) {
  process.stdout.write(`${packageJson.version}\n`);
} else {
  const { run } = await import("./cli/run.ts");
  process.exitCode = await run(args, packageJson.version, process.env);
}
