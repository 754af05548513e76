import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const cache = resolve("node_modules/.cache");

/** Whatever decides how the program makes a new store. */
const makers = ["package-lock.json", ...["database", "queue", "schema"].map((name) => `src/server/${name}.ts`)];

/**
 * Puts a new store of PGlite into a data folder, as `open` makes it: a copy, because making one takes six seconds of processor time. The first test
 * that needs one makes it. Tests of the first start (test/process/app-start.test.ts, test/server/data-folder.test.ts) begin with an empty folder.
 */
export async function copyNewStore(
  dataDirectory: string,
  open: (dataDirectory: string) => Promise<{ readonly close: () => Promise<void> }>,
): Promise<void> {
  const hash = createHash("sha256");
  for (const name of makers) hash.update(readFileSync(name));
  const template = join(cache, `store-${hash.digest("hex").slice(0, 16)}`);
  if (!existsSync(template)) await make(template, open);
  cpSync(template, dataDirectory, { recursive: true });
}

async function make(template: string, open: Parameters<typeof copyNewStore>[1]): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, "store-"));
  const store = await open(made);
  await store.close();
  try {
    renameSync(made, template);
  } catch (error) {
    // Another worker was quicker.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}
