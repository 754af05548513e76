import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { command, summaryOf } from "../support/commands.ts";
import type { ModelCall, ModelServer } from "../support/model-server.ts";
import { type Scenario, startReviewers, startScenario } from "../support/scenario.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const change = { base: { "src/a.js": "const a = 1;\n" }, head: { "src/a.js": "const a = 2;\nrun(a);\n" } };
const asked = (calls: readonly ModelCall[]): ModelCall[] =>
  calls.filter(({ task }) => task.includes("A person asks you to look"));

test("`/debate review <question>` puts the question to every seat, once, and the summary repeats it", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario(change);
  scenario.github.world.roles.set("max", "write");
  await scenario.run({ models });
  const before = models.calls.length;
  const question = "what about the *retry* of <b>@max</b>?";
  expect((await command(scenario, "max", `/debate review ${question}`, { models })).signs).toEqual(["+1"]);
  const calls = models.calls.slice(before);
  expect(asked(calls).map(({ stage }) => stage)).toEqual(["propose", "propose", "propose"]);
  expect(asked(calls)[0]?.task).toContain(question);
  // As code, markup and mentions do nothing.
  expect(summaryOf(scenario)).toContain(
    'The panel was asked to look at: "what about the \\*retry\\* of `<b>@max</b>`?"',
  );
  const next = models.calls.length;
  await command(scenario, "max", "/debate review", { models });
  expect(asked(models.calls.slice(next))).toEqual([]);
  expect(summaryOf(scenario)).not.toContain("The panel was asked");
  expect(scenario.github.violations).toEqual([]);
});

test("a question by a person who may not give commands asks no model", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario(change);
  scenario.github.world.roles.set("max", "write");
  await scenario.run({ models });
  const before = models.calls.length;
  expect((await command(scenario, "eve", "/debate review what about eval?", { models })).signs).toEqual(["-1"]);
  expect(models.calls).toHaveLength(before);
});

test("another question in the input `focus` reviews an unchanged head again, the same one does not", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario(change);
  scenario.github.world.roles.set("max", "write");
  const ask = async (focus: string): Promise<number> => {
    const before = models.calls.length;
    await scenario.run({ models, inputs: { focus } });
    return asked(models.calls.slice(before)).length;
  };
  expect(await ask("Is a ever negative?")).toBe(3);
  expect(await ask("Is a ever negative?")).toBe(0);
  expect(await ask("Is run safe?")).toBe(3);
  const { stdout, code } = await scenario.run({ models, inputs: { focus: "a".repeat(1_001) } });
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining("The input focus has 1001 characters; the limit is 1000"),
  ]);
});
