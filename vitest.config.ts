import { availableParallelism } from "node:os";
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

export default defineConfig({
  test: {
    environment: "node",
    setupFiles: ["test/support/no-network.ts"],
    // Some tests start the CLI or git; on a loaded machine that takes seconds, not milliseconds.
    testTimeout: 60_000,
    // Much of a test is waiting for a process that it started, or for a pause of the program's, so there are more of them than cores.
    maxWorkers: Math.max(4, availableParallelism()),
    hookTimeout: 30_000,
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
