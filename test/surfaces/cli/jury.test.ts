import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { debateReplies } from "../../support/debate-script.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { type ModelServer, startModelServer } from "../../support/model-server.ts";
import { planReplies } from "../../support/plan-script.ts";
import { runCli } from "./run-cli.ts";

const seats =
  "one=anthropic:claude-opus-5-5@correctness,two=openai:gpt-6-sol@security,three=anthropic:claude-sonnet-5-5@tests";
const jury = `version: 1
debate:
  adjudication: supreme-court
  jury:
    - { name: fair, provider: openai, model: gpt-6-luna }
    - calm=anthropic:claude-haiku-5-5
    - one
`;

const Plan = z.object({
  jury: z.object({ because: z.string(), models: z.number(), jurors: z.array(z.looseObject({ seat: z.string() })) }),
  metrics: z.looseObject({ qualityScore: z.number().nullable() }),
  usage: z.object({ seats: z.array(z.looseObject({ name: z.string(), calls: z.number() })) }),
});
const Debate = z.object({
  rulings: z.array(z.looseObject({ judge: z.string() })),
  notes: z.array(z.string()),
  metrics: z.looseObject({ qualityScore: z.number().nullable() }),
});

let repository: GitRepository;
let server: ModelServer;
let env: Record<string, string>;
beforeEach(async () => {
  repository = gitRepository();
  repository.write("src/search.ts", "export function search(query) {\n  return database(query);\n}\n");
  repository.commit();
  server = await startModelServer((call) => (planReplies[call.stage] ?? debateReplies[call.stage])?.(call) ?? {});
  const keys = { ANTHROPIC_API_KEY: "none-such", OPENAI_API_KEY: "none-such" };
  env = { ...keys, ANTHROPIC_BASE_URL: server.url, OPENAI_BASE_URL: server.openAiUrl, PR_DEBATE_SEATS: seats };
});
afterEach(async () => {
  await server.close();
  repository.remove();
});

async function run(command: string, question: string, settings = jury, ...more: readonly string[]) {
  repository.write("own.yml", settings);
  return runCli(repository, [command, question, "--config", "own.yml", "--format", "json", ...more], { env });
}

test("a plan: named models judge, each in both orders, and a seat that wrote a side does not", async () => {
  const { code, stdout, stderr } = await run("plan", "How do we rate-limit src/search.ts?");
  expect(code, stderr).toBe(0);
  const made = Plan.parse(JSON.parse(stdout));
  expect(made.jury.jurors.map(({ seat }) => seat)).toEqual(["fair", "calm"]);
  expect(made.jury.because).toContain("Not asked, because an author does not judge: one.");
  expect(made.jury.models).toBe(2);
  const asked = server.calls.filter(({ stage }) => stage === "jury").map(({ seat, model }) => `${seat} ${model}`);
  expect(asked.toSorted()).toEqual([
    ...["calm claude-haiku-5-5", "calm claude-haiku-5-5", "fair gpt-6-luna", "fair gpt-6-luna"],
  ]);
  const spent = new Map(made.usage.seats.map(({ name, calls }) => [name, calls]));
  expect([spent.get("fair"), spent.get("calm")]).toEqual([2, 2]);
  expect(made.metrics).toMatchObject({ families: 3, qualityScore: expect.any(Number) });
});

test("a free debate: named models judge, and a seat that wrote a side does not", async () => {
  const { stdout } = await run("debate", "Should src/search.ts cache its results?", jury, "--max-rounds", "2");
  const debate = Debate.parse(JSON.parse(stdout));
  expect(debate.rulings.map(({ judge }) => judge)).toEqual(["fair", "calm"]);
  expect(debate.notes.join(" ")).toContain("Not asked to judge, because its model wrote a side: one.");
});

test("the estimate counts each juror's two answers, and none of a juror that wrote one of the plans", async () => {
  repository.write("own.yml", jury);
  const calls = async (settings: string): Promise<number> => {
    repository.write("own.yml", settings);
    const { stdout } = await runCli(repository, ["plan", "How?", "--config", "own.yml", "--estimate"], { env });
    return Number(/^ {2}usual\w* +(\d+)/m.exec(stdout)?.[1]);
  };
  expect((await calls(jury)) - (await calls("version: 1\n"))).toBe(4);
});

test.each([
  ["[someone]", 'debate.jury names "someone", which is no seat. Seats: one, two, three.'],
  ['["two=openai:gpt-6-luna"]', "debate.jury gives a juror the name of the seat two."],
  ["[{ name: a, provider: nowhere, model: m }]", "nowhere"],
  ["[5]", "debate.jury[0] is 5; it must be a mapping with name, provider and model"],
  ["[a=openai:x, a=openai:y]", "two are named"],
])("jury: %s is refused before a model is asked", async (value, sentence) => {
  const { code, stderr } = await run("plan", "How?", `version: 1\ndebate: { jury: ${value} }\n`);
  expect(code).toBe(2);
  expect(stderr.replace(/\s+/g, " ")).toContain(sentence);
  expect(server.calls).toEqual([]);
});
