import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import type { Pull } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, readsChange, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const conclusions = (): (string | null)[] => scenario.github.world.checks.map(({ conclusion }) => conclusion);
const counting = (): string | null | undefined => checkOn(scenario.github, scenario.pull.head.sha)?.conclusion;

/** #8 beside #7, with the same head. */
function second(more: Partial<Pull> = {}): object {
  scenario.github.world.pulls.set(8, { ...scenario.pull, number: 8, ...more });
  return {
    action: "opened",
    repository: { full_name: "octo/app" },
    pull_request: { number: 8, head: { sha: scenario.pull.head.sha } },
  };
}

function signalOf(repo: string): object {
  const workflow_run = { head_sha: scenario.pull.head.sha, head_repository: { full_name: repo } };
  return { repository: { full_name: "octo/app" }, workflow_run };
}

/** Resolves once the texts of #7 are asked for; they are given when `go` is called. A draft asks for none. */
function holdSeven(): { readonly isReading: Promise<void>; readonly go: () => void } {
  const reading = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  scenario.github.fault = async ({ route }) => {
    if (route !== "GraphQL Texts") return null;
    reading.resolve();
    await gate.promise;
    return null;
  };
  return { isReading: reading.promise, go: gate.resolve };
}

test.each([
  ["a P0", risky, "failure"],
  ["nothing", clean, "success"],
])("a draft with the same head does not change the running review that finds %s", async (_, head, expected) => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head, headRepo: "mallory/app" });
  const { isReading, go } = holdSeven();
  const seven = scenario.run({ models });
  await isReading;
  const eight = await scenario.run({ models, payload: second({ isDraft: true }) });
  expect(eight.outputs).toMatchObject({ result: "skipped", conclusion: "skipped" });
  expect(counting()).toBe(null);
  go();
  const run = await seven;
  expect(run.outputs["conclusion"]).toBe(expected);
  expect(conclusions()).toEqual([expected]);
  expect(run.outputs["check-run-id"]).toBe(String(checkOn(scenario.github, scenario.pull.head.sha)?.id));
});

test("a review that did not finish does not give way to a draft", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  scenario.github.fault = (request) =>
    readsChange(request) ? { kind: "answer", answer: { status: 404, body: { message: "no" } } } : null;
  await scenario.run({ models });
  scenario.github.fault = () => null;
  await scenario.run({ models, payload: second({ isDraft: true }) });
  expect(conclusions()).toEqual(["failure"]);
});

test("a review that did not finish and became a draft itself does not give way, and leaves nothing behind", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  scenario.github.fault = (request) =>
    readsChange(request) ? { kind: "answer", answer: { status: 404, body: { message: "no" } } } : null;
  await scenario.run({ models });
  scenario.github.fault = () => null;
  scenario.pull.isDraft = true;
  await scenario.run({ models });
  expect(conclusions()).toEqual(["failure"]);
});

test("the fork recipe: a second fork's draft with the same head replaces no review", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky, headRepo: "mallory/app" });
  const { isReading, go } = holdSeven();
  let kill = (): void => undefined;
  const onStart = (child: { kill: (signal: "SIGINT") => unknown }): void => {
    kill = () => void child.kill("SIGINT");
  };
  const seven = scenario.run({ models, event: "workflow_run", payload: signalOf("mallory/app"), onStart });
  await isReading;
  second({ isDraft: true, head: { ...scenario.pull.head, repo: "mallory2/app" } });
  kill();
  await wait(100);
  go();
  await seven;
  const eight = await scenario.run({ models, event: "workflow_run", payload: signalOf("mallory2/app") });
  expect(eight.outputs).toMatchObject({ result: "skipped", conclusion: "skipped" });
  expect(["cancelled", "failure", null]).toContain(counting());
});

test("two reviewed by one run: the last check knows both, and the step says the same", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: clean, headRepo: "bob/app" });
  second();
  const run = await scenario.run({ models, event: "workflow_run", payload: signalOf("bob/app") });
  expect(conclusions()).toEqual(["failure", "success"]);
  expect(run.code).toBe(0);
});
