import { afterEach, expect, test } from "vitest";
import { command, findingsIn, summaryOf } from "../support/commands.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { checkOn, replyTo, type Scenario, startScenario } from "../support/scenario.ts";
import { base, clean, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer | undefined;
afterEach(async () => {
  expect(scenario.github.violations).toEqual([]);
  await scenario.close();
  await models?.close();
  models = undefined;
});

const risk = "Nobody tried names with ![x](https://evil.tld) or @octocat in them.";
const question = "Who else calls run?";

/** Reviewers that find what `evalIsFatal` finds, and state a risk and a question whatever they find. */
async function reviewers(): Promise<ModelServer> {
  models = await startModelServer((call) => ({
    ...replyTo(call, evalIsFatal),
    ...(call.stage === "propose" ? { residualRisks: [risk], openQuestions: [question] } : {}),
    ...(call.stage === "compose" ? { summary: "One change lets callers run code." } : {}),
  }));
  return models;
}

const check = () => checkOn(scenario.github, scenario.pull.head.sha);

function expectRemarks(seats: string): void {
  const summary = summaryOf(scenario);
  expect(summary).toContain("<summary>Residual risks (1)</summary>");
  expect(summary).toContain(`Who else calls run? (${seats})`);
  expect(summary).not.toMatch(/[^`]!\[x\]|[^`]@octocat/);
}

test("the summary comment has summary, risks and questions, and keeps them when a command rewrites it", async () => {
  scenario = await startScenario({ base, head: risky });
  scenario.github.world.roles.set("max", "write");
  await scenario.run({ models: await reviewers() });
  expect(check()?.conclusion).toBe("failure");
  expect(summaryOf(scenario)).toContain("worded by `three`: One change lets callers run code.");
  expectRemarks("`one`, `two`, `three`");
  const [id = ""] = findingsIn(scenario);
  await command(scenario, "max", `/debate dismiss ${id} false-positive the name is a constant`);
  expect(check()?.conclusion).toBe("success");
  expect(summaryOf(scenario)).toContain("One change lets callers run code.");
  expectRemarks("`one`, `two`, `three`");
});

test("a clean change has risks and questions too", async () => {
  scenario = await startScenario({ base, head: clean });
  await scenario.run({ models: await reviewers() });
  expect(check()?.conclusion).toBe("success");
  expectRemarks("`one`, `two`, `three`");
  expect(summaryOf(scenario)).not.toContain("**Summary**");
});

const alone = { seats: "one=anthropic:claude-opus-5-5" };

test("one reviewer: neutral, named in the title, without confidence", async () => {
  scenario = await startScenario({ base, head: clean });
  const { outputs } = await scenario.run({ models: await reviewers(), inputs: alone });
  expect(check()).toMatchObject({ conclusion: "neutral", output: { title: "One reviewer: no findings" } });
  expect(outputs).toMatchObject({ conclusion: "neutral", confidence: "" });
  expect(summaryOf(scenario)).toContain("**Panel:** one reviewer · **Confidence:** not computed");
  expectRemarks("`one`");
});

test("one reviewer's P0 blocks, and after its dismissal the check is neutral", async () => {
  scenario = await startScenario({ base, head: risky });
  scenario.github.world.roles.set("max", "write");
  await scenario.run({ models: await reviewers(), inputs: alone });
  expect(check()?.conclusion).toBe("failure");
  for (const id of findingsIn(scenario))
    await command(scenario, "max", `/debate dismiss ${id} false-positive the name is a constant`);
  expect(check()).toMatchObject({ conclusion: "neutral", output: { title: "One reviewer: no findings" } });
});
