import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { closingLineReporter, coveredIdsReporter } from "./test/support/ids-reporter.ts";

export default defineConfig({
  test: {
    environment: "node",
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/no-network.ts"],
    // Some tests start the CLI or git; on a loaded machine that takes seconds, not milliseconds.
    testTimeout: 60_000,
    // Much of a test is waiting for a process that it started, or for a pause of the program's, so there are more of them than cores.
    maxWorkers: Math.max(4, availableParallelism()),
    hookTimeout: 30_000,
    // The order is the order on the screen: ids, vitest's own summary, and the counts as the very last line.
    reporters: [coveredIdsReporter(), "default", closingLineReporter()],
  },
});
