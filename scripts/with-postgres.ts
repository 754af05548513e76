import { spawn } from "node:child_process";
import { startPostgres } from "../test/support/postgres.ts";

/**
 * Runs a program of Node with a PostgreSQL of its own: `node scripts/with-postgres.ts node_modules/vitest/vitest.mjs run`. Its address is in
 * TEST_DATABASE_URL, and with it the tests of the store, of jobs and of the App run on both stores. The exit code is the program's.
 */
const { url, stop } = await startPostgres();
try {
  const child = spawn(process.execPath, process.argv.slice(2), {
    stdio: "inherit",
    env: { ...process.env, TEST_DATABASE_URL: url },
  });
  process.exitCode = await new Promise<number>((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code) => done(code ?? 1));
  });
} finally {
  await stop();
}
