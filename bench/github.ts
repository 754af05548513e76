import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Files } from "../test/support/github-server/world.ts";
import { requestsOf, type Scenario, startScenario } from "../test/support/scenario.ts";

const root = path.join(import.meta.dirname, "..");
const risky = (name: string): string => `export function ${name}(text: string) {\n  return eval(text);\n}\n`;

/** `count` new files, of which the first `findings` hold a P1 of the rules. */
function change(count: number, findings: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `src/part-${index % 10}/file-${index}.ts`,
      index < findings ? risky(`f${index}`) : `export const value${index} = ${index};\n`,
    ]),
  );
}

/** Requests of the built Action on the strict stand-in, without progress updates: a first review, and a run where nothing changed. */
export async function benchRequests(): Promise<{ first: number; again: number; withThreads: number; log: string }> {
  const scenario = await startScenario({ base: {}, head: change(60, 10) });
  try {
    await scenario.run();
    const first = scenario.github.log.length;
    const log = requestsOf(scenario.github);
    scenario.github.log.length = 0;
    await scenario.run();
    const again = scenario.github.log.length;
    return { first, again, withThreads: await onThreads(scenario), log };
  } finally {
    await scenario.close();
  }
}

/** The next push to a pull request with 300 threads of ours. */
async function onThreads({ github, pull, push, run }: Scenario): Promise<number> {
  const [thread] = github.world.threads;
  const [comment] = thread?.comments ?? [];
  if (thread === undefined || comment === undefined) throw new Error("the first review left no thread");
  for (let index = 0; index < 290; index += 1) {
    const id = (0x10000000 + index).toString(16);
    const body = comment.body.replace(/ id=[0-9a-f]{8} /, ` id=${id} `);
    const copy = { ...thread, node: `PRRT_copy${index}`, comments: [{ ...comment, id: 90_000 + index, body }] };
    github.world.threads.push(copy);
  }
  push({ ...change(60, 10), "README.md": `${pull.number}\n` });
  github.log.length = 0;
  await run();
  return github.log.length;
}

/** From the start of the process to its first request, and the memory of the largest pull request that GitHub shows whole. */
export async function benchProcess(): Promise<{ firstRequestMs: number; threeThousandFilesMegabytes: number }> {
  const times: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const scenario = await startScenario({ base: {}, head: change(1, 0) });
    let startedAt = 0;
    let firstAt = 0;
    scenario.github.fault = () => {
      firstAt ||= performance.now();
      return null;
    };
    await scenario.run({
      onStart: () => {
        startedAt = performance.now();
      },
    });
    await scenario.close();
    if (turn > 0) times.push(firstAt - startedAt);
  }
  const scenario = await startScenario({ base: {}, head: change(2_999, 10) });
  let peak = 0;
  let child = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(child));
  }, 20);
  await scenario.run({
    onStart: ({ pid = 0 }) => {
      child = pid;
    },
  });
  clearInterval(watch);
  await scenario.close();
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return { firstRequestMs: middle, threeThousandFilesMegabytes: peak };
}

/** The highest resident set so far, by the kernel's own count; 0 where there is none. */
function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** What a step downloads besides grammars. */
export function distMegabytes(): number {
  const files = globSync("dist/**/*", { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files
    .filter(({ parentPath }) => path.basename(parentPath) !== "grammars")
    .map(({ parentPath, name }) => statSync(path.join(parentPath, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
}
