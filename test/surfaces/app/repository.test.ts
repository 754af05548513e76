import { afterEach, expect, test } from "vitest";
import { base, findsCaller, guard, head, injection, proposal } from "../../scenarios/callers.ts";
import { eventually, pullEvent, startApp } from "../../support/app-run.ts";
import { type ModelCall, startModelServer } from "../../support/model-server.ts";
import { checkOn, replyTo, startScenario } from "../../support/scenario.ts";
import { groundOf } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test("the App reports a defect in an unchanged caller that a seat looked up", async () => {
  const models = await startModelServer(findsCaller);
  const { github, pull, close } = await startScenario({ base, head });
  github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  const ground = await groundOf("PGlite");
  const app = await startApp({ github, models, ...ground.options, env: { PR_DEBATE_SEATS: "" } });
  closing.push(ground.remove, models.close, close, app.stop);
  await app.deliver("pull_request", pullEvent("opened", pull));
  await eventually(() => expect(github.world.issueComments).toHaveLength(1));
  expect(github.world.issueComments[0]?.body).toContain(`[code](/octo/app/blob/${pull.head.sha}/src/admin.js#L2)`);
  expect(github.world.threads).toEqual([]);
  expect(github.violations).toEqual([]);
});

/** Ada raises a P0; the others dispute it, by the guard in a file that the change does not touch, or by nothing. */
const disputing =
  (evidence: readonly object[]) =>
  (call: ModelCall): object => {
    const isRaiser = call.seat === "ada";
    if (call.stage === "propose") return proposal(...(isRaiser ? [injection] : []));
    if (call.stage === "ballot" && !isRaiser)
      return {
        votes: call.items.map(({ id }) => ({ id, verdict: "dispute", reason: "It is checked.", evidence })),
        missed: [],
      };
    if (call.stage === "refute") return { argument: "The caller checks the name.", concede: false, evidence };
    if (call.stage === "judge") return { ruling: "refuted", reason: "The guard is there.", evidence };
    return replyTo(call, () => []);
  };

test.each([
  [
    "removes a P0 that a guard in an unchanged file disproves",
    [{ path: "src/guard.js", quote: guard.trim() }],
    "success",
  ],
  ["keeps a P0 against which the seats cite nothing", [], "failure"],
])("the App %s", async (_, evidence, conclusion) => {
  const models = await startModelServer(disputing(evidence));
  const { github, pull, close } = await startScenario({ base, head });
  github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  const ground = await groundOf("PGlite");
  const app = await startApp({ github, models, ...ground.options, env: { PR_DEBATE_SEATS: "" } });
  closing.push(ground.remove, models.close, close, app.stop);
  await app.deliver("pull_request", pullEvent("opened", pull));
  await eventually(() => expect(checkOn(github, pull.head.sha)?.conclusion).toBe(conclusion));
  expect(github.violations).toEqual([]);
});
