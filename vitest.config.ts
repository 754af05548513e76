import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { closingLineReporter, coveredIdsReporter } from "./test/support/ids-reporter.ts";

/** Tests of pure code: they leave nothing behind, so their files can share a process. That halves their time. */
const pure = [
  "anchor",
  "debate",
  "decisions",
  "diff",
  "domain",
  "events",
  "plan",
  "prompts",
  "publication",
  "report",
  "review",
  "settings",
];
const pureTests = [...pure, "text", "verdict"].map((folder) => `test/${folder}/**/*.test.ts`);

/** The workers, and the programs that tests start, share what Node compiled: loading is much of a short process. */
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node-compile");
const preload = JSON.stringify(join(import.meta.dirname, "test/support/plain-wasm.cjs"));
process.env["NODE_OPTIONS"] = `${process.env["NODE_OPTIONS"] ?? ""} --require=${preload}`.trim();

export default defineConfig({
  test: {
    environment: "node",
    setupFiles: ["test/support/no-network.ts"],
    // Only for a test that hangs. Many start processes, and a busy machine makes seconds of them.
    testTimeout: 180_000,
    // Much of a test is waiting for a process that it started, or for a pause of the program's, so there are more of them than cores.
    maxWorkers: Math.max(6, availableParallelism()),
    hookTimeout: 180_000,
    // A poll waits for an event; on a loaded machine that takes its time.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: "pure", include: pureTests, isolate: false } },
      {
        extends: true,
        test: { name: "whole", include: ["test/**/*.test.ts"], exclude: [...configDefaults.exclude, ...pureTests] },
      },
    ],
    // The order is the order on the screen: ids, vitest's own summary, and the counts as the very last line.
    reporters: [coveredIdsReporter(), "default", closingLineReporter()],
  },
});
