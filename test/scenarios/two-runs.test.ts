import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, readsChange, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

test("a conclusion whose answer is lost is written, even if another run ended the check differently", async () => {
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

test.each([
  ["another run that finds nothing", () => []],
  ["another run that finds the same", evalIsFatal],
])("a P0 posted during %s stays, once", async (_name, find) => {
  models = await startReviewers(evalIsFatal);
  const others = await startReviewers(find);
  scenario = await startScenario({ base, head: risky });
  const { github, run } = scenario;
  let first: Promise<unknown> | undefined;
  github.fault = async (request) => {
    if (!readsChange(request) || first !== undefined) return null;
    first = run({ models });
    await first;
    return null;
  };
  const second = await run({ models: others });
  expect(second.outputs).toMatchObject({ conclusion: "failure" });
  expect(checkOn(github, scenario.pull.head.sha)?.conclusion).toBe("failure");
  const { reviews, threads, issueComments } = github.world;
  expect([reviews.length, threads.length, issueComments.length]).toEqual([1, 1, 1]);
  expect(issueComments[0]?.body).toContain("1 P0 finding blocks");
  await others.close();
});

test("findings that another run missed are posted beside its verdict", async () => {
  models = await startReviewers(evalIsFatal);
  const blind = await startReviewers(() => []);
  scenario = await startScenario({ base, head: risky });
  const { github, run } = scenario;
  let first: Promise<unknown> | undefined;
  github.fault = async (request) => {
    if (!readsChange(request) || first !== undefined) return null;
    first = run({ models: blind });
    await first;
    return null;
  };
  expect((await run({ models })).outputs).toMatchObject({ conclusion: "failure" });
  const { threads, issueComments } = github.world;
  expect([threads.length, issueComments.length]).toEqual([1, 1]);
  expect(issueComments[0]?.body).toContain("1 P0 finding blocks");
  await blind.close();
});
