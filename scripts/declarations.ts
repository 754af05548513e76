import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

/** The type declarations of the SDK, by path below `types/`: its entry and every file that it leads to. */
export async function declarations(entry = "surfaces/sdk/main.d.ts"): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "pr-debate-types-"));
  try {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [compiler, "-p", join(root, "tsconfig.types.json"), "--outDir", folder]);
    const found = new Map<string, string>();
    const waiting = [entry];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (found.has(path)) continue;
      const written = (await readFile(join(folder, path), "utf8")).replace(relativeImport, "$<before>.js$<after>");
      // Tabs instead of four spaces: a third of the size, because the types of schemas are nested deeply.
      const text = written.replaceAll(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4));
      found.set(path, text);
      const from = posix.dirname(path);
      const imported = [...text.matchAll(/"(?<name>\.{1,2}\/[^"]+)\.js"/g)].map(({ groups }) => groups?.["name"] ?? "");
      waiting.push(...imported.map((name) => posix.join(from, `${name}.d.ts`)));
    }
    return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A program that reads declarations has no `.ts` files beside them. */
const relativeImport = /(?<before>"\.{1,2}\/[^"]+)\.ts(?<after>")/g;
