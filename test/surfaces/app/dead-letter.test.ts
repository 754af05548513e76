import { describe, expect, type onTestFinished, test } from "vitest";
import { base, evalIsFatal, risky } from "../../scenarios/samples.ts";
import { type App, common, eventually, pullEvent, startApp } from "../../support/app-run.ts";
import type { Fault, Request } from "../../support/github-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../../support/scenario.ts";
import { groundOf, oneStore, type StoreKind } from "../../support/stores.ts";

interface Stage {
  readonly scenario: Scenario;
  readonly app: App;
}

async function stage(kind: StoreKind, onFinished: typeof onTestFinished): Promise<Stage> {
  const models = await startReviewers(evalIsFatal);
  const scenario = await startScenario({ base, head: risky });
  const { github } = scenario;
  // Later than every pull request, so that the look after the start asks for nothing.
  github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2999-01-01T00:00:00Z" });
  github.world.roles.set("ann", "write");
  const ground = await groundOf(kind);
  const env = { PR_DEBATE_RETRY_SECONDS: "0" };
  const app = await startApp({ github, models, ...ground.options, env });
  onFinished(async () => {
    for (const close of [app.stop, scenario.close, models.close, ground.remove]) await close();
  });
  return { scenario, app };
}

/** Fails what fits: at first as a server that is down, which is asked again at once and slowly, then as one that takes no token. */
function failing(fits: (request: Request) => boolean): (request: Request) => Fault | null {
  let failed = 0;
  return (request) => {
    if (!fits(request)) return null;
    failed += 1;
    return { kind: "answer", answer: { status: failed <= 3 ? 502 : 401, body: { message: "Not now" } } };
  };
}

const given = '"a review failed too often and is given up"';
const attemptsIn = (app: App): number => app.log().split('"a review did not end and will be tried again"').length;

/** What people see in the check leads the operator to the line of the log. */
async function concludedWithReference({ scenario: { github, pull }, app }: Stage): Promise<void> {
  const { conclusion, output } = await eventually(() => {
    const check = checkOn(github, pull.head.sha);
    if (check?.status !== "completed") throw new Error(`the check is ${check?.status}: ${app.log()}`);
    return check;
  }, 40);
  expect(conclusion).toBe("failure");
  const reference = /\(reference ([0-9a-f-]{36})\)/.exec(JSON.stringify(output))?.[1];
  expect(app.log()).toContain(`"reference":"${reference}","msg":${given}`);
  expect(github.world.checks.map(({ status }) => status)).toEqual(["completed"]);
  expect([github.world.reviews, github.violations]).toEqual([[], []]);
  // Once, and five times again; and what stands before the first.
  expect(attemptsIn(app)).toBe(7);
}

describe.each(oneStore)("on %s", (kind) => {
  test.concurrent("a change that GitHub never returns fails with a reference, and a new request reviews it", async (context) => {
    const on = await stage(kind, context.onTestFinished);
    const { github, pull } = on.scenario;
    github.fault = failing(({ route }) => /compare/.test(route));
    await on.app.deliver("pull_request", pullEvent("opened", pull));
    await concludedWithReference(on);
    github.fault = () => null;
    const user = { login: "ann", type: "User" };
    const comment = {
      id: 31,
      body: "/debate review",
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      user,
    };
    const issue = { number: pull.number, pull_request: {} };
    await on.app.deliver("issue_comment", { action: "created", issue, comment, ...common("octo/app") });
    await eventually(() => expect(github.world.reviews).toHaveLength(1));
  });

  test.concurrent("a give-up is reported once GitHub answers again", async (context) => {
    const on = await stage(kind, context.onTestFinished);
    const { github, pull } = on.scenario;
    github.fault = failing(({ path }) => path.startsWith("/repos/") || path === "/graphql");
    await on.app.deliver("pull_request", pullEvent("opened", pull));
    await eventually(() => expect(on.app.log()).toContain(given), 40);
    expect(github.world.checks).toEqual([]);
    github.fault = () => null;
    await concludedWithReference(on);
  });
});
