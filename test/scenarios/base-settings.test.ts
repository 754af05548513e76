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

describe("settings come from the current base branch", () => {
  test("a branch from a commit with laxer settings gains nothing", async () => {
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

describe("an unknown name stops the review before any seat is asked", () => {
  const seats = (persona: string) => `one=anthropic:claude-opus-5-5@${persona},two=openai:gpt-6-sol`;
  test.each([
    ["in the settings", settings("seats: [{ name: one, provider: openai, model: m, persona: wizard }]"), {}],
    ["in the input seats", {}, { inputs: { seats: seats("wizard") } }],
    ["in PR_DEBATE_SEATS", {}, { inputs: { seats: "" }, env: { PR_DEBATE_SEATS: seats("wizard") } }],
  ])("an unknown persona %s", async (_where, files, given) => {
    models = await startReviewers(() => []);
    scenario = await startScenario({ base: { ...base, ...files }, head: { ...risky, ...files } });
    const run = await scenario.run({ models, ...given });
    expect(run.outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
    expect(models.calls).toEqual([]);
    const { checks } = scenario.github.world;
    expect(JSON.stringify([...checks])).toContain(
      'Seat one uses the unknown persona \\"wizard\\". Known personas: correctness',
    );
  });

  test("the report names a config input whose file does not exist", async () => {
    models = await startReviewers(() => []);
    scenario = await startScenario({ base, head: risky });
    expect(JSON.stringify((await scenario.run({ models })).reports)).not.toContain("The input config");
    scenario.push({ ...risky, "more.txt": "More.\n" });
    const run = await scenario.run({ models, inputs: { config: ".github/pr-debat.yml" } });
    const note =
      "The input config is .github/pr-debat.yml, which does not exist on the base branch: the default settings are used.";
    expect(JSON.stringify(run.reports)).toContain(note);
  });
});
