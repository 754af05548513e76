import { describe, expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import type { Request } from "../support/github-server.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, readsChange, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const listsOpen = ({ body }: Request): boolean => JSON.stringify(body).includes("pullRequests(");
const check = () => checkOn(scenario.github, scenario.pull.head.sha);

describe("other pull requests with the same head cannot be listed", () => {
  const unlisted = (): void => {
    scenario.github.fault = (request) =>
      listsOpen(request) ? { kind: "answer", answer: { status: 500, body: { message: "no" } } } : null;
  };

  test("a clean review is inconclusive, and its check ends", async () => {
    models = await startReviewers(() => []);
    scenario = await startScenario({ base, head: clean });
    unlisted();
    const run = await scenario.run({ models });
    expect(run.code).toBe(1);
    expect(run.outputs).toMatchObject({ conclusion: "failure" });
    expect(check()).toMatchObject({ status: "completed", conclusion: "failure" });
    expect(check()?.output.title).toContain("other pull requests with this head could not be looked up");
    scenario.github.fault = () => null;
    expect((await scenario.run({ models })).outputs).toMatchObject({ result: "clean", conclusion: "success" });
  }, 30_000);

  test("a failure keeps its title, because it is the worst result", async () => {
    models = await startReviewers(evalIsFatal);
    scenario = await startScenario({ base, head: risky });
    unlisted();
    expect((await scenario.run({ models })).outputs).toMatchObject({ result: "blocked" });
    expect(check()?.output.title).toBe("1 P0 finding blocks this merge");
  });

  test("a fault keeps its title too", async () => {
    models = await startReviewers(() => []);
    scenario = await startScenario({ base, head: clean });
    scenario.github.fault = (request) =>
      listsOpen(request) || readsChange(request)
        ? { kind: "answer", answer: { status: 403, body: { message: "no" } } }
        : null;
    await scenario.run({ models });
    expect(check()).toMatchObject({ status: "completed", conclusion: "failure" });
    expect(check()?.output.title).not.toContain("other pull requests");
  });
});
