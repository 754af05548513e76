import { afterEach, describe, expect, test } from "vitest";
import { undecided } from "../../../src/domain/decisions.ts";
import { readState } from "../../../src/github/publication/state.ts";
import { base, baseText, evalInScript, scriptText } from "../../scenarios/samples.ts";
import {
  type App,
  common,
  eventually,
  pullEvent,
  type StartAppOptions,
  startApp,
  startAppProcess,
} from "../../support/app-run.ts";
import { commentBy, repliesIn, replyBy, signsOn, summaryOf } from "../../support/commands.ts";
import type { ModelCall, ModelServer } from "../../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../../support/scenario.ts";
import { type Ground, groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Stage {
  readonly scenario: Scenario;
  readonly models: ModelServer;
  app: App;
  hold: Promise<void> | null;
  isConceding: boolean;
  isDown: boolean;
}

function answer({ stage }: ModelCall, { isConceding }: Pick<Stage, "isConceding">): object {
  const said = stage === "judge" ? { ruling: "upheld", reason: "It stands." } : { concede: isConceding };
  return { argument: "Line 1 says so.", evidence: [], ...said };
}

/** A pull request with a P0 that all models raised, reviewed by the App; max may write. */
function blocked(ground: Ground, env?: Record<string, string>): Promise<Stage> {
  return blockedBy(startApp, ground, env);
}

async function blockedBy<Kind extends App>(
  start: (options: StartAppOptions) => Promise<Kind>,
  ground: Ground,
  env: Record<string, string> = {},
): Promise<Stage & { readonly process: Kind }> {
  const set: Pick<Stage, "hold" | "isConceding" | "isDown"> = { hold: null, isConceding: true, isDown: false };
  const models = await startReviewers(evalInScript(), {
    before: () => set.hold ?? Promise.resolve(),
    hear: (call) => answer(call, set),
    fault: () => (set.isDown ? { kind: "status", status: 400 } : null),
  });
  const scenario = await startScenario({ base, head: { ...base, "src/evil.sh": scriptText } });
  scenario.github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  scenario.github.world.roles.set("max", "write");
  const app = await start({ github: scenario.github, models, ...ground.options, env });
  const on = Object.assign(set, { scenario, models, app, process: app });
  closing.push(ground.remove, models.close, scenario.close, () => on.app.stop());
  await app.deliver("pull_request", pullEvent("opened", scenario.pull));
  await eventually(() => expect(conclusion(on)).toBe("failure"));
  await eventually(() => expect(app.log()).toContain('"a review is done"'));
  return on;
}

const conclusion = ({ scenario: { github, pull } }: Stage) => checkOn(github, pull.head.sha)?.conclusion;

async function sent({ app, scenario }: Stage, login: string, body: string, comment: object = {}): Promise<number> {
  const { event, payload, id } = replyBy(scenario, login, body, { comment });
  expect(await app.deliver(event, { ...payload, ...common("octo/app") })).toBeLessThan(300);
  return id;
}

const signed = ({ scenario }: Stage, id: number, signs: readonly string[]) =>
  eventually(() => expect(signsOn(scenario, id)).toEqual(signs));

describe.each(oneStore)("on %s", (kind) => {
  test("a reply that all raisers concede turns the check green without a review, and a push keeps it", async () => {
    const on = await blocked(await groundOf(kind));
    const { scenario, models } = on;
    const calls = models.calls.length;
    await signed(on, await sent(on, "max", "See line 1."), ["eyes", "+1"]);
    expect(models.calls.slice(calls).map(({ stage }) => stage)).toEqual(["defend", "defend", "defend"]);
    expect(conclusion(on)).toBe("success");
    expect(repliesIn(scenario)[0]).toContain("**withdrawn**");
    expect(scenario.github.world.threads[0]?.isResolved).toBe(true);
    scenario.push({ "src/evil.sh": `# more\n${scriptText}` });
    await on.app.deliver("pull_request", pullEvent("synchronize", scenario.pull));
    await eventually(() => expect(conclusion(on)).toBe("success"));
    expect(scenario.github.world.threads).toHaveLength(1);
    expect(scenario.github.violations).toEqual([]);
  });

  test("upheld: the check stays; a reader, a bot and our own App are not heard; the fourth reply gets one sentence", async () => {
    const on = await blocked(await groundOf(kind));
    const { scenario, models } = on;
    on.isConceding = false;
    const calls = models.calls.length;
    await sent(on, "eve", "No.");
    await sent(on, "max", "No.", { user: { login: "max", type: "Bot" } });
    await sent(on, "pr-debate[bot]", "No.", { user: { login: "pr-debate[bot]", type: "Bot" } });
    for (const words of ["No.", "No.", "No."]) await signed(on, await sent(on, "max", words), ["eyes", "+1"]);
    expect(models.calls).toHaveLength(calls + 9);
    await signed(on, await sent(on, "max", "Still no."), ["eyes", "-1"]);
    expect(repliesIn(scenario)).toHaveLength(4);
    expect(repliesIn(scenario)[3]).toContain("has had 3 hearings");
    expect(scenario.github.world.reactions).toHaveLength(8);
    expect(models.calls).toHaveLength(calls + 9);
    expect(conclusion(on)).toBe("failure");
    const spent = readState(summaryOf(scenario))?.spentUsd ?? 0;
    expect(spent).toBeGreaterThan(0);
  });

  test("a hearing during a review: the review's state has the hearing and its cost", async () => {
    const on = await blocked(await groundOf(kind));
    const { scenario } = on;
    on.isConceding = false;
    const [hearing, review] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    on.hold = hearing.promise;
    const id = await sent(on, "max", "See line 1.");
    await signed(on, id, ["eyes"]);
    await eventually(() => expect(on.models.calls.filter(({ stage }) => stage === "defend")).toHaveLength(3));
    on.hold = review.promise;
    scenario.push({ "src/evil.sh": `# more\n${scriptText}` });
    await on.app.deliver("pull_request", pullEvent("synchronize", scenario.pull));
    await eventually(() => expect(checkOn(scenario.github, scenario.pull.head.sha)?.status).toBe("in_progress"));
    hearing.resolve();
    await signed(on, id, ["eyes", "+1"]);
    review.resolve();
    await eventually(() => expect(conclusion(on)).toBe("failure"));
    await eventually(() => {
      const { heard, spentUsd } = readState(summaryOf(scenario))?.decisions ?? undecided;
      expect([heard.length, spentUsd > 0]).toEqual([1, true]);
    });
    expect(repliesIn(scenario)[0]).toContain("**upheld**");
  });

  test("a hearing during a review: its withdrawal is in that review's verdict", async () => {
    const on = await blocked(await groundOf(kind));
    const { scenario } = on;
    const waiting = Promise.withResolvers<void>();
    on.hold = waiting.promise;
    const id = await sent(on, "max", "See line 1.");
    await eventually(() => expect(on.models.calls.filter(({ stage }) => stage === "defend")).toHaveLength(3));
    scenario.push({ "src/evil.sh": `# more\n${scriptText}` });
    await on.app.deliver("pull_request", pullEvent("synchronize", scenario.pull));
    await eventually(() => expect(checkOn(scenario.github, scenario.pull.head.sha)?.status).toBe("in_progress"));
    on.hold = null;
    waiting.resolve();
    await signed(on, id, ["eyes", "+1"]);
    await eventually(() => expect(conclusion(on)).toBe("success"));
    expect(repliesIn(scenario)[0]).toContain("**withdrawn**");
    expect(scenario.github.violations).toEqual([]);
  });

  test("F30 a process killed during a hearing hears the reply again, despite its own reaction", async () => {
    const ground = await groundOf(kind);
    const on = await blockedBy(startAppProcess, ground);
    const { scenario, models } = on;
    const waiting = Promise.withResolvers<void>();
    on.hold = waiting.promise;
    const id = await sent(on, "max", "See line 1.");
    await eventually(() => expect(models.calls.filter(({ stage }) => stage === "defend")).toHaveLength(3));
    await on.process.kill();
    on.hold = null;
    waiting.resolve();
    on.app = await startApp({ github: scenario.github, models, ...ground.options });
    await eventually(() => expect(signsOn(scenario, id)).toEqual(["eyes", "+1"]), 60);
    expect(repliesIn(scenario)).toHaveLength(1);
    expect(conclusion(on)).toBe("success");
  });

  test("F30 a process killed after a hearing was stored does not hear it again, and posts the result", async () => {
    const ground = await groundOf(kind);
    const on = await blockedBy(startAppProcess, ground);
    const { scenario, models } = on;
    on.isConceding = false;
    let isKilled = false;
    scenario.github.fault = async ({ route }) => {
      if (isKilled || route !== "GraphQL Resolve") return null;
      isKilled = true;
      await on.process.kill();
      return { kind: "lost-before" };
    };
    const id = await sent(on, "max", "See line 1.");
    await eventually(() => expect(isKilled).toBe(true));
    const calls = models.calls.length;
    on.app = await startApp({ github: scenario.github, models, ...ground.options });
    await eventually(() => expect(signsOn(scenario, id)).toEqual(["eyes", "+1"]), 60);
    expect(repliesIn(scenario)).toEqual([expect.stringMatching(/\*\*nothing changes\*\*\. The process .* ended/)]);
    expect(models.calls).toHaveLength(calls);
    expect(readState(summaryOf(scenario))?.decisions?.heard).toHaveLength(1);
  });

  test('"fixed in" during a review settles nothing, because that review decides', async () => {
    const on = await blocked(await groundOf(kind));
    const { scenario } = on;
    on.isDown = true;
    const sha = scenario.push({ "src/evil.sh": "# run\n", "src/run.ts": baseText });
    await on.app.deliver("pull_request", pullEvent("synchronize", scenario.pull));
    await eventually(() => expect(conclusion(on)).toBe("failure"));
    await eventually(() => expect(on.app.log().match(/"a review is done"/g)).toHaveLength(2));
    const review = Promise.withResolvers<void>();
    [on.isDown, on.hold] = [false, review.promise];
    const { event, payload } = commentBy(scenario, "max", "/debate review");
    await on.app.deliver(event, { ...payload, ...common("octo/app") });
    await eventually(() => expect(checkOn(scenario.github, sha)?.status).toBe("in_progress"));
    await signed(on, await sent(on, "max", `Fixed in ${sha}.`), ["eyes", "+1"]);
    expect(repliesIn(scenario)[0]).toMatch(/Fixed: .* has the last word/);
    expect(scenario.github.world.threads[0]?.isResolved).toBe(false);
    review.resolve();
    await eventually(() => expect(conclusion(on)).not.toBe(null));
  });

  test("F30 a process killed after the reply was posted posts nothing twice, and the check follows", async () => {
    const ground = await groundOf(kind);
    const on = await blockedBy(startAppProcess, ground);
    const { scenario, models } = on;
    const { github } = scenario;
    let isKilled = false;
    github.fault = async ({ method, route }) => {
      if (isKilled || method !== "PATCH" || !route.endsWith("/issues/comments/{comment_id}")) return null;
      isKilled = true;
      await on.process.kill();
      return null;
    };
    const id = await sent(on, "max", "See line 1.");
    await eventually(() => expect(isKilled).toBe(true));
    const calls = models.calls.length;
    on.app = await startApp({ github, models, ...ground.options });
    await eventually(() => expect(conclusion(on)).toBe("success"), 60);
    await eventually(() => expect(signsOn(scenario, id)).toContain("+1"));
    expect(repliesIn(scenario)).toHaveLength(1);
    expect(models.calls).toHaveLength(calls);
  });

  test.each(["refused by GitHub", "killed"])(
    "an attempt that is %s after the models answered pays for no answer twice",
    async (what) => {
      const ground = await groundOf(kind);
      const on = await blockedBy(startAppProcess, ground, { PR_DEBATE_RETRY_SECONDS: "0" });
      const { scenario, models } = on;
      const before = models.calls.length;
      let faults = 0;
      scenario.github.fault = async ({ method, path }) => {
        const isAfter = models.calls.length === before + 3 && method === "GET" && path.endsWith("/pulls/7");
        if (!isAfter || faults >= (what === "killed" ? 1 : 5)) return null;
        faults += 1;
        if (what === "killed") await on.process.kill();
        return { kind: "answer", answer: { status: 403, body: { message: "Not now" } } };
      };
      const id = await sent(on, "max", "See line 1.");
      if (what === "killed") {
        await eventually(() => expect(faults).toBe(1));
        on.app = await startApp({ github: scenario.github, models, ...ground.options });
      }
      await eventually(() => expect(signsOn(scenario, id)).toContain("+1"), 60);
      expect(repliesIn(scenario)).toHaveLength(1);
      expect(models.calls.slice(before).map(({ stage }) => stage)).toEqual(["defend", "defend", "defend"]);
    },
  );
});
