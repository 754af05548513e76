import { afterEach, beforeEach, expect, test } from "vitest";
import { command, commentBy, findingsIn, signsOn, summaryOf } from "../support/commands.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalIsFatal, risky, riskyText } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
let finding: string;

/** A pull request that a P0 blocks. The maintainer mia gives the commands. */
beforeEach(async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  scenario.github.world.roles.set("mia", "maintain");
  await scenario.run({ models });
  finding = findingsIn(scenario)[0] ?? "";
});
afterEach(async () => {
  expect(scenario.github.violations).toEqual([]);
  await scenario.close();
  await models.close();
});

const check = () => checkOn(scenario.github, scenario.pull.head.sha);
const isSummaryWrite = ({ method, route }: { readonly method: string; readonly route: string }): boolean =>
  method === "PATCH" && route.endsWith("/issues/comments/{comment_id}");

/** A review of a new head that waits for its models until it is released. */
async function waitingReview(): Promise<() => Promise<unknown>> {
  const waiting = Promise.withResolvers<void>();
  await models.close();
  models = await startReviewers(evalIsFatal, { before: () => waiting.promise });
  scenario.push({ "src/run.ts": `// run\n${riskyText}` });
  const review = scenario.run({ models });
  await expect.poll(() => check()?.status).toBe("in_progress");
  return () => {
    waiting.resolve();
    return review;
  };
}

test("a command during a review ends within seconds and few requests, and the review applies it", async () => {
  const release = await waitingReview();
  const before = scenario.github.log.length;
  const startedAt = performance.now();
  const given = await command(scenario, "mia", `/debate dismiss ${finding} wont-fix`);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(scenario.github.log.length - before).toBeLessThanOrEqual(20);
  expect(given).toMatchObject({ code: 0, signs: ["+1"] });
  expect(check()?.status).toBe("in_progress");
  await release();
  expect(check()?.conclusion).toBe("success");
  expect(summaryOf(scenario)).toContain("Dismissed as won't fix");
});

/** Starts a command when a request comes for which `isMoment` holds, and answers that request once the command is signed. */
function commandAt(isMoment: (request: { method: string; route: string; body: unknown }) => boolean, body: string) {
  let running: Promise<unknown> | undefined;
  scenario.github.fault = async (request) => {
    if (running !== undefined || !isMoment(request)) return null;
    const given = commentBy(scenario, "mia", body);
    running = scenario.run(given);
    await expect.poll(() => signsOn(scenario, given.id)).toContain("+1");
    return null;
  };
  return async () => expect(await running).toMatchObject({ code: 0 });
}

const isConclusion = (body: unknown): boolean => /"conclusion":"/.test(JSON.stringify(body));

test.each<[string, Parameters<typeof commandAt>[0]]>([
  ["read the decisions and is about to write its summary", isSummaryWrite],
  ["written its summary and is about to conclude its check", ({ body }) => isConclusion(body)],
])("a command that arrives when a review has %s concludes the check itself", async (_when, isMoment) => {
  scenario.push({ "src/run.ts": `// run\n${riskyText}` });
  const ended = commandAt(isMoment, `/debate dismiss ${finding} wont-fix`);
  await scenario.run({ models });
  await ended();
  expect(check()).toMatchObject({ status: "completed", conclusion: "success" });
  expect(summaryOf(scenario)).toContain("Dismissed as won't fix");
});

test("a review that did not finish applies an override made while it ran", async () => {
  const release = await waitingReview();
  const { sha } = scenario.pull.head;
  expect(await command(scenario, "mia", `/debate override ${sha} we must`)).toMatchObject({ code: 0, signs: ["+1"] });
  await models.close();
  await release();
  expect(check()).toMatchObject({ status: "completed", conclusion: "neutral" });
  expect(summaryOf(scenario)).toContain("Overridden by");
});
