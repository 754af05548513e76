import type { Handler, ModelCall } from "./model-server.ts";
import { callTools } from "./tool-turns.ts";

type Reply = (call: ModelCall) => object;

/** What the stand-ins of both vendors say in a plan debate about a rate limit: seat `one` wins, `two` wants a change and loses a step, `three` gives one up. */
export const planReplies: Readonly<Record<string, Reply>> = {
  "plan-open": ({ seat }) => openings[seat] ?? openings["one"] ?? {},
  "plan-rebut": ({ seat, items }) => ({ votes: items.map((item) => voteOf(seat, item)), missing: [] }),
  "plan-assume": ({ seat, items }) => ({
    premises: ["One process serves all searches."],
    concessions: seat === "three" ? conceding(items, "Write the limit into the handbook") : [],
  }),
  "plan-close": ({ seat }) => ({ position: closings[seat] ?? "The plan stands.", concessions: [] }),
  "plan-compose": ({ items }) => ({
    summary: "A token bucket in memory, in front of the search route, answers 429 before a query is sent.",
    steps: items.toSorted(inOrder).map(({ id, phase, title, description }) => ({ id, phase, title, description })),
    risks: ["A restart empties the bucket, so a burst right after it passes."],
    openQuestions: ["Which limit do paying customers have?"],
  }),
  "plan-validate": ({ items }) => ({
    items: items.map(({ id }) => ({ id, verdict: "approve", reason: "It says the same." })),
  }),
  jury: ({ task }) => {
    const first = !(task.split("Plan Y:")[0] ?? "").includes("Redis");
    const [better, worse] = [pointsOf(16), pointsOf(12)];
    return {
      scores: first ? { X: better, Y: worse } : { X: worse, Y: better },
      winner: first ? "X" : "Y",
      reason: "It stops the query before it is sent.",
    };
  },
};

export const planAnswers: Handler = (call) => planReplies[call.stage]?.(call) ?? {};

/** The same, after the first seat has led: one agent, one task. */
export const planAnswersByLead: Handler = (call) => {
  if (call.stage !== "plan-lead") return planAnswers(call);
  const tasks = [{ agent: "limits", task: "Where the limit is checked.", files: ["src/search.ts"] }];
  return call.turn === 0
    ? callTools(["spawn_agent", { name: "limits", instructions: "Look." }], ["delegate_parallel", { tasks }])
    : callTools(["complete", {}]);
};

/** The same, where seat `three` is against every step and stays so. */
export const planAnswersDisputed: Handler = (call) =>
  call.stage === "plan-rebut" && call.seat === "three"
    ? {
        votes: call.items.map(({ id }) => ({ id, verdict: "disagree", reason: "One process is enough." })),
        missing: [],
      }
    : planAnswers(call);

const bucket = step(
  "Build",
  "Put a token bucket in front of the search route",
  ["src/search.ts"],
  ["The limiter counts per client and answers 429 with retry-after; a test sends one request too many."],
);
const test = step(
  "Check",
  "Test the limit with a clock that the test holds",
  ["test/search.test.ts"],
  ["The test moves time by hand, so it neither waits nor flickers."],
  ["Put a token bucket in front of the search route"],
);

const openings: Readonly<Record<string, object>> = {
  one: {
    summary: "Limit in the process with a token bucket; a shared store only once there are two processes.",
    steps: [
      bucket,
      test,
      step(
        "Ship",
        "Show the refusals on the dashboard",
        ["src/metrics.ts"],
        ["A counter of refused requests, by route."],
      ),
    ],
    risks: ["A restart empties the bucket.", "Clients behind one proxy share a limit."],
    openQuestions: ["Which limit do paying customers have?"],
    assumptions: ["One process serves all searches."],
  },
  two: {
    summary: "Limit in a shared store, so that every process counts alike.",
    steps: [
      bucket,
      step("Build", "Run a Redis for the counters", ["docker-compose.yml"], ["A store that all processes share."]),
    ],
    risks: ["The store is one more thing that can be down."],
    openQuestions: [],
    assumptions: ["A second process comes soon."],
  },
  three: {
    summary: "Limit at the proxy and tell clients.",
    steps: [
      step(
        "Ship",
        "Write the limit into the handbook",
        ["docs/api.md"],
        ["Clients learn the limit before they meet it."],
      ),
    ],
    risks: [],
    openQuestions: [],
    assumptions: [],
  },
};

const closings: Readonly<Record<string, string>> = {
  one: "One process needs no shared store. The bucket is small, testable, and can be replaced behind the same function.",
  two: "The bucket is right for today; what is left of mine is the warning about a second process.",
  three: "Clients must be told, but the handbook can wait for the number.",
};

function voteOf(seat: string, { id, title }: Readonly<Record<string, unknown>>): object {
  if (String(title).includes("Redis")) {
    return { id, verdict: "disagree", reason: "Nothing in src/search.ts runs in more than one process." };
  }
  if (String(title).includes("dashboard") && seat === "two") {
    return { id, verdict: "modify", reason: "The name is not enough.", change: "Count by route and client." };
  }
  return { id, verdict: "agree", reason: "It is needed." };
}

function step(
  phase: string,
  title: string,
  files: string[],
  description: string[],
  dependencies: string[] = [],
): object {
  return { phase, title, description: description.join(" "), files, dependencies };
}

const phases = ["Build", "Check", "Ship"];

function inOrder(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): number {
  return (
    phases.indexOf(String(one["phase"])) - phases.indexOf(String(other["phase"])) ||
    (String(one["title"]) < String(other["title"]) ? -1 : 1)
  );
}

function conceding(items: ModelCall["items"], title: string): object[] {
  return items
    .filter((item) => item["title"] === title)
    .map(({ id }) => ({ id, reason: "The number is not settled yet." }));
}

function pointsOf(each: number): object {
  return { clarity: each, consistency: each, strength: each, rebuttal: each, realism: each, synthesis: each };
}
