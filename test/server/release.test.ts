import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import { describe, expect, onTestFinished, test } from "vitest";
import { queues, release } from "../../src/server/queue.ts";
import type { EventJob, ReviewSubject } from "../../src/server/requests.ts";
import { askStore } from "../../src/server/store.ts";
import { openLog } from "../../src/server/telemetry.ts";
import { startServer } from "../../src/surfaces/wiring/serve.ts";
import { eventually } from "../support/app-run.ts";
import { groundOf, openStore, storeKinds } from "../support/stores.ts";
import { silentPorts } from "./silent-ports.ts";

const subject: ReviewSubject = { installation: "7", key: "9", repo: "octo/app", kind: "pull-request", number: 1 };
const command = (body: string): EventJob => ({
  installation: "7",
  key: "9",
  repo: "octo/app",
  kind: "command",
  number: 1,
  comment: 5,
  isInThread: false,
  login: "ann",
  body,
});
const log = openLog("silent", () => [], { write: () => true });
const kept = async (): Promise<void> => {};

/** Which jobs wait to be taken now, and what becomes of each when it fails. */
async function failOnce(boss: PgBoss): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for (const name of [queues.review, queues.event, queues.long]) {
    const [job] = await boss.fetch(name);
    if (job !== undefined) await boss.fail(name, job);
    const all = await boss.findJobs(name, {});
    seen.push({ name, isTaken: job !== undefined, states: all.map(({ state }) => state) });
  }
  return seen;
}

describe.each(storeKinds)("on %s", (kind) => {
  test("stopping a process uses no retry, not even the last one, and its jobs are taken at once", async () => {
    const ground = await groundOf(kind);
    onTestFinished(ground.remove);
    const onGround = { ...ground, remove: kept };
    const before = await openStore(onGround);
    const jobs = ["/debate review", "/debate plan why?"].map((body) => ({
      kind: "job" as const,
      job: command(body),
    }));
    await askStore(before, [{ kind: "review", subject, isExplicit: false, isClosed: false }, ...jobs]);
    // All but the last attempt have failed.
    await sql`update pr_debate_jobs.job set retry_count = retry_limit - 1, started_on = now(), state = 'retry'`.execute(
      before.db,
    );
    await before.close();

    const begun: string[] = [];
    const config = {
      ...{ appId: "1", privateKey: "not used", webhookSecrets: ["no secret at all"], host: "127.0.0.1", port: 0 },
      ...{ logLevel: "silent", apiUrl: "", graphqlUrl: "", concurrency: 2, concurrencyPerInstallation: 2 },
      ...{ quietSeconds: 0, reconcileSeconds: 86_400, retrySeconds: 60, writesPerMinute: null, ...ground.options },
    };
    const server = await startServer(config, silentPorts(begun), log);
    await eventually(() => expect(new Set(begun)).toEqual(new Set(["review", "/debate review", "/debate plan why?"])));
    await server.stop();

    const after = await openStore(onGround);
    onTestFinished(after.close);
    expect(await after.boss.findJobs(queues.failed, {})).toEqual([]);
    // That it fails by itself is counted as before.
    expect(await failOnce(after.boss)).toEqual(
      [queues.review, queues.event, queues.long].map((name) => ({ name, isTaken: true, states: ["failed"] })),
    );
    expect(await after.boss.findJobs(queues.failed, {})).toHaveLength(1);
  });

  test("six deployments use no retry of a review", async () => {
    const store = await openStore(await groundOf(kind));
    onTestFinished(store.close);
    await askStore(store, [{ kind: "review", subject, isExplicit: false, isClosed: false }]);
    const taken = async () => {
      const [job] = await store.boss.fetch(queues.review);
      if (job === undefined) throw new Error("no job to take");
      return job;
    };
    const first = await taken();
    await release(store.boss, store.db, first);
    for (let deployment = 2; deployment <= 6; deployment += 1) await release(store.boss, store.db, await taken());
    const last = await taken();
    expect(last.id).toBe(first.id);
    // A process that gave it up long ago neither gives it back again nor ends it.
    await release(store.boss, store.db, first);
    await store.boss.complete(queues.review, first);
    expect(await store.boss.findJobs(queues.review, {})).toMatchObject([
      { state: "active", retryCount: 6, retryLimit: 11 },
    ]);
  });
});
