import { afterEach, expect, test } from "vitest";
import { reviewOnGitHub } from "../../../src/github/runs/pull-request.ts";
import type { RunRecord } from "../../../src/github/state/record.ts";
import { summaryRecord } from "../../../src/github/state/summary-comment.ts";
import { base, risky } from "../../scenarios/samples.ts";
import { runRequest } from "../../support/run-request.ts";
import { checkOn, type Scenario, startScenario } from "../../support/scenario.ts";

let scenario: Scenario | null = null;
afterEach(() => scenario?.close());

async function run(record: Partial<RunRecord>) {
  scenario ??= await startScenario({ base, head: risky });
  const database = { ...summaryRecord, isResumed: true, isExclusive: true, ...record };
  await reviewOnGitHub(runRequest(scenario), new AbortController().signal, database);
}

test("an error of the store is not shown in the check, and the resumed run posts once", async () => {
  const saveState = () => Promise.reject(new Error("no route to db.internal"));
  await expect(run({ saveState })).rejects.toThrow("db.internal");
  const world = scenario?.github.world;
  expect(world?.checks).toMatchObject([{ status: "in_progress" }]);
  expect(JSON.stringify([world?.checks, world?.issueComments, world?.reviews])).not.toContain("db.internal");
  await run({});
  expect(world?.checks).toHaveLength(1);
  expect(scenario && checkOn(scenario.github, scenario.pull.head.sha)).toMatchObject({ status: "completed" });
  expect(world?.issueComments).toHaveLength(1);
});
