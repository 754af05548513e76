import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keyOf } from "../../src/server/accept.ts";
import { takeFairly } from "../../src/server/fair-scheduling.ts";
import type { Reviewer } from "../../src/server/ports.ts";
import { queues, type ReviewJob, releaseOrphans } from "../../src/server/queue.ts";
import { reconciler } from "../../src/server/reconciler.ts";
import type { ReviewSubject } from "../../src/server/requests.ts";
import { askStore } from "../../src/server/store.ts";
import { openLog, openMetrics } from "../../src/server/telemetry.ts";
import { workOn } from "../../src/server/worker.ts";
import { pull } from "../github/publication/sample.ts";
import { eventually } from "../support/app-run.ts";
import { clear, groundOf, type OpenStore, openStore, storeKinds } from "../support/stores.ts";

const repository = { installation: "7", key: "9", repo: "octo/app" };
const subject: ReviewSubject = { ...repository, kind: "pull-request", number: 1 };
const outcome = { result: "clean", conclusion: "success", costUsd: 0, calls: 0, head: "h1" };
const log = openLog("silent", () => [], { write: () => true });
const long = new Date("2026-01-01T00:00:00Z");

describe.each(storeKinds)("on %s", (kind) => {
  let store: OpenStore;
  beforeAll(async () => {
    store = await openStore(await groundOf(kind));
  });
  afterAll(() => store.close());
  beforeEach(() => clear(store));

  const signal = new AbortController().signal;
  async function work(review: Reviewer["review"], metrics = openMetrics()): Promise<void> {
    const reviewer: Reviewer = {
      review,
      settle: async () => {},
      currentState: async () => pull,
      giveUp: async () => {},
    };
    const options = { store, reviewer, log, metrics, watchMs: 50 };
    await workOn(keyOf(subject), "job-1", options, signal);
  }

  test("the reconciler does not request a head again whose result still holds", async () => {
    const means = {
      store,
      reviewer: { review: async () => ({ ...outcome, isStanding: true }) },
      directory: {
        installations: async () => [{ id: "7", since: long }],
        repositories: async () => [repository],
        openPullRequests: async () => [{ number: 1, head: "h1", isDraft: false, updatedAt: new Date() }],
      },
      deliveries: { failedSince: async () => [], redeliver: async () => {} },
    };
    const no = () => Promise.reject(new Error("no"));
    const whole = { ...means.reviewer, giveUp: async () => {}, settle: no, currentState: no };
    const options = { ...means, reviewer: whole, log, metrics: openMetrics(), now: () => new Date() };
    const { pass } = reconciler({ ...options, deadlineMinutes: 60 });
    const wanted = () => store.db.selectFrom("subjects").select("wanted").execute();
    await pass(signal);
    expect(await wanted()).toEqual([{ wanted: 1 }]);
    await work(whole.review);
    await pass(signal);
    expect(await wanted()).toEqual([{ wanted: 1 }]);
    expect(await store.db.selectFrom("runs").selectAll().execute()).toMatchObject([{ head: "h1", check_run: null }]);
  });

  test("names from a repository's settings are never metric labels", async () => {
    const metrics = openMetrics();
    await askStore(store, [{ kind: "review", subject, isExplicit: false, isClosed: false }]);
    await work(async ({ emit }) => {
      const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd: null, replayed: false };
      emit({ type: "call-end", seat: "name-of-a-tenant", provider: "openai", ...usage });
      const failure = { stage: "propose", reason: "x", seat: "name-of-a-tenant" } as const;
      emit({ type: "seat-failure", provider: "made-up", ...failure });
      return { ...outcome, isStanding: false };
    }, metrics);
    const { text } = await metrics.render();
    expect(text).toContain('calls_total{provider="openai",replayed="false"} 1');
    expect(text).toContain('seat_failures_total{provider="other"} 1');
    expect(text).not.toMatch(/name-of-a-tenant|made-up/);
  });

  test.each([
    [{}, true, []],
    [{ focus: "Is it safe?" }, false, [undefined, "Is it safe?"]],
  ])(
    "a running review answers a newer request that changes nothing, but no question that it did not put: %j",
    async (more, isAnswered, asked) => {
      const request = { kind: "review", subject, isExplicit: true, isClosed: false } as const;
      await askStore(store, [request]);
      const focuses: (string | undefined)[] = [];
      let looks = 0;
      const reviewer: Reviewer = {
        review: async ({ focus }) => {
          focuses.push(focus);
          if (focuses.length > 1) return { ...outcome, isStanding: false };
          // A look that finds no newer request does not ask for the state.
          const before = looks;
          await askStore(store, [{ ...request, ...more }]);
          await eventually(() => expect(looks).toBeGreaterThan(before));
          // The look ends in the same turn as the answer that it waits for.
          await new Promise(setImmediate);
          return { ...outcome, isStanding: false };
        },
        settle: async () => {},
        currentState: async () => {
          looks += 1;
          return pull;
        },
        giveUp: async () => {},
      };
      const options = { store, reviewer, log, metrics: openMetrics(), watchMs: 20 };
      await workOn(keyOf(subject), "job-1", options, signal);
      const row = await store.db.selectFrom("subjects").select(["wanted", "done"]).executeTakeFirstOrThrow();
      expect(row.wanted === row.done).toBe(isAnswered);
      if (isAnswered) return;
      await workOn(keyOf(subject), "job-2", options, signal);
      expect(focuses).toEqual(asked);
    },
  );

  test("F34 a worker that lost its lease leaves the job to its new holder", async () => {
    const { boss, db } = store;
    const ends: (() => void)[] = [];
    const over: string[] = [];
    const reviewer: Reviewer = {
      review: async (_, stop) => {
        await new Promise<void>((done) => {
          ends.push(done);
          stop.addEventListener("abort", () => done());
        });
        stop.throwIfAborted();
        return { ...outcome, isStanding: false };
      },
      settle: async () => {},
      currentState: async () => pull,
      giveUp: async () => {},
    };
    const options = { store, reviewer, log, metrics: openMetrics(), watchMs: 50 };
    await askStore(store, [{ kind: "review", subject, isExplicit: false, isClosed: false }]);
    const limits = { concurrency: 2, concurrencyPerInstallation: 2, pollSeconds: 0.5, onError: () => {} };
    const stop = await takeFairly<ReviewJob>(store, queues.review, limits, async ({ data, id }) => {
      await workOn(data.subject, id, options, signal);
      over.push(id);
    });
    await eventually(() => expect(ends).toHaveLength(1));
    // What pg-boss does when it hears no heartbeat of the first one.
    await releaseOrphans(boss, db);
    await eventually(() => expect(ends).toHaveLength(2));
    await eventually(() => expect(over).toHaveLength(1));
    await pause(500);
    expect(await boss.findJobs("review", {})).toMatchObject([{ state: "active", retryCount: 1 }]);
    ends[1]?.();
    await eventually(async () => expect(await boss.findJobs("review", {})).toMatchObject([{ state: "completed" }]));
    await stop();
  });
});
