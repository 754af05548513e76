import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { commentBy, replyBy } from "../support/commands.ts";
import type { ModelServer } from "../support/model-server.ts";
import { type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const repository = { id: 99, full_name: "octo/app" };
const writes = () =>
  scenario.github.log.filter(
    ({ method, route }) => method !== "GET" && !/GraphQL (?:OwnPosts|OpenPulls|Base|Texts|Issue|Thread)/.test(route),
  );

const events: Readonly<Record<string, () => { readonly event: string; readonly payload: object }>> = {
  review: () => ({
    event: "pull_request",
    payload: { action: "synchronize", pull_request: { number: 7, head: { sha: scenario.pull.head.sha } } },
  }),
  dispatch: () => ({ event: "workflow_dispatch", payload: { inputs: { pr: "7" } } }),
  "workflow run": () => ({
    event: "workflow_run",
    payload: { workflow_run: { head_sha: scenario.pull.head.sha, head_repository: { full_name: "octo/app" } } },
  }),
  command: () => commentBy(scenario, "max", "/debate pause"),
  reply: () => replyBy(scenario, "max", "No."),
};

test.each(Object.keys(events))(
  "a late %s from a repository whose name was reassigned changes nothing there",
  async (name) => {
    models = await startReviewers(evalIsFatal);
    scenario = await startScenario({ base, head: risky });
    scenario.github.world.roles.set("max", "write");
    await scenario.run({ models });
    const { event, payload } = events[name]?.() ?? { event: "", payload: {} };
    const before = structuredClone([scenario.github.world.checks, scenario.github.world.issueComments]);
    scenario.github.log.length = 0;
    const run = await scenario.run({ models, event, payload: { ...payload, repository } });
    expect(run.stdout).toContain("octo/app is no longer the repository");
    expect(run.code).toBe(1);
    expect([scenario.github.world.checks, scenario.github.world.issueComments]).toEqual(before);
    expect(writes().filter(({ route }) => !route.endsWith("/reactions"))).toEqual([]);
  },
);

test("an event of the same repository under its own id is reviewed, and the id may come from the environment", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  const env = { GITHUB_REPOSITORY_ID: "99" };
  expect((await scenario.run({ models, env })).code).toBe(1);
  expect(scenario.github.world.checks).toEqual([]);
  const own = { GITHUB_REPOSITORY_ID: String(scenario.github.world.id) };
  await scenario.run({ models, env: own });
  expect(scenario.github.world.checks).toHaveLength(1);
});
