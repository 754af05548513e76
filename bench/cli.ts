import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { median } from "./measure.ts";

/** Medians by program. `wallSeconds` from start to exit as a caller sees them, `cpuSeconds` of all threads, `maxRssMegabytes` at its peak. */
export interface ReviewFigures {
  readonly program: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly maxRssMegabytes: number;
}

/** Offline review of a change that adds 1,000 lines of TypeScript in ten files, as a process of its own. */
export async function benchReview(programs: readonly string[], runs = 7): Promise<ReviewFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), "pr-debate-bench-"));
  try {
    const files = Array.from({ length: 10 }, (_, file) => [`orders-${file}.ts`, moduleText(file)] as const);
    makeChange(join(folder, "project"), Object.fromEntries(files));
    const args = [
      "review",
      "main..topic",
      "--offline",
      "--no-report",
      "--format",
      "json",
      "--repo",
      join(folder, "project"),
    ];
    const samples = await alternate(programs, runs, (program) => run(program, args, folder));
    return samples.map(({ program, samples: own }) => ({
      program,
      wallSeconds: median(own.map(({ wallMs }) => wallMs)) / 1_000,
      cpuSeconds: median(own.map(({ cpuMs }) => cpuMs)) / 1_000,
      maxRssMegabytes: median(own.map(({ maxRssKilobytes }) => maxRssKilobytes)) / 1_024,
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One changed file each. Rules of the first look at it; the others only load the program and read the change. */
const smallFiles: Readonly<Record<string, readonly [file: string, text: string]>> = {
  javascript: ["rows.js", 'export const rows = (id) => db.query("select * from rows where id = $1", [id]);\n'],
  python: ["rows.py", "def rows(id):\n    return [row for row in table if row.id == id]\n"],
  markdown: ["rows.md", "# Rows\n\nOne row an order.\n"],
};

/** Processor time of the smallest reviews, by language and program, and divided by that of `--version`. */
export async function benchSmallest(programs: readonly string[], runs = 10) {
  const folder = mkdtempSync(join(tmpdir(), "pr-debate-bench-"));
  const cpuSeconds = (samples: readonly Sample[]): number => median(samples.map(({ cpuMs }) => cpuMs)) / 1_000;
  try {
    const figures = [];
    for (const [language, [file, text]] of Object.entries(smallFiles)) {
      const project = join(folder, language);
      makeChange(project, { [file]: text });
      const args = ["review", "main..topic", "--offline", "--no-report", "--repo", project];
      const starts = await alternate(programs, runs, (program) => run(program, ["--version"], folder));
      const reviews = await alternate(programs, runs, (program) => run(program, args, folder));
      for (const [index, { program, samples }] of reviews.entries()) {
        const seconds = cpuSeconds(samples);
        figures.push({
          language,
          program,
          cpuSeconds: seconds,
          ratio: seconds / cpuSeconds(starts[index]?.samples ?? []),
        });
      }
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds of `--version`, by program. */
export async function benchVersion(
  programs: readonly string[],
  runs = 15,
): Promise<{ program: string; milliseconds: number }[]> {
  const folder = mkdtempSync(join(tmpdir(), "pr-debate-bench-"));
  try {
    const samples = await alternate(programs, runs, (program) => run(program, ["--version"], folder));
    return samples.map(({ program, samples: own }) => ({
      program,
      milliseconds: median(own.map(({ wallMs }) => wallMs)),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Sample {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly maxRssKilobytes: number;
}

/** A, B, A, B …, so that a machine that slows down slows both; the first run of each only fills the caches. */
async function alternate(
  programs: readonly string[],
  runs: number,
  measure: (program: string) => Promise<Sample>,
): Promise<{ program: string; samples: Sample[] }[]> {
  const all = programs.map((program) => ({ program, samples: [] as Sample[] }));
  for (let index = 0; index <= runs; index += 1) {
    for (const { program, samples } of all) {
      const sample = await measure(program);
      if (index > 0) samples.push(sample);
    }
  }
  return all;
}

/** What the process itself says at its end; a hook, so that nothing of the program is changed for it. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from "node:fs";
  const { BENCH_FIGURES: file } = process.env;
  process.on("exit", () => writeFileSync(file, JSON.stringify(process.resourceUsage())));
`)}`;

async function run(program: string, args: readonly string[], folder: string): Promise<Sample> {
  const figures = join(folder, "figures.json");
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", hook, ...started(program), ...args], {
    env: { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder, BENCH_FIGURES: figures },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const code = await new Promise<number | null>((done) => child.on("close", done));
  const wallMs = performance.now() - start;
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${stderr}`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(figures, "utf8"));
  return { wallMs, cpuMs: (userCPUTime + systemCPUTime) / 1_000, maxRssKilobytes: maxRSS };
}

/** Sources run as `npm run review` runs them. */
function started(program: string): readonly string[] {
  return extname(program) === ".ts"
    ? [join(import.meta.dirname, "..", "scripts", "with-node.mjs"), program]
    : [program];
}

/** The files of the change, by their names in `src`. */
function makeChange(project: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(project, "src"), { recursive: true });
  const git = (...parameters: string[]) =>
    execFileSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.org", ...parameters], {
      cwd: project,
    });
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "base");
  git("switch", "-q", "-c", "topic");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, "src", name), text);
  git("add", "-A");
  git("commit", "-q", "-m", "change");
}

/** 100 lines as a web service has them: imports, types, async functions, a class, template texts, error handling; nothing that a rule reports. */
function moduleText(file: number): string {
  const header = `import { readFile } from "node:fs/promises";
import { database } from "./database.js";
import type { Logger } from "./logger.js";

export interface Order${file} {
  readonly id: string;
  readonly customer: string;
  readonly note?: string;
  readonly lines: readonly { readonly sku: string; readonly amount: number; readonly price: number }[];
  readonly placedAt: Date;
}

export function isRecent(order: Order${file}, now: Date): boolean {
  const age = now.getTime() - order.placedAt.getTime();
  return age >= 0 && age < 86_400_000;
}
`;
  const block = (part: number) => `
export async function loadOrders${part}(customer: string, limit = ${part + 10}): Promise<Order${file}[]> {
  const rows = await database.query("select * from orders where customer = $1 limit $2", [customer, limit]);
  return rows.map((row) => ({ id: row.id, customer, lines: row.lines ?? [], placedAt: new Date(row.placed_at) }));
}

export function totalOf${part}({ lines }: Order${file}): number {
  const sum = lines.reduce((total, { amount, price }) => total + amount * price, 0);
  if (!Number.isFinite(sum)) throw new RangeError(\`the total of \${lines.length} lines is no number\`);
  return Math.round(sum * 100) / 100;
}

export class Exporter${part} {
  readonly #log: Logger;
  constructor(log: Logger) {
    this.#log = log;
  }

  async write(orders: readonly Order${file}[], response: { write(text: string): void }): Promise<number> {
    const template = await readFile(new URL("./template-${part}.txt", import.meta.url), "utf8");
    for (const order of orders) {
      const line = template.replace("{id}", () => order.id).replace("{total}", () => String(totalOf${part}(order)));
      response.write(\`\${line}\\n\`);
    }
    this.#log.info({ count: orders.length, part: ${part} }, "orders exported");
    return orders.length;
  }
}
`;
  return header + [1, 2, 3].map(block).join("");
}
