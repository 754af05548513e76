import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { answersIn, command } from "../support/commands.ts";
import { addCommit } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import {
  checkOn,
  readsChange,
  type Scenario,
  spoilSettings,
  startReviewers,
  startScenario,
} from "../support/scenario.ts";
import { base, clean, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const checks = () => scenario.github.world.checks;
const conclusion = () => checkOn(scenario.github, scenario.pull.head.sha)?.conclusion;
const withDrafts = { ...base, ".github/pr-debate.yml": "version: 1\nreview: { drafts: true }\n" };

test.each([
  ["honest", evalIsFatal, "failure"],
  ["obedient", () => [], "neutral"],
] as const)(
  "a draft gets no check, not even after a push, and is reviewed once it is ready; seats are %s",
  async (_, find, expected) => {
    models = await startReviewers(find);
    scenario = await startScenario({ base, head: clean, draft: true });
    const first = await scenario.run({ models });
    scenario.push(risky);
    const second = await scenario.run({ models });
    for (const run of [first, second]) {
      expect([run.code, run.outputs["result"], run.outputs["check-run-id"]]).toEqual([0, "skipped", ""]);
      expect(run.stdout).toContain("::notice");
    }
    expect(models.calls).toEqual([]);
    expect(checks()).toEqual([]);
    scenario.pull.isDraft = false;
    let seen: unknown;
    scenario.github.fault = (request) => {
      if (readsChange(request)) seen = checks().map(({ status }) => status);
      return null;
    };
    await scenario.run({ models });
    expect(seen).toEqual(["in_progress"]);
    expect(conclusion()).toBe(expected);
  },
);

test("a draft with unusable settings gets no check, and fails once it is ready", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: clean, draft: true });
  spoilSettings(scenario);
  expect((await scenario.run({ models })).code).toBe(0);
  expect(checks()).toEqual([]);
  scenario.pull.isDraft = false;
  await scenario.run({ models });
  expect(conclusion()).toBe("failure");
});

test.each([
  ["passed", clean, "success"],
  ["blocked", risky, "failure"],
] as const)(
  "a pull request that becomes a draft after it %s keeps the verdict on that commit, and the next commit has none",
  async (_, head, expected) => {
    models = await startReviewers(evalIsFatal);
    scenario = await startScenario({ base, head });
    await scenario.run({ models });
    scenario.pull.isDraft = true;
    await scenario.run({ models });
    expect([checks().length, conclusion()]).toEqual([1, expected]);
    scenario.push({ ...risky, "README.md": "Hello.\n" });
    await scenario.run({ models });
    expect(conclusion()).toBeUndefined();
  },
);

test("drafts are reviewed if the base wants it", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base: withDrafts, head: { ...withDrafts, ...risky }, draft: true });
  await scenario.run({ models });
  expect(conclusion()).toBe("failure");
});

test("`/debate review` on a draft gives the reason for doing nothing; a paused draft gets no check either", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky, draft: true });
  scenario.github.world.roles.set("max", "write");
  const { signs } = await command(scenario, "max", "/debate review", { models });
  expect(signs.filter((sign) => sign !== "eyes")).toEqual(["-1"]);
  expect(answersIn(scenario)[0]).toContain("is a draft");
  await command(scenario, "max", "/debate pause");
  await scenario.run({ models });
  expect(checks()).toEqual([]);
});

test("a draft in a merge group has no review, so nothing passes", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: clean, draft: true });
  await scenario.run({ models });
  const { github, pull } = scenario;
  const sha = addCommit(github.world, clean, [pull.base.sha], "A change (#7)");
  const ref = `refs/heads/gh-readonly-queue/main/pr-7-${pull.base.sha}`;
  const merge_group = { head_sha: sha, base_sha: pull.base.sha, head_ref: ref };
  const payload = { action: "checks_requested", repository: { full_name: "octo/app" }, merge_group };
  await scenario.run({ event: "merge_group", payload, models });
  expect(checkOn(github, sha)?.conclusion).toBe("failure");
});
