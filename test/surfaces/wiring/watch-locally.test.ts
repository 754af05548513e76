import { mkdirSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LocalWatch, watchLocally } from "../../../src/surfaces/wiring/watch-locally.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";

let repository: GitRepository;
let watch: LocalWatch;
const signal = new AbortController().signal;

beforeEach(async () => {
  repository = gitRepository();
  repository.write(".gitignore", "dist/\n*.log\n");
  repository.write("src/a.ts", "export const a = 1;\n");
  repository.commit();
  repository.write("dist/old/a.js", "x\n");
  repository.write("node_modules/a/index.js", "x\n");
  repository.write("src/old.log", "x\n");
  watch = await watchLocally({ directory: repository.path, env: repository.env, change: {}, out: undefined }, signal);
});
afterEach(async () => {
  await watch.close();
  repository.remove();
});

/** The changed files from the root of the repository. */
async function changed(): Promise<string[]> {
  return (await watch.filesChanged(signal)).map((path) => relative(watch.root, path));
}

test("nothing wakes it for files that git ignores, .git, node_modules and .debate; the next file of the change does", async () => {
  for (const path of ["dist/old/b.js", "dist/c.js", "node_modules/a/b.js", "node_modules/b/c.js", "src/old.log"])
    repository.write(path, "y\n");
  for (const path of [".git/x", ".debate/journal/a.json", "packages/a/node_modules/b.js"])
    repository.write(path, "y\n");
  repository.commit();
  repository.write("src/a.ts", "export const a = 2;\n");
  const paths = await changed();
  expect(paths).toContain("src/a.ts");
  expect(paths.filter((path) => !/^(?:src\/a\.ts|packages(?:\/a)?)$/.test(path))).toEqual([]);
});

test("several writes in a row wake it once", async () => {
  for (const name of ["a", "b", "c"]) repository.write(`src/${name}.ts`, `export const ${name} = 3;\n`);
  expect(new Set(await changed())).toEqual(new Set(["src/a.ts", "src/b.ts", "src/c.ts"]));
});

test("the fingerprint follows the change, not the times of files", async () => {
  const clean = await watch.fingerprint(signal);
  repository.write("src/a.ts", "export const a = 2;\n");
  const edited = await watch.fingerprint(signal);
  expect(edited).not.toBe(clean);
  repository.write("src/a.ts", "export const a = 2;\n");
  repository.write("dist/d.js", "z\n");
  expect(await watch.fingerprint(signal)).toBe(edited);
  repository.write("src/a.ts", "export const a = 1;\n");
  expect(await watch.fingerprint(signal)).toBe(clean);
});

test("waiting ends with the signal", async () => {
  const stop = new AbortController();
  const waiting = watch.filesChanged(stop.signal);
  stop.abort(new Error("over"));
  await expect(waiting).rejects.toThrow("over");
});

test.each(["report.md", "src/report.md"])("--out %s is refused, since it would be a change to review", async (out) => {
  const options = { directory: repository.path, env: repository.env, change: {}, out: `${repository.path}/${out}` };
  await expect(watchLocally(options, signal)).rejects.toThrow(/each report would be a change/);
});

test.each(["dist/report.md", "../report.md", ".debate/report.md"])("--out %s is taken", async (out) => {
  mkdirSync(`${repository.path}/.debate`);
  rmSync(`${repository.path}/src/old.log`);
  const options = { directory: repository.path, env: repository.env, change: {}, out: `${repository.path}/${out}` };
  await (await watchLocally(options, signal)).close();
});
