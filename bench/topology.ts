import { Readable } from "node:stream";
import { type TopologyName, topologies } from "../src/domain/known-names.ts";
import type { Review } from "../src/domain/review.ts";
import { reviewLocally } from "../src/surfaces/wiring/review-locally.ts";
import { gitRepository } from "../test/support/git-repository.ts";
import { largeChange, lineOf, linesOfFile, startDisputing } from "../test/support/large-change.ts";
import { goodLead } from "../test/support/lead-script.ts";
import { type ModelCall, type ModelServer, startModelServer } from "../test/support/model-server.ts";
import { callsByStage, ratio, type TopologyRow, topologyEnvironment, topologySeats } from "./topology-figures.ts";
import { benchQuestions } from "./topology-questions.ts";

const answering = (call: ModelCall): object => (call.stage === "lead" ? goodLead(call) : replyOf(call));
const agreeing = (): Promise<ModelServer> => startModelServer(answering);

const reviews = [
  { name: "1500", lines: 1_500, start: agreeing },
  { name: "3000", lines: 3_000, start: agreeing },
  // One seat raises a P0, which all others dispute.
  { name: "1500-disputed", lines: 1_500, start: startDisputing },
];

/** Calls and tokens of each topology with the same three seats and stand-ins: `node bench/topology.ts`, one JSON line a case. */
export async function* benchTopology(): AsyncIterable<TopologyRow> {
  for (const { name, lines, start } of reviews) {
    const parallel = await measured("parallel", lines, start);
    for (const topology of topologies) {
      const used = topology === "parallel" ? parallel : await measured(topology, lines, start);
      yield rowOf(`topology-${topology}-${name}`, used, parallel);
    }
  }
  yield* benchQuestions();
}

type Used = ReturnType<typeof figuresOf>;

function rowOf(name: string, used: Used, parallel: Used): TopologyRow {
  const ratios = {
    ratioOfCalls: ratio(used.calls, parallel.calls),
    ratioOfTokens: ratio(used.tokens, parallel.tokens),
    ratioBilled: ratio(used.billed, parallel.billed),
  };
  if (name !== "topology-hierarchical-3000")
    return { case: name, ...used, ...ratios, target: "complete", met: used.complete };
  const isCheaper = ratios.ratioOfCalls <= 0.7 && ratios.ratioOfTokens <= 0.7;
  const target = "complete, ratioOfCalls and ratioOfTokens <= 0.7";
  return { case: name, ...used, ...ratios, target, met: used.complete && isCheaper };
}

async function measured(topology: TopologyName, lines: number, start: () => Promise<ModelServer>) {
  const models = await start();
  const repository = gitRepository();
  try {
    repository.write("README.md", "# Shop\n");
    repository.commit();
    for (const [path, text] of Object.entries(largeChange(lines))) repository.write(path, text);
    return figuresOf(await reviewOf(topology, repository, models), models);
  } finally {
    repository.remove();
    await models.close();
  }
}

function reviewOf(topology: TopologyName, repository: ReturnType<typeof gitRepository>, models: ModelServer) {
  const env = topologyEnvironment(repository.env, models);
  const options = {
    ...{ directory: repository.path, env, change: {}, stdin: Readable.from([]), config: null, offline: false },
    ...{ blockOn: null, effort: "standard" as const, topology, emit: () => undefined, now: () => new Date(0) },
  };
  return reviewLocally(options, new AbortController().signal);
}

function figuresOf({ usage, coverage, findings }: Review, models: ModelServer) {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  const fresh = inputTokens - cachedInputTokens;
  return {
    ...callsByStage(models),
    tokens: inputTokens + outputTokens,
    freshTokens: fresh,
    billed: Math.round(fresh + cachedInputTokens / 10 + outputTokens * 5),
    findings: findings.length,
    complete: coverage.complete,
  };
}

/** A seat finds a defect in every third file; half of them are the same for all seats. */
function replyOf(call: ModelCall): object {
  const ids = call.items.map(({ id }) => id);
  const rows: Readonly<Record<string, () => object>> = {
    propose: () => ({ findings: findingsIn(call), residualRisks: [], openQuestions: [], checks: agreed(ids) }),
    ballot: () => ({ votes: agreed(ids), missed: isFirstReading(call) ? findingsIn(call) : [] }),
    compose: () => ({
      summary: "Read it.",
      items: call.items.map(({ id, title, detail }) => ({ id, title, body: detail })),
    }),
    validate: () => ({ items: ids.map((id) => ({ id, verdict: "approve", reason: "Right." })) }),
  };
  return (
    rows[call.stage]?.() ?? {
      argument: "It holds.",
      concede: false,
      evidence: [],
      ruling: "upheld",
      reason: "It holds.",
    }
  );
}

function isFirstReading({ task }: ModelCall): boolean {
  return task.includes("You see these files for the first time");
}

function agreed(ids: readonly unknown[]): object[] {
  return ids.map((id) => ({ id, verdict: "agree", reason: "The code shows it.", evidence: [] }));
}

function findingsIn({ batch, seat }: ModelCall): object[] {
  const files = [...new Set([...batch.matchAll(/price\(items, rate(\d+), 0\)/g)].map(([, file]) => Number(file)))];
  return files
    .filter((file) => file % 3 === 0)
    .map((file) => {
      const line = file % 2 === 0 ? 7 : topologySeats.indexOf(`${seat}=`) % linesOfFile;
      return {
        severity: "P1",
        category: "correctness",
        title: `total${line} adds shipping twice`,
        detail: "price() already includes shipping, so an order of two items costs more than it should.",
        path: `src/part${file % 5}/module${file}.ts`,
        line: line + 1,
        quote: lineOf(file, line),
        fix: "Leave shipping() out.",
      };
    });
}

if (process.argv[1] === import.meta.filename) {
  for await (const row of benchTopology()) console.log(JSON.stringify(row));
}
