import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withLease } from "../../src/github/state/database.ts";
import { keyOf } from "../../src/server/accept.ts";
import { giveUpOn } from "../../src/server/give-up.ts";
import type { GivenUp } from "../../src/server/ports.ts";
import { decisionRows } from "../../src/server/record-rows.ts";
import type { JobRequest, ReviewSubject } from "../../src/server/requests.ts";
import { beginRun } from "../../src/server/runs.ts";
import { askStore } from "../../src/server/store.ts";
import { currentWishes, endLease, takeLease } from "../../src/server/subjects.ts";
import { openLog, openMetrics } from "../../src/server/telemetry.ts";
import { clear, groundOf, type OpenStore, openStore, storeKinds } from "../support/stores.ts";

const subject = { kind: "pull-request", installation: "7", key: "9", repo: "octo/app", number: 1 } as const;
const review = (isExplicit = false): JobRequest => ({ kind: "review", subject, isExplicit, isClosed: false });

describe.each(storeKinds)("on %s", (kind) => {
  let store: OpenStore;
  beforeAll(async () => {
    store = await openStore(await groundOf(kind));
  });
  afterAll(() => store.close());
  beforeEach(() => clear(store));

  /** A reviewer that only gives up, and what it said. */
  function whoTells(then = () => Promise.resolve()) {
    const told: string[] = [];
    const not = () => Promise.reject(new Error("not here"));
    const giveUp = async (_: ReviewSubject, { why }: GivenUp) => {
      told.push(why);
      await then();
    };
    const reviewer = { review: not, settle: not, currentState: not, giveUp };
    const log = openLog("silent", () => [], { write: () => true });
    return { told, means: { store, reviewer, log, metrics: openMetrics() } };
  }

  const jobs = async (): Promise<number> => (await store.boss.findJobs("review", {})).length;
  const subjects = () => store.db.selectFrom("subjects").selectAll().execute();
  const leased = async (job = "job-1") => {
    const lease = await takeLease(store.db, keyOf(subject), job);
    if (lease === null) throw new Error("no lease");
    return lease;
  };

  test("giving up a review frees its subject, concludes its check once and ends its run", async () => {
    await askStore(store, [review()]);
    const lease = await leased();
    const run = await beginRun(store.db, lease, { head: "a", externalId: "x", id: 5 });
    const { told, means } = whoTells();
    const letter = { subject: lease.subjectKey, job: "letter", source: "job-1" };
    await giveUpOn(letter, means, new AbortController().signal);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`(reference ${run})`);
    expect(await subjects()).toMatchObject([{ holder: null, done: 1 }]);
    expect(await currentWishes(store.db, lease)).toBeNull();
    expect(await store.db.selectFrom("runs").select(["result", "conclusion"]).execute()).toEqual([
      { result: "failed", conclusion: "failure" },
    ]);
  });

  test("a dead letter that is tried again does not overwrite newer requests", async () => {
    await askStore(store, [review()]);
    const lease = await leased();
    const { told, means } = whoTells(() => Promise.reject(new Error("GitHub answered 502")));
    const letter = { subject: lease.subjectKey, job: "letter", source: "job-1" };
    const giveUp = () => giveUpOn(letter, means, new AbortController().signal);
    await expect(giveUp()).rejects.toThrow("502");
    await expect(giveUp()).rejects.toThrow("502");
    await askStore(store, [review()]);
    await giveUp();
    const again = await leased("job-2");
    await giveUp();
    expect(await currentWishes(store.db, again)).not.toBeNull();
    await endLease(store, again, again.wanted);
    await giveUp();
    expect(told).toHaveLength(2);
    expect(await subjects()).toMatchObject([{ holder: null, wanted: 2, done: 2 }]);
  });

  test("a decision interrupts the give-up of a review, which then continues", async () => {
    await askStore(store, [review()]);
    await leased();
    const { told, means } = whoTells(() => Promise.reject(new Error("GitHub answered 502")));
    const letter = { subject: keyOf(subject), job: "letter", source: "job-1" };
    const giveUp = () => giveUpOn(letter, means, new AbortController().signal);
    await expect(giveUp()).rejects.toThrow("502");
    const rows = decisionRows(store, subject, "command");
    const written = await withLease(rows, async ({ mayWrite }) => {
      await mayWrite();
      return "written";
    });
    expect(written).toBe("written");
    await expect(withLease(rows, () => Promise.reject(new Error("GitHub answered 503")))).rejects.toThrow("503");
    await expect(giveUp()).rejects.toThrow("502");
    expect(told).toHaveLength(2);
  });

  test("a give-up and a decision never both write: the first one loses its lease", async () => {
    await askStore(store, [review()]);
    await leased();
    const { means } = whoTells(() => Promise.reject(new Error("GitHub answered 502")));
    const letter = { subject: keyOf(subject), job: "letter", source: "job-1" };
    const giveUp = () => giveUpOn(letter, means, new AbortController().signal);
    await expect(giveUp()).rejects.toThrow("502");
    const written = withLease(decisionRows(store, subject, "command"), async ({ mayWrite }) => {
      await expect(giveUp()).rejects.toThrow("502");
      await mayWrite();
    });
    await expect(written).rejects.toThrow("another worker");
  });

  test("publishes a decision made during a give-up before the subject is free", async () => {
    await askStore(store, [review()]);
    await leased();
    const rows = decisionRows(store, subject, "command");
    const heads: number[] = [];
    const { means } = whoTells();
    const giveUp = async (_: ReviewSubject, { decisions }: GivenUp) => {
      heads.push(decisions.overrides.length);
      if (heads.length > 1) return;
      const { decisions: before, revision } = await rows.read();
      const overrides = [{ head: "a", by: "mia", why: "we must", at: "2026-01-01T00:00:00Z" }];
      await rows.write({ ...before, overrides }, revision);
    };
    const letter = { subject: keyOf(subject), job: "letter", source: "job-1" };
    await giveUpOn(letter, { ...means, reviewer: { ...means.reviewer, giveUp } }, new AbortController().signal);
    expect(heads).toEqual([0, 1]);
    expect(await subjects()).toMatchObject([{ holder: null }]);
  });

  describe("requests since the failed job began", () => {
    /** The dead letter of a job; its own id is made of that one's. */
    const fail = (job: string, { means }: ReturnType<typeof whoTells>) =>
      giveUpOn({ subject: keyOf(subject), job: `letter of ${job}`, source: job }, means, new AbortController().signal);
    const wantMore = async (): Promise<void> => {
      await askStore(store, [review()]);
      // Its own job found the other one at work, and was done.
      await store.boss.deleteAllJobs();
    };

    test.each([
      ["in its only attempt", async () => {}],
      ["in an attempt of several", async () => void (await leased())],
    ])("%s: starts again with all requests, and is given up only when it fails too", async (_, tryAgain) => {
      const first = whoTells();
      await askStore(store, [review(true)]);
      await leased();
      await wantMore();
      await tryAgain();
      await fail("job-1", first);
      expect(first.told).toEqual([]);
      expect(await jobs()).toBe(1);
      expect(await leased("job-2")).toMatchObject({ wanted: 2, isExplicit: true });
      await leased("job-2");
      await store.boss.deleteAllJobs();
      const second = whoTells();
      await fail("job-2", second);
      expect(second.told).toHaveLength(1);
      expect(await subjects()).toMatchObject([{ holder: null, wanted: 2, done: 2 }]);
      expect(await jobs()).toBe(0);
    });

    test("win over a dead letter that comes twice", async () => {
      const teller = whoTells();
      await askStore(store, [review()]);
      const stale = await leased();
      await wantMore();
      await fail("job-1", teller);
      expect(await currentWishes(store.db, stale)).toBeNull();
      // Its process was killed before it could say that it was done.
      await fail("job-1", teller);
      await leased("job-2");
      await fail("job-1", teller);
      expect(teller.told).toEqual([]);
      expect(await subjects()).toMatchObject([{ holder: "job-2", wanted: 2, done: 0 }]);
    });

    test("a job that never began is given up, or it would start again for ever", async () => {
      const teller = whoTells();
      await askStore(store, [review()]);
      await fail("job-1", teller);
      expect(teller.told).toHaveLength(1);
      expect(await subjects()).toMatchObject([{ holder: null, wanted: 1, done: 1 }]);
    });
  });
});
