import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";

/**
 * Breaks one guard of the program at a time, and tells whether a quick test notices: `node scripts/with-node.mjs scripts/mutants.ts`. The guards
 * are the rows of `mutants.json`: in `file`, the text `find` becomes `replace`. `--only 7` runs that row alone, `--from 7` those after it too. It
 * changes files of this folder while it runs, and puts them back. It ends with 1 where a guard survived.
 */
const Row = z.strictObject({ file: z.string(), find: z.string(), replace: z.string(), guard: z.string() });
type Row = z.output<typeof Row>;

const mostMinutes = 20;
const root = join(import.meta.dirname, "..");
const table = z.array(Row).parse(JSON.parse(readFileSync(join(import.meta.dirname, "mutants.json"), "utf8")));
const { values } = parseArgs({ options: { only: { type: "string" }, from: { type: "string" } } });

/** Puts the changed file back. */
let restore = (): void => undefined;
let running: ChildProcess | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    restore();
    running?.kill();
    process.exit(130);
  });
}

const faults = table.flatMap(faultsOf);
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(2);
}

const first = Number(values.only ?? values.from ?? 1);
const last = values.only === undefined ? table.length : first;
const survivors: number[] = [];
const red: string[] = [];
for (const [at, row] of table.entries()) {
  const number = at + 1;
  if (number < first || number > last) continue;
  const killer = await killerOf(row);
  if (killer === null) survivors.push(number);
  console.log(`${number} ${row.file}: ${row.guard}: ${killer === null ? "SURVIVED" : `killed by ${killer}`}`);
}
const run = last - first + 1;
console.log(`${run - survivors.length} of ${run} killed; survived: ${survivors.join(", ") || "none"}`);
process.exitCode = survivors.length === 0 ? 0 : 1;

/** Why a row cannot be used: the code has changed since it was written. */
function faultsOf({ file, find, replace, guard }: Row, at: number): string[] {
  const path = join(root, file);
  const found = existsSync(path) ? readFileSync(path, "utf8").split(find).length - 1 : 0;
  const row = `Row ${at + 1} of mutants.json (${guard})`;
  if (found !== 1) return [`${row} looks for a text that occurs ${found} times in ${file}, and must occur once.`];
  return find === replace ? [`${row} changes nothing.`] : [];
}

/** The first test that fails with the changed file, and passes without the change; null where none does. */
async function killerOf({ file, find, replace }: Row): Promise<string | null> {
  const path = join(root, file);
  const before = readFileSync(path, "utf8");
  restore = () => writeFileSync(path, before);
  const change = () =>
    writeFileSync(
      path,
      before.replace(find, () => replace),
    );
  try {
    change();
    const mirrored = dirname(file).replace(/^src/, "test");
    const holdsTests = (folder: string) => globSync(`${folder}/**/*.test.ts`, { cwd: root }).length > 0;
    const folder = [mirrored, dirname(mirrored)].find(holdsTests);
    const near = folder === undefined ? [] : [["run", `${folder}/`, "--passWithNoTests"]];
    for (const args of [...near, ["related", file, "--run"]]) {
      for (let test = await failing(args); test !== null; test = await failing(args)) {
        const [failed = ""] = test.split(" ");
        restore();
        if (!failed.endsWith(".test.ts") || (await failure(["run", failed])) === null) return test;
        console.log(`${failed} fails without any change too, so it is left out.`);
        red.push(failed);
        change();
      }
    }
    return null;
  } finally {
    restore();
    restore = () => undefined;
  }
}

/** Leaves out the files that fail without any change. */
function failing(args: readonly string[]): Promise<string | null> {
  return failure([...args, ...red.flatMap((one) => ["--exclude", one])]);
}

/** Runs tests until one fails. Returns its name, or null where all passed. */
async function failure(args: readonly string[]): Promise<string | null> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const options = ["--project", "quick", "--bail", "1", "--reporter", "default", "--no-color"];
  const child = spawn(process.execPath, [vitest, ...args, ...options], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // A guard may be what ends a loop.
    timeout: mostMinutes * 60_000,
  });
  running = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((done) => child.once("close", done));
  running = null;
  if (code === 0) return null;
  if (code === null) return `a test that took more than ${mostMinutes} minutes`;
  const named = /^ *FAIL +(?:\|?quick\|? +)?(?<test>.+)$/m.exec(output)?.groups?.["test"];
  if (named === undefined) throw new Error(`vitest ended with ${code} and named no test:\n${output.slice(-2_000)}`);
  return named.trim();
}
