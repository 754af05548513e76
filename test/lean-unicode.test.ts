import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as whole from "scslre";
import { expect, onTestFinished, test } from "vitest";
import { withLeanTables } from "../scripts/lean-unicode.ts";

const packages = join(import.meta.dirname, "../node_modules");
const code = readFileSync(join(packages, "refa/index.js"), "utf8");

test("with lean tables every class of characters is read as before, in half the size", async () => {
  const lean = withLeanTables(code);
  expect(lean.length).toBeLessThan(code.length / 2);
  const { analyse } = await loaded(lean);
  const classes = ["\\w", "[k\\u212a]", "[a-zß]", "\\s", "."];
  const properties = ["\\p{L}", "\\P{Script=Greek}", "\\p{Emoji}", "\\p{Lu}", "\\p{ID_Start}", "\\p{sc=Han}"];
  for (const [list, flags] of [
    [classes, ""],
    [classes, "i"],
    [[...classes, ...properties], "u"],
    [[...classes, ...properties], "iu"],
  ] as const)
    for (const one of list)
      for (const other of list) {
        const source = `^${one}*${other}*é$`;
        expect(charactersOf(analyse, source, flags), `/${source}/${flags}`).toEqual(
          charactersOf(whole.analyse, source, flags),
        );
      }
});

test("a package of a different form is an error, not a bundle without tables", () => {
  expect(() => withLeanTables("module.exports = {};")).toThrow("no longer has its tables");
  expect(() => withLeanTables(`${code}\nJSON.parse('3');`)).toThrow("unknown form");
  expect(() => withLeanTables(`${code}\nJSON.parse('{"65":[66,67]}');`)).toThrow("no longer the same");
});

/** The ranges of the characters that two repetitions compete for. */
function charactersOf(analyse: typeof whole.analyse, source: string, flags: string): string[] {
  return analyse({ source, flags }).reports.map(
    ({ type, character }) => `${type} ${JSON.stringify(character.set.ranges)}`,
  );
}

/** The analyser in a folder of its own, beside another refa. */
async function loaded(refa: string): Promise<typeof whole> {
  const folder = mkdtempSync(join(tmpdir(), "pr-debate-lean-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["scslre", "refa", "regexp-ast-analysis", "@eslint-community/regexpp"])
    cpSync(join(packages, name), join(folder, "node_modules", name), { recursive: true });
  writeFileSync(join(folder, "node_modules/refa/index.js"), refa);
  return import(pathToFileURL(join(folder, "node_modules/scslre/index.js")).href);
}
