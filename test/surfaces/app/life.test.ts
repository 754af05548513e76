import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { base, clean, evalIsFatal, risky } from "../../scenarios/samples.ts";
import { type App, common, eventually, pullEvent, startApp } from "../../support/app-run.ts";
import { addCommit } from "../../support/github-server/world.ts";
import type { ModelServer } from "../../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../../support/scenario.ts";
import { type Ground, groundOf, storeKinds } from "../../support/stores.ts";

const appId = 4242;
const installed = { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A promise that a test keeps when it wants to. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

interface Stage {
  readonly scenario: Scenario;
  readonly models: ModelServer;
  readonly app: App;
  /** While set, no model answers before it is open. */
  hold: Promise<void> | null;
}

async function stage(ground: Ground, env: Record<string, string> = {}): Promise<Stage> {
  const set: { hold: Promise<void> | null } = { hold: null };
  const models = await startReviewers(evalIsFatal, { before: () => set.hold ?? Promise.resolve() });
  const scenario = await startScenario({ base, head: risky });
  scenario.github.app.installations.set(77, { ...installed, repositories: [...installed.repositories] });
  const app = await startApp({
    github: scenario.github,
    models,
    ...ground.options,
    env: { LOG_LEVEL: "debug", ...env },
  });
  closing.push(ground.remove, models.close, scenario.close, app.stop);
  return Object.assign(set, { scenario, models, app });
}

const conclusions = ({ github, pull }: Scenario) =>
  github.world.checks.filter(({ headSha }) => headSha === pull.head.sha).map(({ conclusion }) => conclusion);

describe.each(storeKinds)("on %s", (kind) => {
  test("the life of a pull request, from install to uninstall", async () => {
    const on = await stage(await groundOf(kind));
    const { scenario, models, app } = on;
    const { github, pull } = scenario;
    const { world } = github;
    expect(await app.deliver("installation", { action: "created", installation: { id: 77 }, repositories: [] })).toBe(
      202,
    );

    // Opened: a review, a summary, a check that blocks.
    expect(await app.deliver("pull_request", pullEvent("opened", pull))).toBe(202);
    await eventually(() => expect(conclusions(scenario)).toEqual(["failure"]));
    expect(world.reviews).toHaveLength(1);
    expect(world.issueComments).toHaveLength(1);

    // Pushed while a debate is under way: the old one stops, its check says so, the new head is reviewed.
    const waiting = gate();
    on.hold = waiting.passed;
    const second = scenario.push({ "src/run.ts": "export const a = eval(name);\n" });
    await app.deliver("pull_request", pullEvent("synchronize", pull));
    await eventually(() => expect(checkOn(github, second)?.status).toBe("in_progress"));
    const third = scenario.push(clean);
    await app.deliver("pull_request", pullEvent("synchronize", pull));
    await eventually(() => expect(checkOn(github, second)).toMatchObject({ status: "completed" }));
    expect(checkOn(github, second)?.conclusion).not.toBe("success");
    expect(checkOn(github, second)?.output.title).toContain(`Superseded by ${third.slice(0, 7)}`);
    on.hold = null;
    waiting.open();
    await eventually(() => expect(checkOn(github, third)?.conclusion).toBe("success"));

    // Nothing changed: the same event again costs no model call. A person's re-run does, and makes a new check.
    const before = models.calls.length;
    await app.deliver("pull_request", pullEvent("reopened", pull));
    await eventually(() => expect(app.log().split('"a review is done"').length).toBeGreaterThanOrEqual(4));
    expect(models.calls).toHaveLength(before);
    const check = checkOn(github, third);
    const rerun = { head_sha: third, external_id: check?.externalId, app: { id: appId } };
    expect(await app.deliver("check_run", { action: "rerequested", check_run: rerun, ...common("octo/app") })).toBe(
      202,
    );
    await eventually(() => expect(conclusions(scenario)).toEqual(["success", "success"]));
    expect(models.calls.length).toBeGreaterThan(before);

    // The merge queue: exactly what was reviewed takes over the verdict.
    const calls = models.calls.length;
    const group = addCommit(world, clean, [pull.base.sha, third], `A change (#${pull.number})`);
    const payload = {
      action: "checks_requested",
      merge_group: {
        head_sha: group,
        base_sha: pull.base.sha,
        head_ref: `refs/heads/gh-readonly-queue/main/pr-${pull.number}-${pull.base.sha}`,
      },
      ...common("octo/app"),
    };
    expect(await app.deliver("merge_group", payload)).toBe(202);
    await eventually(() => expect(checkOn(github, group)?.conclusion).toBe("success"));
    expect(models.calls).toHaveLength(calls);

    // Uninstalled: nothing of the tenant is left, and nothing more is done.
    github.app.installations.delete(77);
    await app.deliver("installation", { action: "deleted", installation: { id: 77 } });
    await eventually(() => expect(app.log()).toContain("its rows are purged"));
    expect(world.reviews).toHaveLength(1);
    expect(world.issueComments).toHaveLength(1);
    expect(github.violations).toEqual([]);
    await app.stop();
    expect(app.log()).not.toContain("eval(name)");
    expect(app.log()).not.toMatch(/ghs_/);
  });

  test("a draft that becomes ready during its job as a draft is reviewed", async () => {
    const { scenario, app } = await stage(await groundOf(kind));
    const { github, pull } = scenario;
    pull.isDraft = true;
    github.fault = async ({ method, route }) => {
      if (method !== "GET" || !route.endsWith("/check-runs")) return null;
      github.fault = () => null;
      pull.isDraft = false;
      await app.deliver("pull_request", pullEvent("ready_for_review", pull));
      // Long enough for a look at what is wanted by now.
      await pause(5_000);
      return null;
    };
    await app.deliver("pull_request", pullEvent("opened", pull));
    await eventually(() => expect(conclusions(scenario)).toEqual(["failure"]));
    expect(github.violations).toEqual([]);
  });

  test("edited to another base during a debate: the check names the new base", async () => {
    const on = await stage(await groundOf(kind));
    const { scenario, app } = on;
    const { github, pull } = scenario;
    const waiting = gate();
    on.hold = waiting.passed;
    await app.deliver("pull_request", pullEvent("opened", pull));
    await eventually(() => expect(checkOn(github, pull.head.sha)?.status).toBe("in_progress"));
    pull.base.ref = "release";
    await app.deliver("pull_request", { ...pullEvent("edited", pull), changes: { base: { ref: { from: "main" } } } });
    await eventually(() => expect(conclusions(scenario)).toContain("cancelled"));
    on.hold = null;
    waiting.open();
    await eventually(() => expect(conclusions(scenario)).toEqual(["cancelled", "failure"]));
    expect(github.world.checks[0]?.output.title).toBe("Superseded by a new base (release)");
  });

  test("F20 tokens that are revoked during a debate are replaced", async () => {
    const on = await stage(await groundOf(kind));
    const { scenario, app } = on;
    const { github, pull } = scenario;
    const waiting = gate();
    on.hold = waiting.passed;
    await app.deliver("pull_request", pullEvent("opened", pull));
    await eventually(() => expect(on.models.calls.length).toBeGreaterThan(0));
    github.app.tokens.clear();
    waiting.open();
    await eventually(() => expect(conclusions(scenario)).toEqual(["failure"]));
    expect(app.log()).not.toContain("did not end");
    expect(github.world.reviews).toHaveLength(1);
  });
});
