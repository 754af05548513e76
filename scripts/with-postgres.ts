import { spawn } from "node:child_process";
import { startPostgres } from "../test/support/postgres.ts";

/**
 * Runs a command with a PostgreSQL of its own: `node scripts/with-postgres.ts vitest run`. Its address is in
 * TEST_DATABASE_URL, and with it the tests of the store, of jobs and of the App run on both stores. The exit code is the command's.
 */
const [command = "", ...args] = process.argv.slice(2);
const { url, stop } = await startPostgres();
try {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, TEST_DATABASE_URL: url } });
  process.exitCode = await new Promise<number>((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code) => done(code ?? 1));
  });
} finally {
  await stop();
}
