import { Readable } from "node:stream";
import { type TopologyName, topologies } from "../src/domain/known-names.ts";
import type { Review } from "../src/domain/review.ts";
import { reviewLocally } from "../src/main/review-locally.ts";
import { gitRepository } from "../test/support/git-repository.ts";
import { largeChange, lineOf, linesOfFile } from "../test/support/large-change.ts";
import { goodLead } from "../test/support/lead-script.ts";
import { type ModelCall, type ModelServer, startModelServer } from "../test/support/model-server.ts";

/**
 * Calls and tokens of each topology with the same three seats and stand-ins: `node bench/topology.ts`, one JSON line a case. `freshTokens` are the input
 * tokens that no prefix cache serves, and `billed` counts a cached token as a tenth.
 */
export interface TopologyRow {
  readonly case: string;
  readonly target: string;
  readonly met: boolean;
  readonly [figure: string]: unknown;
}

const seats = "one=anthropic:claude-opus-5-5,two=openai:gpt-5.5,three=anthropic:claude-sonnet-5-5";

export async function* benchTopology(): AsyncIterable<TopologyRow> {
  for (const lines of [1_500, 3_000]) {
    const parallel = await measured("parallel", lines);
    for (const name of topologies) {
      const used = name === "parallel" ? parallel : await measured(name, lines);
      const ratioOfTokens = round(used.tokens / parallel.tokens);
      const ratioOfCalls = round(used.calls / parallel.calls);
      const hasTarget = name === "hierarchical" && lines === 3_000;
      yield {
        case: `topology-${name}-${lines}`,
        ...used,
        ratioOfCalls,
        ratioOfTokens,
        ratioBilled: round(used.billed / parallel.billed),
        target: hasTarget ? "complete, ratioOfTokens and ratioOfCalls <= 0.7" : "complete",
        met: used.complete && (!hasTarget || (ratioOfTokens <= 0.7 && ratioOfCalls <= 0.7)),
      };
    }
  }
}

async function measured(topology: TopologyName, lines: number) {
  const models = await startModelServer((call) => (call.stage === "lead" ? goodLead(call) : replyOf(call)));
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
  const env = {
    ...repository.env,
    ANTHROPIC_API_KEY: "stand-in",
    ANTHROPIC_BASE_URL: models.url,
    OPENAI_API_KEY: "stand-in",
    OPENAI_BASE_URL: models.openAiUrl,
    PR_DEBATE_SEATS: seats,
  };
  const options = {
    ...{ directory: repository.path, env, change: {}, stdin: Readable.from([]), config: null, offline: false },
    ...{ blockOn: null, effort: "standard" as const, topology, emit: () => undefined, now: () => new Date(0) },
  };
  return reviewLocally(options, new AbortController().signal);
}

function figuresOf({ usage, coverage, findings }: Review, { calls }: ModelServer) {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  const fresh = inputTokens - cachedInputTokens;
  return {
    calls: calls.length,
    byStage: Object.fromEntries(
      [...Map.groupBy(calls, ({ stage }) => stage)].map(([stage, all]) => [stage, all.length]),
    ),
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
      const line = file % 2 === 0 ? 7 : seats.indexOf(`${seat}=`) % linesOfFile;
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

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

if (process.argv[1] === import.meta.filename) {
  for await (const row of benchTopology()) console.log(JSON.stringify(row));
}
