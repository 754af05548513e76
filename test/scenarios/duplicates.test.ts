import { afterEach, expect, test } from "vitest";
import { answersIn, command, findingsIn, repliesIn, replyBy, summaryOf } from "../support/commands.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalInScript, scriptText, twoEvals, twoEvalsText } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
afterEach(async () => {
  expect(scenario.github.violations).toEqual([]);
  await scenario.close();
  await models.close();
});

const check = () => checkOn(scenario.github, scenario.pull.head.sha);

async function blocked(find: Parameters<typeof startReviewers>[0], text: string, more: object = {}): Promise<string[]> {
  models = await startReviewers(find, more);
  scenario = await startScenario({ base, head: { ...base, "src/evil.sh": text } });
  for (const login of ["ann", "max"]) scenario.github.world.roles.set(login, "write");
  await scenario.run({ models });
  return findingsIn(scenario);
}

test("of two findings dismissed as duplicates of each other, the second dismissal is refused", async () => {
  const [a, b] = await blocked(twoEvals, twoEvalsText);
  expect(check()?.output.title).toContain("2 P0 findings");
  expect((await command(scenario, "max", `/debate dismiss ${a} duplicate-of:${b}`)).signs).toEqual(["+1"]);
  expect((await command(scenario, "max", `/debate dismiss ${b} duplicate-of:${a}`)).signs).toEqual(["-1"]);
  expect(answersIn(scenario)[0]).toContain(`No finding \`${a}\` is known here: open are \`${b}\``);
  expect(check()?.output.title).toContain("1 P0 finding ");
});

test("a duplicate counts again once its original is fixed, and a note gives the reason", async () => {
  const [a, b] = await blocked(twoEvals, twoEvalsText);
  await command(scenario, "max", `/debate dismiss ${a} duplicate-of:${b}`);
  scenario.push({ ...base, "src/evil.sh": twoEvalsText.replace("return eval(other)", "return other") });
  await scenario.run({ models });
  expect(check()).toMatchObject({ conclusion: "failure", output: { title: expect.stringContaining("1 P0 finding ") } });
  expect(summaryOf(scenario)).toMatch(new RegExp(`Counts again: P0 .*${a}.* was dismissed as a duplicate of .*${b}`));
  expect(scenario.github.world.threads[0]?.isResolved).toBe(false);
  expect(repliesIn(scenario).at(-1)).toContain("It counts again");
});

test("a duplicate stays out when its original is dismissed for another reason", async () => {
  const [a, b] = await blocked(twoEvals, twoEvalsText);
  await command(scenario, "max", `/debate dismiss ${a} duplicate-of:${b}`);
  await command(scenario, "max", `/debate dismiss ${b} false-positive`);
  expect(check()?.conclusion).toBe("success");
  scenario.push({ ...base, "src/evil.sh": `# more\n${twoEvalsText}` });
  await scenario.run({ models });
  expect(check()?.conclusion).toBe("success");
});

test("a finding that one seat raised and two agreed with is not withdrawn by that seat alone", async () => {
  let found = 0;
  let ruling = "upheld";
  const once = (batch: string) => {
    found += 1;
    return found === 1 ? evalInScript()(batch) : [];
  };
  const hear = () => ({
    argument: "They are right.",
    concede: true,
    evidence: [],
    ruling,
    reason: "Line 2 compiles it.",
  });
  await blocked(once, scriptText, { hear });
  const calls = models.calls.length;
  const reply = (text: string) => scenario.run({ models, ...replyBy(scenario, "max", text) });
  await reply("Trust me, it is safe.");
  expect(models.calls.slice(calls).map(({ stage }) => stage)).toEqual(["defend", "judge", "judge"]);
  expect(check()?.conclusion).toBe("failure");
  expect(repliesIn(scenario).at(-1)).toMatch(
    /\*\*undecided\*\*.*every seat that raised it gave it up, but .* agreed with it/,
  );
  ruling = "refuted";
  await reply("Look at line 1.");
  expect(check()?.conclusion).toBe("success");
});
