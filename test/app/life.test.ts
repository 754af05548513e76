import { afterEach, expect, test } from "vitest";
import { base, evalIsFatal, risky } from "../scenarios/samples.ts";
import { type AppProcess, eventually, pullEvent, startApp } from "../support/app-run.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";

let scenario: Scenario;
let models: ModelServer;
let app: AppProcess;
afterEach(async () => {
  await app?.kill();
  await scenario?.close();
  await models?.close();
});

test("a pull request is reviewed once its webhook was taken", { timeout: 60_000 }, async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  const { github, pull } = scenario;
  github.app.installations.set(77, { repositories: ["octo/app"], createdAt: new Date().toISOString() });
  app = await startApp({ github, models, env: { LOG_LEVEL: "debug" } });
  expect(await app.deliver("pull_request", pullEvent("opened", pull))).toBe(202);
  await eventually(() => expect(checkOn(github, pull.head.sha)?.conclusion).toBe("failure"), 20);
  expect(github.world.reviews).toHaveLength(1);
  expect(github.violations).toEqual([]);
  expect(await app.stop()).toBe(0);
});
