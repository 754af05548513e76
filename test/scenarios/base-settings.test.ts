import { describe, expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { addCommit } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const settings = (text: string) => ({ ".github/pr-debate.yml": `version: 1\n${text}\n` });
const lax = settings("review: { block-on: never }");

describe("settings are those of the base branch as it is now", () => {
  test("a branch that starts from a commit with laxer ones gains nothing", async () => {
    models = await startReviewers(evalIsFatal);
    scenario = await startScenario({ base: { ...base, ...lax }, head: { ...risky, ...lax } });
    const { pull, github } = scenario;
    pull.base.sha = addCommit(github.world, { ...base, ...settings("") }, [pull.base.sha], "stricter");
    expect((await scenario.run({ models })).outputs).toMatchObject({ result: "blocked", conclusion: "failure" });
  });

  test("only the change itself is reviewed, from the merge base", async () => {
    models = await startReviewers(() => []);
    scenario = await startScenario({ base, head: { ...base, "README.md": "More.\n" } });
    const { pull, github } = scenario;
    pull.base.sha = addCommit(github.world, { ...risky, ...lax }, [pull.base.sha], "theirs");
    const run = await scenario.run({ models });
    expect(run.outputs).toMatchObject({ result: "clean" });
    expect(JSON.stringify(run.reports)).not.toContain("src/run.ts");
  });
});
