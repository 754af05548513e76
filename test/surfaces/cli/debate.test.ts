import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FreeDebate } from "../../../src/domain/discussion/free-debate.ts";
import { adjudicateDebate } from "../../../src/question/debate/adjudicate.ts";
import { debateAnswers } from "../../support/debate-script.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../../support/model-server.ts";
import { callTools } from "../../support/tool-turns.ts";
import { runCli } from "./run-cli.ts";

const seats =
  "one=anthropic:claude-opus-5-5@correctness,two=openai:gpt-6-sol@security,three=anthropic:claude-sonnet-5-5@tests";
const topic = "Should src/search.ts cache its results?";
const asJson = ["--format", "json", "--no-report"];

let repository: GitRepository;
let server: ModelServer | undefined;
beforeEach(() => {
  repository = gitRepository();
  repository.write("src/search.ts", "export function search(query) {\n  return database(query);\n}\n");
  repository.write("README.md", "# Shop\n");
  repository.commit();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  repository.remove();
});

async function models(options: ModelServerOptions = {}, answers = debateAnswers) {
  server = await startModelServer(answers, options);
  const keys = { ANTHROPIC_API_KEY: "none-such", OPENAI_API_KEY: "none-such" };
  const env = { ...keys, ANTHROPIC_BASE_URL: server.url, OPENAI_BASE_URL: server.openAiUrl, PR_DEBATE_SEATS: seats };
  return { server, env };
}

function debateIn(stdout: string): FreeDebate {
  return FreeDebate.parse(JSON.parse(stdout));
}

test("a topic becomes a debate: on stdout, kept, exit 0", async () => {
  const { env, server: asked } = await models();
  const { code, stdout } = await runCli(repository, ["debate", topic, "--max-rounds", "2"], { env });
  expect(code).toBe(0);
  expect(stdout).toContain("PR Debate: A verdict, by supreme-court, after 2 rounds");
  expect(stdout).toContain("2 agree, 1 disagree, 0 abstain; consensus 73 of 100");
  const kept = readdirSync(join(repository.path, ".debate")).filter((name) => name.startsWith("debate-"));
  expect(kept.map((name) => name.replace(/^debate-[\dTZ-]+/, ""))).toEqual([".json", ".md"]);
  expect(asked.calls.map(({ stage }) => stage)).toEqual([
    ...["debate-open", "debate-turn", "debate-turn", "debate-vote"].flatMap((stage) => [stage, stage, stage]),
    "debate-judge",
    "debate-judge",
  ]);
  const json = repository.read(`.debate/${kept.find((name) => name.endsWith(".json"))}`);
  const again = debateIn(json);
  expect(adjudicateDebate(again, "majority")).toMatchObject({ result: "adopted", confidence: 0.53 });
  expect(adjudicateDebate(again, "unanimous")).toMatchObject({ result: "undecided", verdict: null });
});

test("rules come from the command line, or else from the settings; the same debate again asks nothing", async () => {
  const { env, server: asked } = await models();
  repository.write(
    ".github/pr-debate.yml",
    "version: 1\ndebate: { strategy: socratic, adjudication: majority, max-rounds: 2 }\n",
  );
  repository.commit();
  const first = debateIn((await runCli(repository, ["debate", topic, ...asJson], { env })).stdout);
  expect(first).toMatchObject({ strategy: "socratic", adjudication: "majority", result: "adopted" });
  expect(first.rounds.flatMap(({ turns }) => turns).filter(({ violation }) => violation !== null)).toHaveLength(1);
  const sent = asked.calls.length;
  const second = debateIn((await runCli(repository, ["debate", topic, ...asJson], { env })).stdout);
  expect(asked.calls.length).toBe(sent);
  expect(second.verdict).toBe(first.verdict);
  const options = ["--strategy", "devils-advocate", "--adjudication", "unanimous", "--panel", "three,one"];
  const chosen = debateIn((await runCli(repository, ["debate", topic, ...options, ...asJson], { env })).stdout);
  expect(chosen).toMatchObject({ strategy: "devils-advocate", adjudication: "unanimous" });
  expect(chosen.panel.seats.map(({ name }) => name)).toEqual(["one", "three"]);
  expect(chosen.usage.seats.map(({ name }) => name)).toEqual(["one", "three"]);
});

test("a seat with the view tools looks the repository up", async () => {
  const { env } = await models({}, (call) =>
    call.seat === "one" && call.stage === "debate-open" && call.turn === 0
      ? callTools(["read_file", { path: "README.md" }])
      : debateAnswers(call),
  );
  const { PR_DEBATE_SEATS: _, ...rest } = env;
  const settings =
    "version: 1\nseats:\n  - { name: one, provider: anthropic, model: claude-opus-5-5, view: tools }\n  - { name: two, provider: openai, model: gpt-6-sol }\n";
  repository.write("own.yml", settings);
  const { stdout } = await runCli(repository, ["debate", topic, "--config", "own.yml", ...asJson], { env: rest });
  expect(debateIn(stdout).lookups).toMatchObject([{ seat: "one", stage: "debate-open", tool: "read_file" }]);
});

test("what the asker adds reaches the seats as data", async () => {
  const { env, server: asked } = await models();
  await runCli(repository, ["debate", topic, "--context", "We have 3 servers.", ...asJson], { env });
  expect(asked.calls[0]?.batch).toContain("# More about it");
  expect(asked.calls[0]?.batch).toContain("> We have 3 servers.");
});

describe("no debate: exit 3, and a sentence with the reason", () => {
  test("no judge answers: the votes alone give no verdict, and the report says so", async () => {
    const { env } = await models({ fault: ({ stage }) => (stage === "debate-judge" ? { kind: "empty" } : null) });
    const { code, stdout } = await runCli(repository, ["debate", topic, "--max-rounds", "1", "--no-report"], { env });
    expect(code).toBe(3);
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain("PR Debate: No verdict, by supreme-court, after 1 round");
    expect(text).toContain("Because: No ruling: the only judge named no side:");
  });

  test("one seat", async () => {
    const { env, server: asked } = await models();
    const given = { env: { ...env, PR_DEBATE_SEATS: "one=anthropic:claude-opus-5-5" } };
    const { code, stdout, stderr } = await runCli(repository, ["debate", topic], given);
    expect(code).toBe(3);
    expect(stdout.replace(/\s+/g, " ")).toContain("! A debate needs at least two seats: only one takes part.");
    expect(asked.calls).toEqual([]);
    expect(stderr).not.toContain("Kept as");
  });

  test("every seat is dead", async () => {
    const { env } = await models({
      fault: () => ({ kind: "status", status: 401, body: { error: { message: "no" } } }),
    });
    const { code, stdout } = await runCli(repository, ["debate", topic, ...asJson], { env });
    expect(code).toBe(3);
    expect(debateIn(stdout)).toMatchObject({ result: "inconclusive", verdict: null, panel: { state: "failed" } });
    expect(debateIn(stdout).reason).toMatch(/0 of 3 seats took a position.*key/i);
  });

  test("a spent budget", async () => {
    const { env } = await models();
    repository.write("cheap.yml", "version: 1\nbudget: { calls: 4 }\n");
    const { code, stdout } = await runCli(repository, ["debate", topic, "--config", "cheap.yml", ...asJson], { env });
    expect(code).toBe(3);
    expect(debateIn(stdout)).toMatchObject({ stopReason: "budget", verdict: null });
    expect(debateIn(stdout).reason).toContain("The debate ended early, at debate-turn: The budget of 4 calls");
  });
});

test.each([
  ["no topic", ["debate"], "debate needs a topic"],
  ["a topic without words", ["debate", "\u200b\u202e …?"], "The question has no letter and no digit"],
  ["an unknown seat", ["debate", topic, "--panel", "one,thre"], 'The panel names "thre", which is no seat'],
  ["an empty name", ["debate", topic, "--panel", "one,,two"], "has an empty name"],
  ["an unknown strategy", ["debate", topic, "--strategy", "shouting"], '"shouting" is not a strategy of a debate'],
  ["no number", ["debate", topic, "--max-rounds", "many"], '--max-rounds "many" is not a number of rounds'],
  ["too many rounds", ["debate", topic, "--max-rounds", "11"], "A debate has 1 to 10 rounds, not 11."],
  [
    "less at most than at least",
    ["debate", topic, "--min-rounds", "4", "--max-rounds", "3"],
    "The minimum of 4 rounds is above the maximum of 3",
  ],
])("exit 2: %s", async (_case, args, message) => {
  const { env, server: asked } = await models();
  const { code, stdout, stderr } = await runCli(repository, args, { env });
  expect({ code, stdout, calls: asked.calls.length }).toEqual({ code: 2, stdout: "", calls: 0 });
  expect(stderr).toContain(message);
});

test("--estimate prints the cost, asks no model, and covers what a debate takes", async () => {
  const { env, server: asked } = await models();
  const forecast = await runCli(repository, ["debate", topic, "--max-rounds", "2", "--estimate"], { env });
  expect(forecast).toMatchObject({ code: 0 });
  expect(asked.calls).toEqual([]);
  expect(forecast.stdout).toMatch(/^A debate by one/);
  const calls = (name: string): number => Number(new RegExp(`^ {2}${name} +(\\d+)`, "m").exec(forecast.stdout)?.[1]);
  await runCli(repository, ["debate", topic, "--max-rounds", "2", "--no-report"], { env });
  expect([calls("usual"), calls("at most")]).toEqual([asked.calls.length, asked.calls.length]);
});
