import { afterEach, expect, test } from "vitest";
import { command } from "../support/commands.ts";
import { addCommit, type Files } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
afterEach(async () => {
  expect(scenario.github.violations).toEqual([]);
  await scenario.close();
  await models.close();
});

const more = { ...clean, "README.md": "More.\n" };

/** What the check of a group says, and how many calls it took. */
async function group(files: Files) {
  const { github, pull } = scenario;
  const sha = addCommit(github.world, files, [pull.base.sha], "A change (#7)");
  const ref = `refs/heads/gh-readonly-queue/main/pr-7-${pull.base.sha}`;
  const payload = {
    ...{ action: "checks_requested", repository: { full_name: "octo/app" } },
    merge_group: { head_sha: sha, base_sha: pull.base.sha, head_ref: ref },
  };
  const calls = models.calls.length;
  await scenario.run({ event: "merge_group", payload, models });
  const check = checkOn(github, sha);
  return { conclusion: check?.conclusion, title: check?.output.title, calls: models.calls.length - calls };
}

test("H45 while a pull request of a merge group is paused, only exactly what was reviewed passes", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: clean });
  scenario.github.world.roles.set("max", "write");
  await scenario.run({ models });
  await command(scenario, "max", "/debate pause");
  expect(await group(clean)).toMatchObject({ conclusion: "success", calls: 0 });
  const paused = /^Review incomplete.*paused \(in #7 by @max since .*\); comment \/debate resume$/;
  expect(await group(more)).toEqual({ conclusion: "failure", title: expect.stringMatching(paused), calls: 0 });

  scenario.push(more);
  await scenario.run({ models });
  expect(await group(more)).toEqual({ conclusion: "failure", title: expect.stringMatching(paused), calls: 0 });

  await command(scenario, "max", "/debate resume", { models });
  expect(await group(more)).toMatchObject({ conclusion: "success", calls: 0 });
});
