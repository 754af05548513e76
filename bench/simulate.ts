import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  type CommentOptions,
  defaultChanges,
  measureWithFates,
  readBefore,
  recordBefore,
  writeTable,
} from "./comments.ts";
import { commentRows, commentTable, fateTables } from "./comments-report.ts";
import { replaceSection } from "./marked-section.ts";
import { grid, type Simulated, simulate, variations } from "./simulate-grid.ts";
import { compared, reportOf } from "./simulate-report.ts";

/**
 * Monte-Carlo through the real engine: `node bench/simulate.ts [--world grid|comments] [--repetitions 400] [--changes 600] [--write]`.
 *
 * The grid prints one JSON line for each strategy in each cell; the world of comments a table, and a line for each target. `--engine DIR` runs
 * the world of comments on the engine of another checkout, `--fates` shows which kinds of findings cost most. `--write` rewrites the figures in docs/simulation.md, `--record-before` those that
 * later figures are compared with. The same seed gives the same rows on every machine.
 */
export const seed = "pr-debate";
const defaultRepetitions = 450;
const mostSeconds = 120;
const mostHalfWidth = 0.02;

/** The runner's one line: in how many cells ours wins, and whether the run kept its time and its precision. */
export interface SimulateRow {
  readonly case: "simulate";
  readonly target: string;
  readonly met: boolean;
  readonly [figure: string]: unknown;
}

export async function benchSimulate(repetitions = defaultRepetitions): Promise<SimulateRow> {
  const { seconds, cells, varied } = await run(repetitions);
  return summaryOf(cells, varied, seconds, repetitions);
}

async function run(repetitions: number) {
  const start = performance.now();
  const results = await simulate([...grid, ...variations], repetitions, seed);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, cells: results.slice(0, grid.length), varied: results.slice(grid.length) };
}

function summaryOf(
  cells: readonly Simulated[],
  varied: readonly Simulated[],
  seconds: number,
  repetitions: number,
): SimulateRow {
  const widths = [...cells, ...varied]
    .flatMap(({ rows }) => rows.map(({ halfWidth }) => halfWidth))
    .sort((a, b) => a - b);
  const halfWidth = widths[Math.floor(widths.length * 0.9)] ?? 1;
  const won = Object.fromEntries(
    compared(cells, "ours, disputed dropped").map(({ baseline, won: better, lost }) => [
      baseline,
      `${better} won, ${lost} lost`,
    ]),
  );
  return {
    case: "simulate",
    cells: cells.length,
    repetitions,
    seconds: Math.round(seconds),
    cpuSeconds: Math.round((process.cpuUsage().user + process.cpuUsage().system) / 1e6),
    halfWidthF1: Number(halfWidth.toFixed(3)),
    f1AgainstBaselines: won,
    target: `seconds <= ${mostSeconds}, halfWidthF1 <= ${mostHalfWidth}`,
    met: seconds <= mostSeconds && halfWidth <= mostHalfWidth,
  };
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      world: { type: "string", default: "both" },
      repetitions: { type: "string", default: `${defaultRepetitions}` },
      changes: { type: "string", default: `${defaultChanges}` },
      engine: { type: "string" },
      fates: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      "record-before": { type: "boolean", default: false },
    },
  });
  if (values.world !== "comments") await runGrid(Number(values.repetitions), values.write);
  if (values.world !== "grid") {
    await runComments({ changes: Number(values.changes), seed, tree: values.engine }, values);
  }
}

async function runGrid(repetitions: number, write: boolean): Promise<void> {
  const { seconds, cells, varied } = await run(repetitions);
  for (const { name, world, rows } of [...cells, ...varied]) {
    const { recall, falseClaims, accuracy, correlation } = world;
    for (const row of rows)
      console.log(JSON.stringify({ cell: name, recall, falseClaims, accuracy, correlation, ...row }));
  }
  console.log(JSON.stringify(summaryOf(cells, varied, seconds, repetitions)));
  if (!write) return;
  const document = path.join(import.meta.dirname, "../docs/simulation.md");
  const text = replaceSection(await readFile(document, "utf8"), "simulation", reportOf(cells, varied, repetitions));
  await writeFile(document, text);
  console.error("the grid in docs/simulation.md rewritten");
}

async function runComments(options: CommentOptions, wanted: Wanted): Promise<void> {
  const { figures, fates } = await measureWithFates(options);
  if (wanted["record-before"]) await recordBefore(figures);
  const before = await readBefore();
  console.log(commentTable(figures, before));
  for (const row of commentRows(figures, before)) console.log(JSON.stringify(row));
  for (const { seats, fates: own } of wanted.fates ? fates : [])
    console.log(`\n${seats} seats\n\n${fateTables(own, 15)}`);
  if (!wanted.write) return;
  await writeTable(figures, options.seed);
  console.error("the comments' table in docs/simulation.md rewritten");
}

interface Wanted {
  readonly fates: boolean;
  readonly write: boolean;
  readonly "record-before": boolean;
}
