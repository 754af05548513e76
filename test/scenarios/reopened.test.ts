import { describe, expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { command, findingsIn } from "../support/commands.ts";
import { addCommit, type Pull } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
let eight: Pull;
closeAfterEach(() => ({ scenario, models }));

const conclusion = () => checkOn(scenario.github, scenario.pull.head.sha)?.conclusion;

/** #7 brings a P0 to main. #8 has the same head, and its base has that P0 already: for it there is nothing to find. */
async function siblings(): Promise<void> {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: { ...risky, "README.md": "Hello.\n" } });
  const { github, pull } = scenario;
  github.world.roles.set("max", "write");
  const release = addCommit(github.world, risky, [pull.base.sha], "release");
  const head = addCommit(github.world, { ...risky, "README.md": "Hello.\n" }, [release], "both");
  pull.head.sha = head;
  eight = { ...pull, number: 8, base: { ref: "release", sha: release }, head: { ...pull.head, ref: "topic-8" } };
}

function opened(): void {
  scenario.github.world.pulls.set(8, eight);
}

async function run(pull: Pull, action = "synchronize") {
  const { number, head } = pull;
  const payload = { action, repository: { full_name: "octo/app" }, pull_request: { number, head: { sha: head.sha } } };
  return scenario.run({ models, payload });
}

describe("a pull request that was blocked, closed and reopened", () => {
  test("blocks again without a model, though a sibling passed meanwhile", async () => {
    await siblings();
    opened();
    await run(scenario.pull);
    expect(conclusion()).toBe("failure");
    scenario.pull.isOpen = false;
    await run(eight);
    expect(conclusion()).toBe("success");
    const calls = models.calls.length;
    scenario.pull.isOpen = true;
    const again = await run(scenario.pull, "reopened");
    expect([conclusion(), again.code, again.outputs["conclusion"]]).toEqual(["failure", 1, "failure"]);
    expect(models.calls).toHaveLength(calls);
    // And it stays so in the next run.
    await run(eight);
    expect(conclusion()).toBe("failure");
    await run(scenario.pull);
    expect(conclusion()).toBe("failure");
    expect(models.calls).toHaveLength(calls);
  });

  test("blocks again, though a sibling came, passed and went meanwhile", async () => {
    await siblings();
    await run(scenario.pull);
    scenario.pull.isOpen = false;
    opened();
    await run(eight, "opened");
    expect(conclusion()).toBe("success");
    eight.isOpen = false;
    scenario.pull.isOpen = true;
    await run(scenario.pull, "reopened");
    expect(conclusion()).toBe("failure");
  });

  test("blocks again as a draft too, because its verdict on that commit is still valid", async () => {
    await siblings();
    await run(scenario.pull);
    scenario.pull.isOpen = false;
    opened();
    await run(eight, "opened");
    Object.assign(scenario.pull, { isOpen: true, isDraft: true });
    const again = await run(scenario.pull, "reopened");
    expect([again.outputs["result"], conclusion()]).toEqual(["skipped", "failure"]);
  });
});

test("stays blocked when the passing sibling is closed and reopened instead", async () => {
  await siblings();
  opened();
  await run(eight, "opened");
  expect(conclusion()).toBe("failure");
  eight.isOpen = false;
  await run(scenario.pull, "opened");
  expect(conclusion()).toBe("failure");
  eight.isOpen = true;
  await run(eight, "reopened");
  expect(conclusion()).toBe("failure");
  scenario.pull.isOpen = false;
  await run(eight);
  expect(conclusion()).toBe("success");
});

test("a finding reopened after a sibling passed blocks the commit, in a check that counts", async () => {
  await siblings();
  await run(scenario.pull);
  const [id] = findingsIn(scenario);
  await command(scenario, "max", `/debate dismiss ${id} wont-fix`);
  opened();
  await run(eight, "opened");
  expect(conclusion()).toBe("success");
  await command(scenario, "max", `/debate reopen ${id}`);
  expect(conclusion()).toBe("failure");
});
