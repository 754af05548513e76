import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keyOf } from "../../src/server/accept.ts";
import { noConclusion, type Ports } from "../../src/server/ports.ts";
import { reconciler } from "../../src/server/reconciler.ts";
import type { JobRequest, ReviewSubject } from "../../src/server/requests.ts";
import { beginRun, endRun } from "../../src/server/runs.ts";
import { askStore, type Store } from "../../src/server/store.ts";
import { endLease, takeLease } from "../../src/server/subjects.ts";
import { openLog, openMetrics } from "../../src/server/telemetry.ts";
import { clear, groundOf, type OpenStore, openStore, storeKinds } from "../support/stores.ts";

const repository = { installation: "7", key: "9", repo: "octo/app" };
const subject = (number: number): ReviewSubject => ({ ...repository, kind: "pull-request", number });
const review = (number: number): JobRequest => ({
  kind: "review",
  subject: subject(number),
  isExplicit: false,
  isClosed: false,
});
const installedAt = new Date("2026-11-01T00:00:00Z");
const lately = new Date("2026-11-20T00:00:00Z");
const never = () => Promise.reject(new Error("not asked for here"));

describe.each(storeKinds)("on %s", (kind) => {
  let store: OpenStore;
  beforeAll(async () => {
    store = await openStore(await groundOf(kind));
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await clear(store);
    ended.length = 0;
    redelivered.length = 0;
  });

  const ended: { subject: ReviewSubject; why: string; stuck: unknown }[] = [];
  const redelivered: number[] = [];

  /** GitHub as the reconciler sees it. */
  async function pass(
    github: Partial<Ports["directory"] & Ports["deliveries"]> = {},
    on: Store = store,
  ): Promise<void> {
    const { reviewer, ...ports }: Pick<Ports, "reviewer" | "directory" | "deliveries"> = {
      reviewer: {
        review: never,
        settle: never,
        currentState: never,
        giveUp: async (of, { why, stuck }) => {
          if (stuck?.head === "refused") throw new Error("GitHub answered 404");
          ended.push({ subject: of, why, stuck });
        },
      },
      directory: {
        installations: async () => [{ id: "7", since: installedAt }],
        repositories: async () => [repository],
        openPullRequests: async () => [],
        ...github,
      },
      deliveries: {
        failedSince: async () => [],
        redeliver: async (id) => void redelivered.push(id),
        ...github,
      },
    };
    const means = {
      store: on,
      reviewer,
      ...ports,
      log: openLog("silent", () => [], { write: () => true }),
      metrics: openMetrics(),
    };
    const { pass: once } = reconciler({ ...means, now: () => new Date(), deadlineMinutes: 60 });
    await once(new AbortController().signal);
  }

  const waiting = async () =>
    (
      await store.db
        .selectFrom("subjects")
        .selectAll()
        .where("wanted", ">", sql.ref<number>("done"))
        .orderBy("number")
        .execute()
    ).map(({ number }) => number);
  const jobs = async () => (await store.boss.findJobs("review", {})).length;
  /** A review of that head that was begun. */
  async function begun(number: number, head: string) {
    await askStore(store, [review(number)]);
    const lease = await takeLease(store.db, keyOf(subject(number)), `job-${number}`);
    if (lease === null) throw new Error("no lease");
    return { lease, id: await beginRun(store.db, lease, { head, externalId: `run-${number}`, id: 500 + number }) };
  }
  async function done(number: number, head: string, conclusion = "success"): Promise<void> {
    const { lease, id } = await begun(number, head);
    await endRun(store.db, id, { result: "clean", conclusion, costUsd: 0, calls: 0 });
    await endLease(store, lease, lease.wanted);
  }

  test("F32 finds a draft that became ready after a run saw its head, and requests a draft once", async () => {
    await done(1, "h1", noConclusion);
    await done(2, "h2", noConclusion);
    await done(3, "h3");
    const open = [1, 2, 3].map((number) => ({ number, head: `h${number}`, isDraft: number === 2, updatedAt: lately }));
    await pass({ openPullRequests: async () => open });
    expect(await waiting()).toEqual([1]);
  });

  test("F32 finds the heads whose webhook never came, and only those", async () => {
    await done(1, "h1");
    await done(2, "old");
    const open = [
      { number: 1, head: "h1", isDraft: false, updatedAt: lately },
      { number: 2, head: "h2", isDraft: false, updatedAt: lately },
      { number: 3, head: "h3", isDraft: false, updatedAt: lately },
      // It lay there before anybody installed the App.
      { number: 4, head: "h4", isDraft: false, updatedAt: new Date("2026-10-01T00:00:00Z") },
    ];
    await pass({ openPullRequests: async () => open });
    expect(await waiting()).toEqual([2, 3]);
    await pass({ openPullRequests: async () => open });
    expect(await store.db.selectFrom("subjects").select(["number", "wanted"]).orderBy("number").execute()).toEqual([
      { number: 1, wanted: 1 },
      { number: 2, wanted: 2 },
      { number: 3, wanted: 1 },
    ]);
  });

  test("F38 concludes a check in progress past its deadline as failed, once", async () => {
    const { lease, id } = await begun(1, "h1");
    await endLease(store, lease, lease.wanted);
    await pass();
    expect(ended).toEqual([]);
    await sql`update pr_debate.runs set started_at = now() - interval '61 minutes'`.execute(store.db);
    await pass();
    expect(ended).toMatchObject([{ subject: { number: 1 }, stuck: { head: "h1", check: 501 } }]);
    expect(ended[0]?.why).toContain(id);
    await pass();
    expect(ended).toHaveLength(1);
    expect(await store.db.selectFrom("runs").select(["result", "conclusion"]).execute()).toEqual([
      { result: "lost", conclusion: "failure" },
    ]);
  });

  test("leaves the check of a running review alone, however long it runs", async () => {
    const { lease } = await begun(1, "h1");
    const [job] = await store.boss.fetch("review");
    expect(job).toBeDefined();
    await sql`update pr_debate.runs set started_at = now() - interval '2 hours'`.execute(store.db);
    await pass();
    expect(ended).toEqual([]);
    expect(lease.wanted).toBe(1);
  });

  test("a wanted review that lost its job gets a new one", async () => {
    await begun(1, "h1");
    await store.boss.deleteAllJobs();
    await pass();
    expect(await jobs()).toBe(0);
    await sql`update pr_debate.subjects set wanted_at = now() - interval '11 minutes'`.execute(store.db);
    await pass();
    expect(await jobs()).toBe(1);
    expect(await takeLease(store.db, keyOf(subject(1)), "another job")).not.toBeNull();
    await pass();
    expect(await jobs()).toBe(1);
  });

  test("requests failed deliveries of the last three days again", async () => {
    let since = new Date(0);
    await pass({
      failedSince: async (from) => {
        since = from;
        return [{ id: 11, guid: "a" }];
      },
    });
    expect(redelivered).toEqual([11]);
    expect((Date.now() - since.getTime()) / 86_400_000).toBeCloseTo(3, 2);
  });

  test("deletes the rows of an installation that left without an event", async () => {
    await done(1, "h1");
    await pass({ installations: async () => [] });
    expect(await store.db.selectFrom("subjects").selectAll().execute()).toEqual([]);
    expect(await store.db.selectFrom("runs").selectAll().execute()).toEqual([]);
  });

  test("deletes no rows while GitHub does not list the installations", async () => {
    await done(1, "h1");
    await pass({ installations: never, failedSince: never });
    expect(await store.db.selectFrom("subjects").selectAll().execute()).toHaveLength(1);
  });

  test("a refusal of GitHub for one tenant does not stop the others", async () => {
    for (const [number, head] of [
      [1, "refused"],
      [2, "h2"],
    ] as const) {
      const { lease } = await begun(number, head);
      await endLease(store, lease, lease.wanted);
    }
    await sql`update pr_debate.runs set started_at = now() - interval '61 minutes'`.execute(store.db);
    await pass({
      failedSince: async () => [
        { id: 11, guid: "a" },
        { id: 12, guid: "b" },
      ],
      redeliver: async (id) => (id === 11 ? never() : void redelivered.push(id)),
      installations: async () => ["5", "7"].map((id) => ({ id, since: installedAt })),
      repositories: async (id) => (id === "5" ? never() : [{ ...repository, key: "8" }, repository]),
      openPullRequests: async ({ key }) =>
        key === "8" ? never() : [{ number: 3, head: "h3", isDraft: false, updatedAt: lately }],
    });
    expect(ended).toMatchObject([{ subject: { number: 2 } }]);
    expect(redelivered).toEqual([12]);
    expect(await waiting()).toEqual([3]);
  });

  test("a check whose job waits for a retry is not stuck, even after a long downtime of the App", async () => {
    await begun(1, "h1");
    const [job] = await store.boss.fetch("review");
    await store.boss.fail("review", job?.id ?? "");
    await sql`update pr_debate.runs set started_at = now() - interval '12 hours'`.execute(store.db);
    await pass();
    expect(ended).toEqual([]);
  });

  test("an installation created while installations are listed keeps its rows", async () => {
    await pass({
      installations: async () => {
        await askStore(store, [review(1)]);
        return [];
      },
    });
    expect(await waiting()).toEqual([1]);
  });

  test("uses no delivery attempt while the store is down", async () => {
    const closed = await openStore(await groundOf(kind));
    await closed.close();
    await pass({ failedSince: async () => [{ id: 11, guid: "a" }] }, closed);
    expect(redelivered).toEqual([]);
  });
});
