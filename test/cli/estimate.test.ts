import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import type { ModelServer } from "../support/model-server.ts";
import { startReviewers } from "../support/scenario.ts";
import { runCli } from "./run-cli.ts";

let repository: GitRepository;
let models: ModelServer;
beforeEach(async () => {
  repository = gitRepository();
  repository.write("src/a.ts", "export const a = 1;\n");
  repository.commit();
  models = await startReviewers(() => []);
});
afterEach(async () => {
  await models.close();
  repository.remove();
});

/** A change of one file, with the settings of the base. */
function changed(settings: string): void {
  repository.write(".github/pr-debate.yml", `version: 1\n${settings}`);
  repository.commit();
  repository.write("src/a.ts", "export const a = 2;\n");
}

const env = () => ({
  ANTHROPIC_API_KEY: "none-such",
  OPENAI_API_KEY: "none-such",
  ANTHROPIC_BASE_URL: models.url,
  OPENAI_BASE_URL: models.openAiUrl,
  PR_DEBATE_SEATS: "one=anthropic:claude-opus-5-5,two=openai:gpt-6-sol,three=anthropic:claude-sonnet-5-5",
});

async function estimate(): Promise<string> {
  const { code, stdout } = await runCli(repository, ["review", "--estimate", "--effort", "standard"], {
    env: env(),
    withModels: true,
  });
  expect(code).toBe(0);
  return stdout;
}

/** The last sentences, on one line: the program wraps them at 80 columns. */
const lastLine = (text: string): string =>
  text.replace(/\s+/g, " ").match(/(?:The budget|At most, the|It fits|The usual fits).*$/)?.[0] ?? "";

test("says what the budget allows, in the same table, and that the review fits", { timeout: 60_000 }, async () => {
  changed("");
  const text = await estimate();
  expect(text).toMatch(/^ {2}budget +\d+ +[\d,]+ in all +\$5\.00$/m);
  const widths = [...text.matchAll(/^ {2}(?:usual|at most|budget) .*$/gm)].map(([line]) => line.length);
  expect(new Set(widths).size).toBe(1);
  expect(lastLine(text)).toMatch(/^(?:It fits|The usual fits) into the budget\..*After 15 minutes it would end/);
  expect(models.calls).toEqual([]);
  expect(existsSync(join(repository.path, ".debate"))).toBe(false);
});

test.each([
  ["usd: 0.3", "The budget of $0.30 ends this review in the proposals: it would be incomplete."],
  ["calls: 2", "The budget of 2 calls ends this review in the proposals: it would be incomplete."],
  ["calls: 4", "The budget of 4 calls ends this review in the ballot: it would be incomplete."],
  ["calls: 7", "The budget of 7 calls ends this review in the wording: it would be incomplete."],
  ["tokens: 40000", "The budget of 40,000 tokens ends this review in the ballot: it would be incomplete."],
  ["calls: 10, minutes: 1", "At most, the budget of 10 calls ends this review in the ballot: it would be incomplete."],
])("says where the budget of %s ends it", { timeout: 60_000 }, async (budget, sentence) => {
  changed(`budget: { ${budget} }\n`);
  const line = lastLine(await estimate());
  expect(line).toContain(sentence);
  expect(line).toContain(budget.includes("minutes") ? "After 1 minute it" : "After 15 minutes it");
});

test("answers that are kept from an earlier run are not counted, and the estimate says so", {
  timeout: 90_000,
}, async () => {
  changed("");
  const usual = (text: string): number => Number(/^ {2}usual +(\d+) /m.exec(text)?.[1]);
  const before = await estimate();
  expect(before).not.toContain("kept from an earlier run");
  const { stderr } = await runCli(repository, ["review", "--no-report", "--effort", "standard"], {
    env: env(),
    withModels: true,
  });
  expect(stderr).not.toContain("FAILED");
  const asked = models.calls.length;
  const after = await estimate();
  expect(models.calls).toHaveLength(asked);
  expect(after).toContain("Of the first 3, 3 answers are kept from an earlier run: not counted above.");
  expect(usual(after)).toBe(usual(before) - 3);
});
