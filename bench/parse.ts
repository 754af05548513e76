import { execFile } from "node:child_process";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { parsePatch } from "diff";
import parseDiff from "parse-diff";
import { parseGitDiff } from "../src/code/diff/parse.ts";
import { messageOf } from "../src/domain/errors.ts";

// Its types describe a default export that the CommonJS package does not have.
const gitdiffParser: { parse: (text: string) => object[] } = createRequire(import.meta.url)("gitdiff-parser");

/**
 * Speed of the diff parser beside other parsers, on real diffs: `node bench/parse.ts`, one JSON line a row.
 * The diffs are taken with `npm diff` between published versions and kept in the temporary folder of the system, never in the repository.
 */
const pairs: readonly (readonly [before: string, after: string])[] = [
  ["express@4.17.0", "express@4.18.0"],
  ["lodash@4.17.20", "lodash@4.17.21"],
  ["react-dom@18.1.0", "react-dom@18.2.0"],
  ["zod@3.20.0", "zod@3.21.0"],
  ["axios@1.0.0", "axios@1.1.0"],
];

const parsers = {
  "pr-debate": (text: string) => parseGitDiff(text).files.filter((file) => file.unreviewed === undefined).length,
  jsdiff: (text: string) => parsePatch(text).length,
  "parse-diff": (text: string) => parseDiff(text).length,
  "gitdiff-parser": (text: string) => gitdiffParser.parse(text).length,
};
type ParserName = keyof typeof parsers;
const parserNames: readonly ParserName[] = ["pr-debate", "jsdiff", "parse-diff", "gitdiff-parser"];

const repetitions = 15;
// A small diff is parsed several times in one measurement, so that the clock's grain does not show.
const charactersPerMeasurement = 2_000_000;

/** Medians over alternating repetitions. `speedToJsdiff` above 1 is faster; `files` is how many a parser read; `failed` is why it is not measured. */
export interface ParseRow {
  readonly case: "parse";
  readonly diff: string;
  readonly megabytes: number;
  readonly lines: number;
  readonly parser: ParserName;
  readonly expectedFiles: number;
  readonly files?: number;
  readonly megabytesPerSecond?: number;
  readonly speedToJsdiff?: number | null;
  readonly failed?: string;
}

export async function benchParse(): Promise<ParseRow[]> {
  const rows: ParseRow[] = [];
  for (const [before, after] of pairs) {
    const text = await diffBetween(before, after);
    rows.push(...measureAll(`${before} ${after}`, text));
  }
  return rows;
}

async function diffBetween(before: string, after: string): Promise<string> {
  const folder = path.join(tmpdir(), "pr-debate-bench-diffs");
  const file = path.join(folder, `${before}-${after}.diff`);
  const cached = await readFile(file, "utf8").catch(() => undefined);
  if (cached !== undefined) return cached;
  await mkdir(folder, { recursive: true });
  const args = ["diff", `--diff=${before}`, `--diff=${after}`];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: folder, maxBuffer: 2 ** 28, timeout: 120_000 });
  // Renamed when whole, so that a run that was stopped leaves no half diff behind.
  await writeFile(`${file}.part`, stdout);
  await rename(`${file}.part`, file);
  return stdout;
}

function measureAll(diff: string, text: string): ParseRow[] {
  const megabytes = Buffer.byteLength(text) / 1e6;
  const common = {
    case: "parse" as const,
    diff,
    megabytes: round(megabytes),
    lines: text.split("\n").length,
    expectedFiles: text.match(/^diff --git /gm)?.length ?? 0,
  };
  const tried = parserNames.map((parser) => ({
    parser,
    ...tryOnce(parser, text, common.expectedFiles),
    milliseconds: [] as number[],
  }));
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const { parser, failed, milliseconds } of tried) {
      if (failed === undefined) milliseconds.push(measure(parser, text));
    }
  }
  const jsdiff = median(tried.find(({ parser }) => parser === "jsdiff")?.milliseconds ?? []);
  return tried.map(({ parser, milliseconds, ...outcome }) => {
    const middle = median(milliseconds);
    if (middle === undefined) return { ...common, parser, ...outcome };
    return {
      ...common,
      parser,
      ...outcome,
      megabytesPerSecond: round(megabytes / (middle / 1000)),
      speedToJsdiff: jsdiff === undefined ? null : round(jsdiff / middle),
    };
  });
}

function tryOnce(parser: ParserName, text: string, expected: number): { files?: number; failed?: string } {
  try {
    const files = parsers[parser](text);
    return files === expected ? { files } : { files, failed: `read ${files} of ${expected} files` };
  } catch (error) {
    return { failed: messageOf(error).slice(0, 200) };
  }
}

/** Milliseconds of one parse. */
function measure(parser: ParserName, text: string): number {
  const times = Math.max(1, Math.ceil(charactersPerMeasurement / text.length));
  const start = performance.now();
  for (let time = 0; time < times; time += 1) parsers[parser](text);
  return (performance.now() - start) / times;
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

if (process.argv[1] === import.meta.filename) {
  for (const row of await benchParse()) console.log(JSON.stringify(row));
}
