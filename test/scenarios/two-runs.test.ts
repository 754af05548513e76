import { afterEach, expect, test } from "vitest";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
afterEach(async () => {
  expect(scenario.github.violations).toEqual([]);
  await scenario.close();
  await models.close();
});

test("a conclusion whose answer is lost is written, though another run ended the check otherwise", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  const { world } = scenario.github;
  let isDone = false;
  scenario.github.fault = ({ body }) => {
    if (isDone || !/"conclusion":"/.test(JSON.stringify(body))) return null;
    isDone = true;
    const end = (): void => {
      for (const check of world.checks) Object.assign(check, { status: "completed", conclusion: "success" });
    };
    return { kind: "lost-before", first: end };
  };
  expect((await scenario.run({ models })).outputs).toMatchObject({ conclusion: "failure" });
  expect(checkOn(scenario.github, scenario.pull.head.sha)?.conclusion).toBe("failure");
});
