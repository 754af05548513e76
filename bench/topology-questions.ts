import { type TopologyName, topologies } from "../src/domain/known-names.ts";
import { debateLocally } from "../src/surfaces/wiring/debate-locally.ts";
import { planLocally } from "../src/surfaces/wiring/plan-locally.ts";
import { debateAnswers } from "../test/support/debate-script.ts";
import { type GitRepository, gitRepository } from "../test/support/git-repository.ts";
import { type Handler, type ModelCall, startModelServer } from "../test/support/model-server.ts";
import { planAnswersDisputed } from "../test/support/plan-script.ts";
import { callTools } from "../test/support/tool-turns.ts";
import { callsByStage, ratio, type TopologyRow, topologyEnvironment } from "./topology-figures.ts";

const kinds = {
  plan: {
    answers: planAnswersDisputed,
    ask: (common: Common, signal: AbortSignal) =>
      planLocally({ ...common, question: "How do we rate-limit src/search.ts?" }, signal),
  },
  debate: {
    answers: debateAnswers,
    ask: (common: Common, signal: AbortSignal) =>
      debateLocally({ ...common, topic: "Should src/search.ts cache its results?" }, signal),
  },
} as const;

/** Calls and tokens of a plan in which one seat is against every step, and of a free debate of three positions, in each topology. */
export async function* benchQuestions(): AsyncIterable<TopologyRow> {
  for (const kind of ["plan", "debate"] as const) {
    const parallel = await measured(kind, "parallel");
    for (const name of topologies) {
      const { result, ...used } = name === "parallel" ? parallel : await measured(kind, name);
      yield {
        ...{ case: `topology-${kind}-${name}`, ...used, result },
        ratioOfCalls: ratio(used.calls, parallel.calls),
        ratioOfTokens: ratio(used.tokens, parallel.tokens),
        target: "a result",
        met: result !== "inconclusive",
      };
    }
  }
}

type Common = ReturnType<typeof commonOf>;

function commonOf(repository: GitRepository, env: Readonly<Record<string, string>>, topology: TopologyName) {
  const nothing = { config: null, emit: () => undefined, now: () => new Date(0) };
  return { directory: repository.path, env, topology, ...nothing };
}

async function measured(kind: keyof typeof kinds, topology: TopologyName) {
  const { answers, ask } = kinds[kind];
  const models = await startModelServer(led(checking(answers)));
  const repository = gitRepository();
  try {
    repository.write("src/search.ts", "export function search(query) {\n  return database(query);\n}\n");
    repository.write("README.md", "# Shop\n");
    repository.commit();
    const env = topologyEnvironment(repository.env, models);
    const { usage, result } = await ask(commonOf(repository, env, topology), new AbortController().signal);
    return { ...callsByStage(models), tokens: usage.inputTokens + usage.outputTokens, result };
  } finally {
    repository.remove();
    await models.close();
  }
}

/** A seat that is shown earlier parts agrees with each of them. */
function checking(answers: Handler): Handler {
  return async (call, ...rest) => {
    const checks = call.items.map(({ id }) => ({ id, verdict: "agree", reason: "The code shows it." }));
    const answer = await answers(call, ...rest);
    return isOpening(call) && call.items.length > 0 ? Object.assign({}, answer, { checks }) : answer;
  };
}

function isOpening({ stage }: ModelCall): boolean {
  return stage === "plan-open" || stage === "debate-open";
}

/** The first seat leads: two agents, a task for each, the end. */
function led(answers: Handler): Handler {
  return (call, ...rest) => {
    if (!call.stage.endsWith("-lead")) return answers(call, ...rest);
    const spawn = (name: string) => ["spawn_agent", { name, instructions: "Look." }] as const;
    const tasks = [
      { agent: "limits", task: "Where it is checked.", files: ["src/search.ts"] },
      { agent: "answers", task: "What a caller gets back." },
    ];
    if (call.turn === 0) return callTools(spawn("limits"), spawn("answers"));
    return call.turn === 1 ? callTools(["delegate_parallel", { tasks }]) : callTools(["complete", {}]);
  };
}
