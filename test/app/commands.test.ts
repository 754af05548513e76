import { afterEach, describe, expect, test } from "vitest";
import { base, clean, evalIsFatal, risky, riskyText } from "../scenarios/samples.ts";
import { type AppProcess, common, eventually, pullEvent, startApp } from "../support/app-run.ts";
import { answersIn, commentBy, findingsIn, signsOn, summaryOf } from "../support/commands.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { type Ground, groundOf, oneStore } from "../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Stage {
  readonly scenario: Scenario;
  readonly models: ModelServer;
  readonly app: AppProcess;
  /** While set, no model answers before it is kept. */
  hold: Promise<void> | null;
  find: (batch: string) => readonly object[];
}

async function stage(ground: Ground): Promise<Stage> {
  const set: Pick<Stage, "hold" | "find"> = { hold: null, find: evalIsFatal };
  const models = await startReviewers((batch) => set.find(batch), { before: () => set.hold ?? Promise.resolve() });
  const scenario = await startScenario({ base, head: risky });
  const { app: identity, world } = scenario.github;
  identity.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  for (const [login, role] of [
    ["ann", "write"],
    ["max", "write"],
    ["mia", "maintain"],
  ] as const)
    world.roles.set(login, role);
  const app = await startApp({ github: scenario.github, models, ...ground.options });
  closing.push(ground.remove, models.close, scenario.close, app.kill);
  return Object.assign(set, { scenario, models, app });
}

const conclusion = ({ scenario: { github, pull } }: Stage) => checkOn(github, pull.head.sha)?.conclusion;
const titleOf = ({ scenario: { github, pull } }: Stage) => checkOn(github, pull.head.sha)?.output.title;

async function pushed(on: Stage, action = "synchronize"): Promise<void> {
  expect(await on.app.deliver("pull_request", pullEvent(action, on.scenario.pull))).toBe(202);
}

/** Gives a command, and waits for its last sign; the signs. */
async function command({ app, scenario }: Stage, login: string, body: string, inThread = false): Promise<string[]> {
  const { event, payload, id } = commentBy(scenario, login, body, { inThread });
  expect(await app.deliver(event, { ...payload, ...common("octo/app") })).toBe(202);
  return eventually(() => {
    const signs = signsOn(scenario, id);
    expect(signs.filter((sign) => sign !== "eyes")).toHaveLength(1);
    return signs;
  });
}

async function blocked(ground: Ground): Promise<{ readonly on: Stage; readonly id: string }> {
  const on = await stage(ground);
  await pushed(on, "opened");
  await eventually(() => expect(conclusion(on)).toBe("failure"));
  const [id = ""] = findingsIn(on.scenario);
  return { on, id };
}

function reworded(batch: string): readonly object[] {
  return evalIsFatal(batch).map((finding) => ({ ...finding, title: "Arbitrary code execution", quote: "eval(name)" }));
}

describe.each(oneStore)("on %s", (kind) => {
  test("a dismissal passes the check without a debate and stays over pushes; its author may not; reopened, it blocks", {
    timeout: 60_000,
  }, async () => {
    const { on, id } = await blocked(await groundOf(kind));
    const { scenario, models } = on;
    const calls = models.calls.length;
    expect(await command(on, "ann", `/debate dismiss ${id} wont-fix`)).toEqual(["eyes", "-1"]);
    expect(conclusion(on)).toBe("failure");
    expect(await command(on, "max", `/debate dismiss ${id} false-positive a constant`, true)).toEqual(["eyes", "+1"]);
    expect(conclusion(on)).toBe("success");
    expect(models.calls).toHaveLength(calls);
    expect(scenario.github.world.threads[0]?.isResolved).toBe(true);
    expect(summaryOf(scenario)).toContain("Dismissed as a false positive by");

    on.find = reworded;
    scenario.push({ "src/run.ts": `// run\n${riskyText}` });
    await pushed(on);
    await eventually(() => expect(conclusion(on)).toBe("success"));
    expect(models.calls.length).toBeGreaterThan(calls);
    expect(scenario.github.world.threads).toHaveLength(1);

    expect(await command(on, "max", `/debate reopen ${id}`)).toEqual(["eyes", "+1"]);
    expect(conclusion(on)).toBe("failure");
    expect(answersIn(scenario)).toHaveLength(1);
    expect(scenario.github.violations).toEqual([]);
  });

  test("a dismissal that arrives while a review is at work is in its verdict, and nobody undoes it", {
    timeout: 60_000,
  }, async () => {
    const { on, id } = await blocked(await groundOf(kind));
    const { scenario } = on;
    const waiting = Promise.withResolvers<void>();
    on.hold = waiting.promise;
    scenario.push({ "src/run.ts": `// run\n${riskyText}` });
    await pushed(on);
    await eventually(() => expect(checkOn(scenario.github, scenario.pull.head.sha)?.status).toBe("in_progress"));
    expect(await command(on, "max", `/debate dismiss ${id} wont-fix`)).toEqual(["eyes", "+1"]);
    expect(await command(on, "max", "/debate pause")).toEqual(["eyes", "+1"]);
    on.hold = null;
    waiting.resolve();
    await eventually(() => expect(conclusion(on)).toBe("success"));
    expect(summaryOf(scenario)).toContain("Dismissed as won't fix by");
    expect(scenario.github.violations).toEqual([]);
  });

  test("a decision at the very end of a review, after it looked for some, is published before the review may end", {
    timeout: 60_000,
  }, async () => {
    const { on, id } = await blocked(await groundOf(kind));
    const { scenario } = on;
    const { github } = scenario;
    scenario.push({ "src/run.ts": `// run\n${riskyText}` });
    let given: Promise<string[]> | undefined;
    // The summary is written after the decisions were read.
    github.fault = async ({ method, route }) => {
      if (method === "PATCH" && route.endsWith("/issues/comments/{comment_id}") && given === undefined) {
        given = command(on, "max", `/debate dismiss ${id} wont-fix`);
        await given;
      }
      return null;
    };
    await pushed(on);
    await eventually(() => expect(conclusion(on)).toBe("success"));
    expect(await given).toEqual(["eyes", "+1"]);
    expect(summaryOf(scenario)).toContain("Dismissed as won't fix by");
  });

  test("a decision while a job looks whether the result of this head still stands is published all the same", {
    timeout: 60_000,
  }, async () => {
    const { on, id } = await blocked(await groundOf(kind));
    const { github } = on.scenario;
    expect(await command(on, "max", `/debate dismiss ${id} wont-fix`)).toEqual(["eyes", "+1"]);
    expect(conclusion(on)).toBe("success");
    let given: Promise<string[]> | undefined;
    // The checks are read before the decisions are.
    github.fault = async ({ method, route }) => {
      if (method === "GET" && route.endsWith("/check-runs") && given === undefined) {
        given = command(on, "max", `/debate reopen ${id}`);
        await given;
      }
      return null;
    };
    const calls = on.models.calls.length;
    await pushed(on, "reopened");
    await eventually(() => expect(given).toBeDefined());
    await given;
    await eventually(() => expect(conclusion(on)).toBe("failure"));
    expect(on.models.calls).toHaveLength(calls);
    expect(summaryOf(on.scenario)).not.toContain("Dismissed as");
  });

  test("an override passes one commit and is told for ever; the next push blocks again", {
    timeout: 60_000,
  }, async () => {
    const { on } = await blocked(await groundOf(kind));
    const { scenario } = on;
    const { sha } = scenario.pull.head;
    expect(await command(on, "max", `/debate override ${sha} we know`)).toEqual(["eyes", "-1"]);
    expect(await command(on, "mia", `/debate override ${sha} we know`)).toEqual(["eyes", "+1"]);
    expect([conclusion(on), titleOf(on)]).toEqual(["neutral", "Overridden by @mia: we know"]);
    scenario.push({ "src/run.ts": `// run\n${riskyText}` });
    await pushed(on);
    await eventually(() => expect(conclusion(on)).toBe("failure"));
    expect(titleOf(on)).toContain("blocks this merge");
    expect(summaryOf(scenario)).toContain("Overridden by `@mia`");
  });

  test("paused, a new head does not pass; resumed, it is reviewed", { timeout: 60_000 }, async () => {
    const { on } = await blocked(await groundOf(kind));
    expect(await command(on, "max", "/debate pause")).toEqual(["eyes", "+1"]);
    expect(titleOf(on)).toContain("blocks");
    on.scenario.push(clean);
    await pushed(on);
    await eventually(() => expect(titleOf(on)).toMatch(/paused .*comment \/debate resume$/));
    expect(conclusion(on)).toBe("failure");
    expect(await command(on, "max", "/debate resume")).toEqual(["eyes", "+1"]);
    await eventually(() => expect(conclusion(on)).toBe("success"));
  });

  test("a command on a pull request that was never reviewed is kept, and told", { timeout: 60_000 }, async () => {
    const on = await stage(await groundOf(kind));
    expect(await command(on, "max", "/debate pause")).toEqual(["eyes", "+1"]);
    expect(await command(on, "max", "/debate status")).toEqual(["eyes", "+1"]);
    expect(answersIn(on.scenario).at(-1)).toContain("Paused by `@max`");
    // The App may have found the first head by itself before it was told to pause.
    on.scenario.push(clean);
    await pushed(on, "opened");
    await eventually(() => expect(titleOf(on)).toContain("paused"));
  });

  test("commands at once: each is kept", { timeout: 60_000 }, async () => {
    const { on, id } = await blocked(await groundOf(kind));
    const { sha } = on.scenario.pull.head;
    const signs = await Promise.all([
      command(on, "max", `/debate dismiss ${id} wont-fix`),
      command(on, "mia", `/debate override ${sha} we know`),
      command(on, "mia", "/debate pause"),
    ]);
    expect(signs).toEqual([
      ["eyes", "+1"],
      ["eyes", "+1"],
      ["eyes", "+1"],
    ]);
    await eventually(() => expect(titleOf(on)).toBe("Overridden by @mia: we know"));
    for (const words of ["Overridden by", "Dismissed as", "paused by"])
      await eventually(() => expect(summaryOf(on.scenario)).toContain(words));
  });
});
