import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { base, evalIsFatal, risky } from "../../scenarios/samples.ts";
import { type App, common, eventually, pullEvent, startApp } from "../../support/app-run.ts";
import type { ModelServer } from "../../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../../support/scenario.ts";
import { groundOf, oneStore, type StoreKind } from "../../support/stores.ts";

const head = ({ pull }: Scenario): string => pull.head.sha;

/** Everything that asks for another review of a head, by event. */
const askings: Readonly<Record<string, (scenario: Scenario) => object>> = {
  check_suite: (on) => ({ action: "rerequested", check_suite: { head_sha: head(on), app: { id: 4242 } } }),
  check_run: (on) => ({ action: "rerequested", check_run: ownCheck(on) }),
  "check_run (its button)": (on) => ({
    action: "requested_action",
    check_run: ownCheck(on),
    requested_action: { identifier: "re-review" },
  }),
  issue_comment: ({ pull: { number } }) => ({
    action: "created",
    issue: { number, pull_request: {} },
    comment: {
      id: 31,
      body: "/debate review",
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      user: { login: "ann", type: "User" },
    },
  }),
};

function ownCheck({ github, pull }: Scenario): object {
  return { head_sha: pull.head.sha, external_id: checkOn(github, pull.head.sha)?.externalId, app: { id: 4242 } };
}

interface Stage {
  readonly scenario: Scenario;
  readonly models: ModelServer;
  readonly app: App;
}

/** A pull request that was reviewed once; from then on models take their time. */
async function onReviewed<Result>(
  kind: StoreKind,
  { quiet, latencyMs }: { readonly quiet: number; readonly latencyMs: number },
  act: (on: Stage) => Promise<Result>,
): Promise<Result> {
  let latency = 0;
  const models = await startReviewers(evalIsFatal, { before: () => pause(latency) });
  const scenario = await startScenario({ base, head: risky });
  const { github } = scenario;
  github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  github.world.roles.set("ann", "write");
  const ground = await groundOf(kind);
  const env = { PR_DEBATE_QUIET_SECONDS: String(quiet) };
  const app = await startApp({ github, models, ...ground.options, env });
  try {
    await app.deliver("pull_request", pullEvent("opened", scenario.pull));
    await reviewed({ scenario, models, app }, 1);
    latency = latencyMs;
    return await act({ scenario, models, app });
  } finally {
    for (const close of [app.stop, scenario.close, models.close, ground.remove]) await close();
  }
}

async function reviewed({ scenario, app }: Stage, times: number): Promise<void> {
  await eventually(() => {
    expect(scenario.github.world.checks.map(({ conclusion }) => conclusion)).toEqual(Array(times).fill("failure"));
    expect(app.log().split('"a review is done"')).toHaveLength(times + 1);
  });
}

/** Delivers them at once, and tells what it cost. */
async function askAgain(
  on: Stage,
  names: readonly string[],
): Promise<{ readonly calls: number; readonly posts: string }> {
  const { scenario, models, app } = on;
  const { world } = scenario.github;
  const before = models.calls.length;
  const events = names.map((name) => ({ event: name.split(" ")[0] ?? "", payload: askings[name]?.(scenario) }));
  const answers = await Promise.all(
    events.map(({ event, payload }) => app.deliver(event, { ...payload, ...common("octo/app") })),
  );
  expect(answers).toEqual(names.map(() => 202));
  await reviewed(on, 2);
  // Another one would begin by now.
  await pause(2_000);
  await reviewed(on, 2);
  expect(scenario.github.violations).toEqual([]);
  const { reviews, threads, issueComments } = world;
  return {
    calls: models.calls.length - before,
    posts: JSON.stringify([reviews.length, threads.length, issueComments.length]),
  };
}

/** Wishes that come before the run are one; those that come during it are answered by it too. */
const paces = [
  { quiet: 1, latencyMs: 0 },
  { quiet: 0, latencyMs: 800 },
];

describe.each(oneStore)("on %s", (kind) => {
  test("F30 four ways to request a re-run at once start one run", async () => {
    const all = Object.keys(askings);
    const once = await onReviewed(kind, { quiet: 0, latencyMs: 0 }, (on) => askAgain(on, all.slice(0, 1)));
    expect(once.calls).toBeGreaterThan(3);
    const paced = await Promise.all(paces.map((pace) => onReviewed(kind, pace, (on) => askAgain(on, all))));
    expect(paced).toEqual([once, once]);
  });
});
