import { afterEach, expect, test } from "vitest";
import { base, findsCaller, head } from "../scenarios/callers.ts";
import { eventually, pullEvent, startApp } from "../support/app-run.ts";
import { startModelServer } from "../support/model-server.ts";
import { startScenario } from "../support/scenario.ts";
import { groundOf } from "../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test("the App reports a defect in an unchanged caller that a seat looked up", async () => {
  const models = await startModelServer(findsCaller);
  const { github, pull, close } = await startScenario({ base, head });
  github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  const ground = await groundOf("PGlite");
  const app = await startApp({ github, models, ...ground.options, env: { PR_DEBATE_SEATS: "" } });
  closing.push(ground.remove, models.close, close, app.kill);
  await app.deliver("pull_request", pullEvent("opened", pull));
  await eventually(() => expect(github.world.issueComments).toHaveLength(1));
  expect(github.world.issueComments[0]?.body).toContain(`[code](/octo/app/blob/${pull.head.sha}/src/admin.js#L2)`);
  expect(github.world.threads).toEqual([]);
  expect(github.violations).toEqual([]);
});
