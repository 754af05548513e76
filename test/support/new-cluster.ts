import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { openDatabase } from "../../src/server/database.ts";

const cache = resolve("node_modules/.cache");
const template = join(cache, `pglite-${packageJson.devDependencies["@electric-sql/pglite"]}`);

/**
 * Puts a database of PGlite without tables into a data folder: a copy, because making one takes four seconds of processor time. The first test that
 * needs it makes it, with the program's own `openDatabase`. Tests of the first start (test/app/start.test.ts, test/server/data-folder.test.ts)
 * begin with an empty folder instead.
 */
export async function copyNewCluster(dataDirectory: string): Promise<void> {
  if (!existsSync(template)) await makeTemplate();
  cpSync(template, dataDirectory, { recursive: true });
}

async function makeTemplate(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, "pglite-"));
  const { close } = await openDatabase({
    databaseUrl: null,
    dataDirectory: made,
    onNote: () => {},
    onLost: () => {},
  });
  await close();
  try {
    renameSync(made, template);
  } catch (error) {
    // Another worker was quicker.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}
