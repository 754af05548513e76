import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import type { ModelServer } from "../../support/model-server.ts";
import { startReviewers } from "../../support/scenario.ts";
import { runCli } from "./run-cli.ts";

const [thinking, light] = ["claude-opus-5-5", "claude-haiku-5-5"];
let repository: GitRepository;
let models: ModelServer;
beforeEach(async () => {
  repository = gitRepository();
  models = await startReviewers(() => [evalFinding], { servedModel: "served" });
});
afterEach(async () => {
  await models.close();
  repository.remove();
});

const evalFinding = {
  ...{ severity: "P1", category: "security", title: "Text runs as code", detail: "Input reaches eval." },
  ...{ path: "a.js", line: 1, quote: "eval(process.argv[2]);", fix: "Parse it." },
};

/** US dollars a million tokens of input, output and cached input. */
const prices = { [thinking]: [100, 200, 100], [light]: [1, 2, 1] };

async function review(seat: string, ...options: string[]) {
  const seats = ["one", "two"].map((name) => `{ name: ${name}, provider: anthropic, model: ${thinking}${seat} }`);
  repository.write(".github/pr-debate.yml", `version: 1\nseats: [${seats.join(", ")}]\nbudget: { usd: 1000 }\n`);
  repository.write("a.js", "");
  repository.commit();
  repository.write("a.js", "eval(process.argv[2]);\n");
  const env = {
    ANTHROPIC_API_KEY: "stand-in",
    ANTHROPIC_BASE_URL: models.url,
    PR_DEBATE_PRICES: JSON.stringify(prices),
  };
  const parameters = ["review", "--no-report", "--effort", "standard", ...options];
  return runCli(repository, parameters, { env, withModels: true });
}

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("call-end"), inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() }),
  z.object({
    type: z.literal("review"),
    review: z.object({
      notes: z.array(z.string()),
      usage: z.object({ costUsd: z.number() }),
      panel: z.object({ seats: z.array(z.object({ name: z.string(), model: z.string() })) }),
    }),
  }),
]);

function linesOf(stdout: string) {
  return stdout.split("\n").flatMap((line) => Line.safeParse(line === "" ? null : JSON.parse(line)).data ?? []);
}

test("the light model words the result at its own price, and the model does everything else", async () => {
  const { stdout } = await review(`, reasoning: high, light-model: ${light}`, "--format", "ndjson");
  const words = models.calls.filter(({ stage }) => stage === "compose");
  const others = models.calls.filter(({ stage }) => stage !== "compose");
  expect(words.map(({ model }) => model)).toEqual([light]);
  expect(new Set(others.map(({ stage }) => stage))).toEqual(new Set(["propose", "ballot"]));
  expect(new Set(others.map(({ model }) => model))).toEqual(new Set([thinking]));
  // The effort of thinking is meant for the model that thinks.
  expect(words.map(({ body }) => body["output_config"])).toEqual([undefined]);
  expect(others.map(({ body }) => body["output_config"])).toEqual(others.map(() => ({ effort: "high" })));

  const lines = linesOf(stdout);
  const calls = lines.flatMap((line) => (line.type === "call-end" ? [line] : []));
  const lightCalls = calls.filter(({ inputTokens, outputTokens, costUsd }) => {
    const cost = (inputTokens + 2 * outputTokens) / 1e6;
    expect([cost.toFixed(9), (100 * cost).toFixed(9)]).toContain(costUsd.toFixed(9));
    return costUsd.toFixed(9) === cost.toFixed(9);
  });
  expect([calls.length, lightCalls.length]).toEqual([models.calls.length, 1]);
  const [found] = lines.flatMap((line) => (line.type === "review" ? [line.review] : []));
  expect(found?.usage.costUsd).toBeCloseTo(
    calls.reduce((sum, { costUsd }) => sum + costUsd, 0),
    6,
  );
  expect(found?.panel.seats.find(({ name }) => name === "one")?.model).toBe(thinking);
  expect(found?.notes).toContain(
    `Seat one asks ${light} for the wording of results, and ${thinking} for everything else.`,
  );
});

test("without it, the model words the result", async () => {
  await review("");
  expect(new Set(models.calls.map(({ model }) => model))).toEqual(new Set([thinking]));
  expect(models.calls.map(({ stage }) => stage)).toContain("compose");
});

test("an estimate counts the wording at the price of the light model", async () => {
  const usual = async (seat: string): Promise<number> => {
    const { stdout } = await review(seat, "--estimate");
    return Number(/^ {2}usual .*\$(?<cost>[\d.]+)/m.exec(stdout)?.groups?.["cost"]);
  };
  const [alone, lighter] = [await usual(""), await usual(`, light-model: ${light}`)];
  // 2,500 tokens shown, 1,500 of items and 900 of the answer: 0.4 + 0.18 dollars, at 1/100 of it.
  expect(alone - lighter).toBeCloseTo(0.58 * 0.99, 1);
});

test("a light model without a price is named, and cost is not invented", async () => {
  const { stdout } = await review(", light-model: unheard-of-1");
  expect(stdout.replace(/\s+/g, " ")).toContain("No price is known for anthropic:unheard-of-1");
});

test.each(["-x", "a b", ""])("a light model '%s' is refused with the key", async (name) => {
  const { code, stderr } = await review(`, light-model: '${name}'`);
  expect([code, stderr]).toEqual([2, expect.stringContaining("light-model is")]);
  expect(models.calls).toEqual([]);
});
