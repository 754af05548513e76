import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FreeDebate } from "../../../src/domain/discussion/free-debate.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { type Handler, type ModelCall, type ModelServer, startModelServer } from "../../support/model-server.ts";
import { runCli } from "./run-cli.ts";

/** Each reason for which a free debate ends, from the command line to the report, with stand-ins that speak HTTP. */

const topic = "Should src/search.ts cache its results?";
const twoSeats = "one=anthropic:claude-opus-5-5@correctness,two=openai:gpt-6-sol@security";

let repository: GitRepository;
let server: ModelServer | undefined;
beforeEach(() => {
  repository = gitRepository();
  repository.write("src/search.ts", "export function search(query) {\n  return database(query);\n}\n");
  repository.commit();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  repository.remove();
});

const positions: Readonly<Record<string, string>> = {
  one: "Cache results near callers, bounded, measured, expiring quickly.",
  two: "Index tables early, partition archives, prune columns, vacuum nightly.",
};
const claims = [{ title: "A claim", detail: "", confidence: 0.8, evidence: [] }];
const open = ({ seat }: ModelCall): object => ({ position: positions[seat], claims, uncertainties: [] });
const vote = { vote: "agree", confidence: 0.8, reason: "It holds." };
const answer = (position: string | undefined, argument: string, confidence = 0.8): object => ({
  ...{ position, argument, confidence, concessions: [], evidence: [] },
});
/** Words that no other seat and no other round uses. */
const fresh = ({ seat, round }: ModelCall): string =>
  ["first", "second", "third", "fourth", "fifth"].map((word) => `${word}${seat}${round}`).join(" ");
const arguing = (turn: (call: ModelCall) => object): Handler => {
  return (call) => (call.stage === "debate-open" ? open(call) : call.stage === "debate-turn" ? turn(call) : vote);
};
const steady = arguing((call) => answer(positions[call.seat], fresh(call)));

/** Words of both positions, two of each in a round: nothing is new, and no argument is like an earlier text. */
const shuffled = ({ seat, round }: ModelCall): string => {
  const at = 2 * (round - 1) + (seat === "one" ? 0 : 4);
  const words = Object.values(positions).map((text) => text.match(/\p{L}{4,}/gu) ?? []);
  return words.map((of) => `${of[at % of.length]} ${of[(at + 1) % of.length]}`).join(" ");
};

async function debated(answers: Handler, ...args: string[]) {
  server = await startModelServer(answers);
  const keys = { ANTHROPIC_API_KEY: "none-such", OPENAI_API_KEY: "none-such" };
  const urls = { ANTHROPIC_BASE_URL: server.url, OPENAI_BASE_URL: server.openAiUrl };
  const env = { PR_DEBATE_SEATS: twoSeats, ...keys, ...urls };
  return async (seats = {}) => {
    const rules = ["--adjudication", "majority", ...args];
    const { code, stdout } = await runCli(repository, ["debate", topic, ...rules], { env: { ...env, ...seats } });
    const folder = join(repository.path, ".debate");
    const kept = (existsSync(folder) ? readdirSync(folder) : []).find((name) => /^debate-.*json$/.test(name));
    const debate = kept === undefined ? null : FreeDebate.parse(JSON.parse(repository.read(`.debate/${kept}`)));
    return { code, debate, text: stdout.replace(/\s+/g, " ") };
  };
}

const dead: Handler = (call) => (call.stage === "debate-turn" && call.seat === "two" ? "no JSON" : steady(call));

test.each([
  ["agreed", 2, "all seats hold one position", arguing((call) => answer(positions["one"], fresh(call))), []],
  ["no-change", 2, "the last round moved no position, confidence or claim", steady, ["--topology", "consensus"]],
  [
    "repetition",
    2,
    "the arguments repeat earlier ones",
    arguing(({ seat }) => answer(positions[seat], "The same words again.")),
    [],
  ],
  [
    "no-novelty",
    1,
    "the last arguments brought nothing new",
    arguing((call) => answer(positions[call.seat], shuffled(call))),
    ["--min-rounds", "1"],
  ],
  ["max-rounds", 3, "all rounds were held", steady, []],
  ["max-rounds", 10, "all rounds were held", steady, ["--max-rounds", "10"]],
  ["panel-lost", 1, "too few seats were left", dead, []],
] as const)("%s after %i rounds: %s", async (stop, rounds, words, answers, args) => {
  const { code, debate, text } = await (await debated(answers, ...args))();
  expect([debate?.stopReason, debate?.rounds.length, code]).toEqual([stop, rounds, stop === "panel-lost" ? 3 : 0]);
  expect(text).toContain(`Ended because: ${words}`);
});

test("budget: the debate ends in the round that spends it", async () => {
  repository.write("cheap.yml", "version: 1\nbudget: { calls: 3 }\n");
  const { code, debate, text } = await (await debated(steady, "--config", "cheap.yml"))();
  expect([debate?.stopReason, code]).toEqual(["budget", 3]);
  expect(text).toContain("Ended because: the budget was spent");
});

test("no-debate: one seat", async () => {
  const held = await debated(steady);
  const { code, debate, text } = await held({ PR_DEBATE_SEATS: "one=anthropic:claude-opus-5-5" });
  expect([debate, code, server?.calls.length]).toEqual([null, 3, 0]);
  expect(text).toContain("Ended because: there was no debate");
});

test("consensus: the JSON and the report say how many rounds there were, and why they ended", async () => {
  const moving = arguing((call) => answer(positions[call.seat], fresh(call), call.round === 2 ? 0.6 : 0.8));
  const { debate, text } = await (await debated(moving, "--topology", "consensus", "--max-rounds", "9"))();
  expect(debate?.topology).toEqual({ name: "consensus", passes: 4, stop: "no-change" });
  expect(text).toContain("Topology: consensus (4 rounds: the last round moved no position, confidence or claim)");
});

test.each([
  [[], 1],
  [["--min-rounds", "3"], 3],
])(
  "debate.max-rounds of the settings counts, also where it is 1; with %j there are %i rounds",
  async (args, rounds) => {
    repository.write(".github/pr-debate.yml", "version: 1\ndebate: { max-rounds: 1 }\n");
    repository.commit();
    const { debate } = await (await debated(steady, ...args))();
    expect([debate?.stopReason, debate?.rounds.length]).toEqual(["max-rounds", rounds]);
  },
);
