import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { replaceSection } from "./marked-section.ts";
import { grid, type Simulated, simulate, variations } from "./simulate-grid.ts";
import { compared, reportOf, tablesOf } from "./simulate-report.ts";

/**
 * Monte-Carlo through the real engine: `node bench/simulate.ts [--repetitions 450] [--write]`. It prints one JSON line for each strategy in
 * each cell, and all tables on standard error. `--write` rewrites the figures in docs/simulation.md. The same seed gives the same rows on every machine.
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
      repetitions: { type: "string", default: `${defaultRepetitions}` },
      write: { type: "boolean", default: false },
    },
  });
  await runGrid(Number(values.repetitions), values.write);
}

async function runGrid(repetitions: number, write: boolean): Promise<void> {
  const { seconds, cells, varied } = await run(repetitions);
  for (const { name, world, rows } of [...cells, ...varied]) {
    const { recall, falseClaims, accuracy, correlation } = world;
    for (const row of rows)
      console.log(JSON.stringify({ cell: name, recall, falseClaims, accuracy, correlation, ...row }));
  }
  console.log(JSON.stringify(summaryOf(cells, varied, seconds, repetitions)));
  console.error(tablesOf(cells));
  if (!write) return;
  const document = path.join(import.meta.dirname, "../docs/simulation.md");
  const text = replaceSection(await readFile(document, "utf8"), "simulation", reportOf(cells, varied, repetitions));
  await writeFile(document, text);
  console.error("the grid in docs/simulation.md rewritten");
}
