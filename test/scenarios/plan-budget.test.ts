import { afterEach, describe, expect, test } from "vitest";
import { answersIn, command, summaryOf } from "../support/commands.ts";
import { addCommit } from "../support/github-server/world.ts";
import type { ModelCall } from "../support/model-server.ts";
import { planAnswers } from "../support/plan-script.ts";
import { type PlanStage, planFiles, startPlanStage } from "../support/plan-stage.ts";
import { checkOn, replyTo } from "../support/scenario.ts";

let on: PlanStage;
afterEach(async () => {
  expect(on.scenario.github.violations).toEqual([]);
  await on.close();
});

const answers = (call: ModelCall) => (call.stage.startsWith("plan-") ? planAnswers(call) : replyTo(call, () => []));

/** With settings at the base of the pull request, which are the default branch's too. */
async function stage(settings = "version: 1\n"): Promise<void> {
  on = await startPlanStage(answers);
  const { github } = on.scenario;
  const base = { ...planFiles, ".github/pr-debate.yml": settings };
  settle(addCommit(github.world, base, []));
}

/** The base has that commit now, and the head is made of it. */
function settle(base: string): void {
  const { pull, github } = on.scenario;
  pull.base.sha = base;
  const files = github.world.commits.get(base)?.files ?? {};
  pull.head.sha = addCommit(github.world, { ...files, "src/search.ts": "export const search = 2;\n" }, [base]);
  github.world.defaultBranch = { ...pull.base };
}

async function spent(): Promise<number> {
  await command(on.scenario, "max", "/debate status", { models: on.models });
  return Number(/Spent: `?\$([\d.]+)`? of/.exec(answersIn(on.scenario).at(-1) ?? "")?.[1]);
}

const costIn = (reports: Readonly<Record<string, string>>): number => {
  const [json = "{}"] = Object.entries(reports).flatMap(([name, text]) => (name.endsWith(".json") ? [text] : []));
  return JSON.parse(json).usage.costUsd;
};

describe("the cost of a plan on a pull request", () => {
  test("counts towards budget.usd-per-pr, and the check stays as it is", async () => {
    await stage();
    await on.scenario.run({ models: on.models });
    const before = await spent();
    const check = structuredClone(checkOn(on.scenario.github, on.scenario.pull.head.sha));
    const run = await on.ask("pull");
    expect(run).toMatchObject({ code: 0, signs: ["eyes", "+1"] });
    expect(costIn(run.reports)).toBeGreaterThan(0.01);
    expect(await spent()).toBeCloseTo(before + costIn(run.reports), 3);
    expect(checkOn(on.scenario.github, on.scenario.pull.head.sha)).toEqual(check);
    await on.redo(run.given);
    expect(await spent()).toBeCloseTo(before + costIn(run.reports), 3);
  });

  test("is noted as uncounted when no state can store it, and never counts on an issue", async () => {
    await stage();
    const run = await on.ask("pull");
    expect(run.stdout).toMatch(/What this plan cost, \$0\.\d{4}, does not count in budget\.usd-per-pr: no review/);
    expect(summaryOf(on.scenario)).toBe("");
    expect((await on.ask("issue")).stdout).not.toContain("does not count");
  });

  test("is limited by the remaining budget, which an issue does not have", async () => {
    await stage("version: 1\nbudget: { usd-per-pr: 0.05 }\n");
    expect((await on.ask("pull")).signs).toEqual(["eyes", "-1"]);
    expect(on.plans()[0]?.body).toMatch(/exceeds what is left/);
    expect((await on.ask("issue")).signs).toEqual(["eyes", "+1"]);
  });

  test("is refused with the figures and the way out when the budget is spent, and no model is asked", async () => {
    await stage("version: 1\nbudget: { usd-per-pr: 0.011 }\n");
    const { pull, github } = on.scenario;
    const low = pull.base.sha;
    settle(addCommit(github.world, planFiles, []));
    await on.scenario.run({ models: on.models });
    const before = on.models.calls.length;
    settle(low);
    expect((await on.ask("pull")).signs).toEqual(["eyes", "-1"]);
    expect(on.models.calls).toHaveLength(before);
    expect(on.plans()[0]?.body).toMatch(
      /has spent `\$0\.\d\d` of its `\$0\.01`, so no seat plans\. Raise `budget\.usd-per-pr` on the base branch, or ask on an issue/,
    );
    expect((await on.ask("issue")).signs).toEqual(["eyes", "+1"]);
  });
});
