import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, type onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/server/database.ts";
import { base, clean, evalIsFatal, risky, riskyText } from "../scenarios/samples.ts";
import { type AppProcess, deliver, eventually, pullEvent, startAppProcess } from "../support/app-run.ts";
import type { GitHubServer, Request } from "../support/github-server.ts";
import type { ModelServer } from "../support/model-server.ts";
import { addPull, checkOn, startReviewers, startScenario } from "../support/scenario.ts";
import { groundOf, type StoreKind, storeKinds } from "../support/stores.ts";

interface Stage {
  readonly github: GitHubServer;
  readonly models: ModelServer;
  readonly databaseUrl: string | null;
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<AppProcess>;
}

async function stage(kind: StoreKind, onFinished: typeof onTestFinished): Promise<Stage> {
  const models = await startReviewers(evalIsFatal, { latencyMs: 50 });
  const { github, close } = await startScenario({ base, head: clean });
  github.world.pulls.clear();
  github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  const ground = await groundOf(kind);
  const closing = [ground.remove, close, models.close];
  onFinished(async () => {
    for (const end of closing.toReversed()) await end();
  });
  return {
    github,
    models,
    databaseUrl: ground.options.databaseUrl,
    start: async (env = {}) => {
      const settings = { PR_DEBATE_RETRY_SECONDS: "0", ...env };
      const app = await startAppProcess({ github, models, ...ground.options, env: settings });
      closing.push(app.kill);
      return app;
    },
  };
}

const isWrite = ({ method, route }: Request): boolean =>
  (method !== "GET" && route.includes("/repos/")) || /^GraphQL (?!Base|OpenPulls|OwnPosts|Texts)/.test(route);
const isConclusion = ({ method, body }: Request): boolean =>
  method === "PATCH" && Object.hasOwn(Object(body), "conclusion");
const done = '"a review is done"';

/** Does something at the last look at the head, right before the review is written. */
function beforeTheReview(github: GitHubServer, models: ModelServer, act: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    github.fault = async ({ method, route }) => {
      const isLook = method === "GET" && route.endsWith("/pulls/{pull_number}");
      if (!isLook || models.calls.at(-1)?.stage !== "compose") return null;
      github.fault = () => null;
      await act();
      resolve();
      return null;
    };
  });
}

/** Several processes need a database that several can use. */
const shared = storeKinds.filter((kind) => kind === "PostgreSQL");

describe.each(shared)("on %s", (kind) => {
  test.concurrent("F34 a process that slept through its lease writes nothing after it wakes up", async (context) => {
    const { github, models, start } = await stage(kind, context.onTestFinished);
    const pull = addPull(github.world, { base, head: risky });
    const sleeper = await start();
    const asleep = beforeTheReview(github, models, async () => sleeper.child.kill("SIGSTOP"));
    await sleeper.deliver("pull_request", pullEvent("opened", pull));
    await asleep;
    expect(github.world.reviews).toEqual([]);
    const calls = models.calls.length;
    const other = await start();
    await eventually(() => expect(other.log()).toContain(done), 60);
    expect(github.world.reviews).toHaveLength(1);
    // All answers were kept.
    expect(models.calls).toHaveLength(calls);
    const before = github.log.length;
    sleeper.child.kill("SIGCONT");
    await eventually(() => expect(sleeper.log()).toContain("taken over by another worker"));
    await pause(1_000);
    expect(github.log.slice(before).filter(isWrite)).toEqual([]);
    expect(github.log.filter(isConclusion)).toHaveLength(1);
    expect(github.world.checks.map(({ conclusion }) => conclusion)).toEqual(["failure"]);
    expect([github.world.reviews.length, github.world.issueComments.length]).toEqual([1, 1]);
    expect(github.violations).toEqual([]);
  });

  test.concurrent("F34 a process that just lost its lease writes nothing either", async (context) => {
    const { github, models, start, databaseUrl } = await stage(kind, context.onTestFinished);
    const pull = addPull(github.world, { base, head: risky });
    const app = await start();
    // As another process does that takes the review over.
    const taken = beforeTheReview(github, models, async () => {
      const { db, close } = await openDatabase({ databaseUrl, dataDirectory: "", onNote: () => {}, onLost: () => {} });
      await db.updateTable("subjects").set({ token: sql<number>`token + 1`, holder: "another" }).execute();
      await close();
    });
    await app.deliver("pull_request", pullEvent("opened", pull));
    await taken;
    const before = github.log.length;
    await eventually(() => expect(app.log()).toContain("taken over by another worker"));
    await pause(500);
    expect(github.log.slice(before).filter(isWrite)).toEqual([]);
    expect([github.world.reviews, github.log.filter(isConclusion), github.violations]).toEqual([[], [], []]);
  });

  test.concurrent("three processes start at once on an empty database and share twelve pull requests", async (context) => {
    const { github, models, start } = await stage(kind, context.onTestFinished);
    const { world } = github;
    const apps = await Promise.all(
      [0, 1, 2].map(() => start({ PR_DEBATE_CONCURRENCY: "2", PR_DEBATE_RECONCILE_SECONDS: "86400" })),
    );
    for (const { url } of apps) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const pulls = Array.from({ length: 12 }, (_, index) =>
      addPull(world, { base, head: { "src/run.ts": `${riskyText}// ${index}\n` }, number: 20 + index }),
    );
    const doors = (index: number) => [apps[index % 3]?.url ?? "", apps[(index + 1) % 3]?.url ?? ""];
    const answers = await Promise.all(
      pulls.flatMap((pull, index) => {
        const guid = randomUUID();
        return doors(index).map((url) => deliver(url, "pull_request", pullEvent("opened", pull), { guid }));
      }),
    );
    expect(new Set(answers)).toEqual(new Set([202]));
    await eventually(() => {
      for (const { head } of pulls) expect(checkOn(github, head.sha)?.status).toBe("completed");
      expect(apps.flatMap((app) => app.log().split(done).slice(1))).toHaveLength(12);
    }, 60);
    expect(world.checks.map(({ conclusion }) => conclusion)).toEqual(pulls.map(() => "failure"));
    expect(world.reviews.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      pulls.map(({ number }) => number),
    );
    const bodies = models.calls.map(({ vendor, body }) => JSON.stringify([vendor, body]));
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(apps.filter((app) => app.log().includes(done)).length).toBeGreaterThan(1);
    expect(github.violations).toEqual([]);
    for (const app of apps) expect(app.log()).not.toMatch(/"level":[45]0/);
  });
});

describe.each(storeKinds)("on %s", (kind) => {
  test("F32 a pull request whose webhook never came is reviewed", async (context) => {
    const { github, start } = await stage(kind, context.onTestFinished);
    const app = await start({ PR_DEBATE_RECONCILE_SECONDS: "1" });
    const pull = addPull(github.world, { base, head: risky });
    await eventually(() => expect(checkOn(github, pull.head.sha)?.conclusion).toBe("failure"));
    await eventually(() => expect(app.log()).toContain(done));
    expect([github.world.reviews.length, github.world.checks.length]).toEqual([1, 1]);
    expect(github.violations).toEqual([]);
  });
});
