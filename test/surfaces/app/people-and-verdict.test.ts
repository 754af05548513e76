import { afterEach, describe, expect, test } from "vitest";
import { base, scriptText, twoEvals, twoEvalsText } from "../../scenarios/samples.ts";
import { type App, common, eventually, pullEvent, startApp } from "../../support/app-run.ts";
import { commentBy, findingsIn, replyBy, signsOn } from "../../support/commands.ts";
import type { ModelServer } from "../../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../../support/scenario.ts";
import { type Ground, groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Stage {
  readonly scenario: Scenario;
  readonly models: ModelServer;
  readonly app: App;
  hold: Promise<void> | null;
}

/** A pull request of ann's that the App blocked; max may write as well, and the seats give up what they are asked to. */
async function blocked(ground: Ground, text: string): Promise<Stage> {
  const set: Pick<Stage, "hold"> = { hold: null };
  const models = await startReviewers(twoEvals, {
    before: () => set.hold ?? Promise.resolve(),
    hear: () => ({ argument: "It is looked up before.", concede: true, evidence: [] }),
  });
  const scenario = await startScenario({ base, head: { ...base, "src/evil.sh": text } });
  scenario.github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  for (const login of ["ann", "max"]) scenario.github.world.roles.set(login, "write");
  const app = await startApp({ github: scenario.github, models, ...ground.options });
  closing.push(ground.remove, models.close, scenario.close, app.stop);
  await app.deliver("pull_request", pullEvent("opened", scenario.pull));
  const on: Stage = Object.assign(set, { scenario, models, app });
  await eventually(() => expect(check(on)?.conclusion).toBe("failure"));
  await eventually(() => expect(app.log()).toContain('"a review is done"'));
  return on;
}

const check = ({ scenario: { github, pull } }: Stage) => checkOn(github, pull.head.sha);

async function pushed(on: Stage, text: string): Promise<void> {
  on.scenario.push({ ...base, "src/evil.sh": text });
  await on.app.deliver("pull_request", pullEvent("synchronize", on.scenario.pull));
  await eventually(() => expect(check(on)?.status).toBeDefined());
}

async function delivered({ app }: Stage, { event, payload, id }: ReturnType<typeof commentBy>): Promise<number> {
  expect(await app.deliver(event, { ...payload, ...common("octo/app") })).toBeLessThan(300);
  return id;
}

/** A reply that is read. */
async function sent(on: Stage, given: ReturnType<typeof commentBy>): Promise<number> {
  const id = await delivered(on, given);
  await eventually(() => expect(signsOn(on.scenario, id)).toContain("eyes"));
  return id;
}

/** What a command of theirs ended in. */
async function said(on: Stage, given: ReturnType<typeof commentBy>): Promise<string | undefined> {
  const id = await delivered(on, given);
  return eventually(() => {
    const signs = signsOn(on.scenario, id).filter((sign) => sign !== "eyes");
    expect(signs).toHaveLength(1);
    return signs[0];
  });
}

const completed = (on: Stage) => eventually(() => expect(check(on)?.status).toBe("completed"));

describe.each(oneStore)("on %s", (kind) => {
  test("of two findings dismissed as duplicates of each other, one counts, during a review or at the same moment", async () => {
    const on = await blocked(await groundOf(kind), twoEvalsText);
    const [a, b] = findingsIn(on.scenario);
    const dismiss = (one: string | undefined, other: string | undefined) =>
      said(on, commentBy(on.scenario, "max", `/debate dismiss ${one} duplicate-of:${other}`));
    const waiting = Promise.withResolvers<void>();
    on.hold = waiting.promise;
    await pushed(on, `# more\n${twoEvalsText}`);
    await eventually(() => expect(check(on)?.status).toBe("in_progress"));
    expect(await dismiss(a, b)).toBe("+1");
    expect(await dismiss(b, a)).toBe("-1");
    on.hold = null;
    waiting.resolve();
    await completed(on);
    expect(check(on)).toMatchObject({
      conclusion: "failure",
      output: { title: expect.stringContaining("1 P0 finding ") },
    });
    await said(on, commentBy(on.scenario, "max", `/debate reopen ${a}`));
    const both = await Promise.all([dismiss(a, b), dismiss(b, a)]);
    expect(both.toSorted()).toEqual(["+1", "-1"]);
    expect(check(on)?.conclusion).toBe("failure");
  });

  test("a hearing that the author started changes nothing, also during a review; another person's does", async () => {
    const on = await blocked(await groundOf(kind), `# guard\n${scriptText}`);
    expect(await said(on, replyBy(on.scenario, "ann", "Line 1 guards it."))).toBe("+1");
    expect(check(on)?.conclusion).toBe("failure");
    expect(on.scenario.github.world.threads[0]?.isResolved).toBe(false);
    const [hearing, review] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    on.hold = hearing.promise;
    const before = on.models.calls.length;
    const id = await sent(on, replyBy(on.scenario, "ann", "Really, line 1."));
    // All three seats are asked at once; a later one would wait for the review.
    await eventually(() =>
      expect(on.models.calls.slice(before).filter(({ stage }) => stage === "defend")).toHaveLength(3),
    );
    on.hold = review.promise;
    await pushed(on, `# guard\n# more\n${scriptText}`);
    await eventually(() => expect(check(on)?.status).toBe("in_progress"));
    hearing.resolve();
    await eventually(() => expect(signsOn(on.scenario, id)).toEqual(["eyes", "+1"]));
    on.hold = null;
    review.resolve();
    await completed(on);
    expect(check(on)?.conclusion).toBe("failure");
    await eventually(() => expect(on.app.log().match(/"a review is done"/g)).toHaveLength(2));
    expect(await said(on, replyBy(on.scenario, "max", "It is guarded."))).toBe("+1");
    expect(check(on)?.conclusion).toBe("success");
  });
});
