import { loadavg } from "node:os";
import type { DebateRow } from "./debate.ts";
import { median, round } from "./debate-figures.ts";
import { runPlans, startServer } from "./debate-processes.ts";
import type { MeasuredPlan } from "./plan-child.ts";

const latencyMs = 200;
/** Each waits for the one before it; the jury sits beside the last two. */
const stages = ["plan-open", "plan-rebut", "plan-assume", "plan-close", "plan-compose", "plan-validate"];

interface Run {
  readonly first: MeasuredPlan;
  readonly second: MeasuredPlan;
  readonly stages: ReadonlySet<string>;
  readonly calls: number;
}

/** Medians of five processes over real HTTP, each with a plan by three seats, as by default, and then one with three jurors. */
export async function benchPlan(): Promise<DebateRow[]> {
  const server = await startServer(latencyMs);
  try {
    const runs: Run[] = [];
    for (let run = 0; run < 5; run++) {
      const [first, second] = await runPlans(server, [0, 3]);
      const calls = await server.calls();
      if (first === undefined || second === undefined) throw new Error("a plan was not measured");
      for (const { result, failures } of [first, second])
        if (result !== "complete") throw new Error(`not a plain plan: ${result} ${failures.join("; ")}`);
      if (first.jurors !== 0 || second.jurors !== 3) throw new Error("not the juries that were asked for");
      runs.push({ first, second, stages: new Set(calls.map(({ stage }) => stage)), calls: calls.length });
    }
    const critical = stages.filter((stage) => runs.every((run) => run.stages.has(stage))).length;
    const ratio = (wallMs: readonly number[]): number => median(wallMs) / (critical * latencyMs);
    const wallMs = runs.map(({ first }) => first.wallMs);
    return [
      {
        case: "plan-latency",
        callsOfBothPlans: median(runs.map(({ calls }) => calls)),
        criticalCalls: critical,
        criticalMs: critical * latencyMs,
        wallMs: Math.round(median(wallMs)),
        ratio: round(ratio(wallMs)),
        ratioOfSecondPlanWithJury: round(ratio(runs.map(({ second }) => second.wallMs))),
        cpuMs: Math.round(median(runs.map(({ first }) => first.cpuMs))),
        cpuMsOfSecondPlanWithJury: Math.round(median(runs.map(({ second }) => second.cpuMs))),
        loadAverage: round(loadavg()[0] ?? 0),
        target: "ratio <= 1.10, criticalCalls = 6",
        met: ratio(wallMs) <= 1.1 && critical === stages.length,
      },
    ];
  } finally {
    server.close();
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const row of await benchPlan()) console.log(JSON.stringify(row));
}
