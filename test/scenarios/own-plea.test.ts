import { afterEach, expect, test } from "vitest";
import { readState } from "../../src/publication/state.ts";
import { command, repliesIn, replyBy, summaryOf } from "../support/commands.ts";
import { addCommit, type Files } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalInScript, scriptText } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
afterEach(async () => {
  expect(scenario.github.violations).toEqual([]);
  await scenario.close();
  await models.close();
});

const guard = 'name="$(lookup "$name")"';
const guarded = `# run\n\n\n\n\n${guard}\n\n\n\n\n\n${scriptText}`;
const unguarded = guarded.replace(guard, "# no lookup any more");

/** A P0 that all models raised; ann is the pull request's author, and the seats give it up at her word, or at max's. */
async function withdrawnFor(login: string, role: "write" | "admin" = "write"): Promise<void> {
  models = await startReviewers(evalInScript(), {
    hear: () => ({ argument: "It is looked up before.", concede: true, evidence: [] }),
  });
  scenario = await startScenario({ base, head: { ...base, "src/evil.sh": guarded } });
  scenario.github.world.roles.set("max", "write").set(login, role);
  await scenario.run({ models });
  expect(conclusion()).toBe("failure");
  await plead(login);
  expect(conclusion()).toBe("success");
}

async function plead(login: string): Promise<void> {
  await scenario.run({ models, ...replyBy(scenario, login, "The name is looked up above.") });
}

async function pushed(files: Files): Promise<void> {
  scenario.push({ ...base, ...files });
  await scenario.run({ models });
}

const conclusion = () => checkOn(scenario.github, scenario.pull.head.sha)?.conclusion;
const again = /Counts again: P0 .*withdrawn in a hearing that .*@ann.* reopened .*its file changed since/;

test("withdrawn at the author's own plea, a blocker counts again once its file changed, and the summary and the thread say so", async () => {
  await withdrawnFor("ann");
  expect(repliesIn(scenario)[0]).toContain("it counts again as soon as its file changes");
  await pushed({ "src/evil.sh": guarded, "README.md": "Hello.\n" });
  expect(conclusion()).toBe("success");

  await pushed({ "src/evil.sh": unguarded });
  expect(conclusion()).toBe("failure");
  expect(summaryOf(scenario)).toMatch(again);
  const [thread] = scenario.github.world.threads;
  expect(thread?.isResolved).toBe(false);
  expect(repliesIn(scenario).at(-1)).toContain("It counts again");

  // What people decide besides finds the same verdict again, without the change at hand.
  await command(scenario, "max", "/debate pause");
  await command(scenario, "max", "/debate resume", { models });
  expect(conclusion()).toBe("failure");
  await command(scenario, "max", "/debate review full", { models });
  expect(conclusion()).toBe("failure");
  expect(repliesIn(scenario)).toHaveLength(2);

  await pushed({ "src/evil.sh": guarded });
  expect(conclusion()).toBe("success");
});

test("withdrawn at the author's own plea and unchanged, it stays out also when the verdict is found again", async () => {
  await withdrawnFor("ann");
  await pushed({ "src/evil.sh": guarded, "README.md": "Hello.\n" });
  await command(scenario, "max", "/debate pause");
  expect(conclusion()).toBe("success");
  expect(summaryOf(scenario)).not.toContain("Counts again");
});

test("withdrawn and then gone from the code, it counts neither way, whatever is decided besides", async () => {
  await withdrawnFor("ann");
  await pushed({ "src/evil.sh": "# nothing\n" });
  expect(conclusion()).toBe("success");
  await command(scenario, "max", "/debate pause");
  expect(conclusion()).toBe("success");
  expect(summaryOf(scenario)).not.toContain("Counts again");
  await command(scenario, "max", "/debate resume", { models });
  await pushed({ "src/evil.sh": unguarded });
  expect(conclusion()).toBe("failure");
});

test.each([
  ["max", "write"],
  ["ann", "admin"],
] as const)("withdrawn at a word of %s, who may dismiss it (%s), it stays out over pushes", async (login, role) => {
  await withdrawnFor(login, role);
  expect(repliesIn(scenario)[0]).toContain("also on later pushes");
  await pushed({ "src/evil.sh": unguarded });
  expect(conclusion()).toBe("success");
});

test("it counts again in a merge group whose file is another one", async () => {
  await withdrawnFor("ann");
  const { github, pull } = scenario;
  const group = async (files: Files) => {
    const sha = addCommit(github.world, files, [pull.base.sha], "A change (#7)");
    const ref = `refs/heads/gh-readonly-queue/main/pr-7-${pull.base.sha}`;
    const payload = {
      ...{ action: "checks_requested", repository: { full_name: "octo/app" } },
      merge_group: { head_sha: sha, base_sha: pull.base.sha, head_ref: ref },
    };
    await scenario.run({ event: "merge_group", payload, models });
    return checkOn(github, sha);
  };
  const more = { ...base, "README.md": "Hello.\n" };
  expect((await group({ ...more, "src/evil.sh": guarded }))?.conclusion).toBe("success");
  const changed = await group({ ...more, "src/evil.sh": unguarded });
  expect(changed?.conclusion).toBe("failure");
  expect(changed?.output.text).toMatch(again);
});

test("what the state block keeps of it is a digest, never the file", async () => {
  await withdrawnFor("ann");
  const [dismissal] = readState(summaryOf(scenario))?.decisions?.dismissals ?? [];
  expect(dismissal?.heardOn).toEqual({ head: scenario.pull.head.sha, file: expect.stringMatching(/^[0-9a-f]{64}$/) });
});
