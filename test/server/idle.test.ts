import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { PgBoss } from "pg-boss";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeFairly } from "../../src/server/fair-scheduling.ts";
import type { Tables } from "../../src/server/schema.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database in which `waiting` says what waits; it keeps what it is asked. */
function database(waiting: { any: boolean; given: boolean }) {
  const asked: string[] = [];
  const executeQuery = async ({ sql }: { readonly sql: string }): Promise<{ rows: never[] }> => {
    asked.push(sql);
    return { rows: JSON.parse(JSON.stringify(sql.includes(" as any") ? [waiting] : [])) };
  };
  class Driver extends DummyDriver {
    override acquireConnection() {
      return Promise.resolve({ executeQuery, async *streamQuery() {} });
    }
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (known) => new PostgresIntrospector(known),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, asked };
}

/** pg-boss without a database: who is set to work, how, and who is woken. */
function bossOf() {
  const boss = new PgBoss("postgres://nobody@127.0.0.1:1/none");
  const work = vi.spyOn(boss, "work").mockImplementation(async () => `worker-${work.mock.calls.length}`);
  const woken = vi.spyOn(boss, "notifyWorker").mockImplementation(() => undefined);
  vi.spyOn(boss, "offWork").mockResolvedValue();
  return { boss, work, woken };
}

const options = { concurrency: 10, concurrencyPerInstallation: 5, pollSeconds: 1, onError: () => {} };

test("while nothing waits, a queue is one small question a second, however many workers it has", async () => {
  const { db, asked } = database({ any: false, given: false });
  const { boss, work, woken } = bossOf();
  const stop = await takeFairly({ db, boss }, "review", options, async () => {});
  await vi.advanceTimersByTimeAsync(60_000);
  await stop();
  expect(asked.length).toBeLessThanOrEqual(61);
  expect(asked.filter((sql) => /\b(?:update|with)\b/.test(sql))).toEqual([]);
  expect(woken).not.toHaveBeenCalled();
  expect(work).toHaveBeenCalledTimes(10);
  for (const [, how] of work.mock.calls) expect(how).toMatchObject({ pollingIntervalSeconds: 30 });
});

test("workers are woken for a job whose turn was given and that nobody took", async () => {
  const { db } = database({ any: true, given: true });
  const { boss, woken } = bossOf();
  const stop = await takeFairly({ db, boss }, "review", options, async () => {});
  await vi.advanceTimersByTimeAsync(2_000);
  await stop();
  expect(woken).toHaveBeenCalled();
});
