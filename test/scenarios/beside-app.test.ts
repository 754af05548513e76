import { expect, test } from "vitest";
import { runIdOf } from "../../src/github/publication/own-checks.ts";
import { closeAfterEach } from "../support/closing.ts";
import { addCheck } from "../support/github-server/checks.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, readsChange, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

async function stage(): Promise<void> {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
}

function appCheck(conclusion: string | null, app = "pr-debate") {
  const { github, pull } = scenario;
  const externalId = runIdOf({ repo: "octo/app", number: pull.number, head: pull.head.sha, isOfApp: true }, 1);
  return addCheck(github.world, { app, headSha: pull.head.sha, name: "PR Debate", externalId, conclusion });
}

const written = () => {
  const { reviews, threads, issueComments } = scenario.github.world;
  return reviews.length + threads.length + issueComments.length;
};

test.each([
  ["failure", 1],
  ["success", 0],
] as const)(
  "after the App's %s, a workflow asks no model, writes nothing and ends the same way",
  async (conclusion, code) => {
    await stage();
    appCheck(conclusion);
    const run = await scenario.run({ models });
    expect(run).toMatchObject({ code, outputs: { result: "skipped", conclusion } });
    expect(run.stdout).toContain("the App's check");
    expect([models.calls.length, written(), scenario.github.world.checks.length]).toEqual([0, 0, 1]);
  },
);

test("a workflow waits for the end of the App's debate", async () => {
  await stage();
  const check = appCheck(null);
  setTimeout(() => Object.assign(check, { status: "completed", conclusion: "failure" }), 4_000);
  expect(await scenario.run({ models })).toMatchObject({ code: 1, outputs: { conclusion: "failure" } });
  expect([models.calls.length, written()]).toEqual([0, 0]);
});

test("when the App comes later, the workflow concludes its own check and leaves the comments to the App", async () => {
  await stage();
  let isThere = false;
  scenario.github.fault = (request) => {
    if (readsChange(request) && !isThere) appCheck(null);
    isThere ||= readsChange(request);
    return null;
  };
  expect((await scenario.run({ models })).outputs).toMatchObject({ result: "blocked", conclusion: "failure" });
  expect(written()).toBe(0);
  const own = scenario.github.world.checks.find(({ app }) => app === "github-actions");
  expect(own).toMatchObject({ status: "completed", conclusion: "failure" });
  expect(JSON.stringify(own?.output)).toContain("the comments are left to it");
});

test("a check by a workflow stops no other run", async () => {
  await stage();
  appCheck("success", "github-actions");
  expect((await scenario.run({ models })).outputs).toMatchObject({ result: "blocked", conclusion: "failure" });
  expect(written()).toBeGreaterThan(0);
  expect(checkOn(scenario.github, scenario.pull.head.sha)?.conclusion).toBe("failure");
});
