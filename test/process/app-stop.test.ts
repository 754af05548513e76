import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, type onTestFinished, test } from "vitest";
import { base, clean, evalIsFatal, risky, wholeProtocol } from "../scenarios/samples.ts";
import { type AppProcess, eventually, pullEvent, startAppProcess } from "../support/app-run.ts";
import type { ModelServer } from "../support/model-server.ts";
import { addPull, checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { groundOf, type StoreKind, storeKinds } from "../support/stores.ts";

interface Stage {
  readonly scenario: Scenario;
  readonly models: ModelServer;
  readonly start: () => Promise<AppProcess>;
  /** From this call on, models are silent; null: they answer. */
  silentFrom: number | null;
}

async function stage(kind: StoreKind, onFinished: typeof onTestFinished): Promise<Stage> {
  const set: { silentFrom: number | null } = { silentFrom: 0 };
  const models = await startReviewers(evalIsFatal, {
    before: async ({ index }) => {
      if (set.silentFrom !== null && index >= set.silentFrom) await new Promise(() => {});
    },
  });
  const scenario = await startScenario({
    base: { ...base, ...wholeProtocol },
    head: { ...risky, ...wholeProtocol },
  });
  scenario.github.app.installations.set(77, { repositories: ["octo/app"], createdAt: new Date().toISOString() });
  const ground = await groundOf(kind);
  const closing = [ground.remove, models.close, scenario.close];
  onFinished(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const start = async (): Promise<AppProcess> => {
    const env = { PR_DEBATE_RETRY_SECONDS: "0", PR_DEBATE_RECONCILE_SECONDS: "86400" };
    const app = await startAppProcess({ github: scenario.github, models, ...ground.options, env });
    closing.push(app.kill);
    return app;
  };
  return Object.assign(set, { scenario, models, start });
}

/** SIGTERM; resolves with the exit code and how long it took. */
async function terminate({ child }: AppProcess): Promise<{ readonly code: unknown; readonly seconds: number }> {
  const begun = performance.now();
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const [code] = await ended;
  return { code, seconds: (performance.now() - begun) / 1_000 };
}

describe.each(storeKinds)("on %s", (kind) => {
  test.concurrent("SIGTERM during a debate: it takes no new work, ends in time, and the next process pays for nothing twice", async (context) => {
    const on = await stage(kind, context.onTestFinished);
    const { scenario, models } = on;
    const { github, pull } = scenario;
    // One seat has answered, the others keep silent.
    on.silentFrom = 1;
    const first = await on.start();
    await first.deliver("pull_request", pullEvent("opened", pull));
    await eventually(() => expect(models.calls).toHaveLength(3));
    await pause(1_000);
    const ending = terminate(first);
    await eventually(async () => expect((await fetch(`${first.url}/readyz`)).status).toBe(503));
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
    // What comes now is kept, and left to the next one.
    const other = addPull(github.world, { base, head: clean, number: 8 });
    expect(await first.deliver("pull_request", pullEvent("opened", other))).toBe(202);
    const { code, seconds } = await ending;
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(30);
    expect(checkOn(github, pull.head.sha)?.status).toBe("in_progress");
    expect(checkOn(github, other.head.sha)).toBeUndefined();
    expect(models.calls).toHaveLength(3);

    on.silentFrom = null;
    await on.start();
    await eventually(() => {
      expect(checkOn(github, pull.head.sha)?.conclusion).toBe("failure");
      expect(checkOn(github, other.head.sha)?.conclusion).toBe("success");
    });
    expect(github.world.checks).toHaveLength(2);
    expect(github.world.reviews.map(({ number }) => number)).toEqual([7]);
    const proposals = models.calls.filter(({ stage: of, batch }) => of === "propose" && batch.includes("eval(name)"));
    // Three before; after it only the two that had no answer.
    expect(proposals).toHaveLength(5);
    expect(github.violations).toEqual([]);
  });

  test.concurrent("SIGTERM while idle: an open connection does not delay the end", async (context) => {
    const { start } = await stage(kind, context.onTestFinished);
    const app = await start();
    const port = Number(new URL(app.url).port);
    const silent = connect(port, "127.0.0.1");
    const begun = connect(port, "127.0.0.1");
    const half = request(`${app.url}/api/github/webhooks`, {
      method: "POST",
      headers: { "x-hub-signature-256": `sha256=${"0".repeat(64)}`, "content-length": 1_000 },
    });
    for (const one of [silent, begun, half]) one.on("error", () => {});
    begun.write("POST /api/github/webhooks HTTP/1.1\r\nhost:");
    half.write("{");
    await pause(300);
    const { code, seconds } = await terminate(app);
    expect(code).toBe(0);
    // Held up, it would never end; on a loaded machine letting go of a store takes its time.
    expect(seconds).toBeLessThan(30);
  });
});
