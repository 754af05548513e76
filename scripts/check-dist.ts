import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { build } from "./build.ts";

/** Differences between two folders, byte by byte and by executable bit: `missing: <path>`, `extra: <path>`, `differs: <path>`. */
export async function differences(expected: string, actual: string): Promise<string[]> {
  const [wanted, found] = await Promise.all([filesOf(expected), filesOf(actual)]);
  const shared = wanted.filter((path) => found.includes(path));
  const same = await Promise.all(shared.map((path) => isSame(join(expected, path), join(actual, path))));
  return [
    ...wanted.filter((path) => !found.includes(path)).map((path) => `missing: ${path}`),
    ...found.filter((path) => !wanted.includes(path)).map((path) => `extra: ${path}`),
    ...shared.filter((_path, index) => same[index] !== true).map((path) => `differs: ${path}`),
  ];
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/")).sort();
}

async function isSame(left: string, right: string): Promise<boolean> {
  const [leftBytes, rightBytes] = await Promise.all([readFile(left), readFile(right)]);
  return leftBytes.equals(rightBytes) && (await isExecutable(left)) === (await isExecutable(right));
}

async function isExecutable(path: string): Promise<boolean> {
  return ((await stat(path)).mode & 0o100) !== 0;
}

if (process.argv[1] === import.meta.filename) {
  const temporary = await mkdtemp(join(tmpdir(), "pr-debate-dist-"));
  try {
    await build(temporary);
    const found = await differences(temporary, join(import.meta.dirname, "../dist"));
    for (const line of found) console.error(`dist/ differs from the build of the sources. ${line}`);
    if (found.length > 0) console.error("Run `npm run build` and commit dist/.");
    else console.log("dist/ matches the sources");
    process.exitCode = found.length === 0 ? 0 : 1;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
