import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { keyOf } from "../../src/server/accept.ts";
import { queues, type ReviewJob, takeFairly } from "../../src/server/queue.ts";
import type { Subject } from "../../src/server/requests.ts";
import { ask } from "../../src/server/store.ts";
import { eventually } from "../support/app-run.ts";
import { groundOf, openStore, storeKinds } from "../support/stores.ts";

const pull = (installation: string, number: number): Subject => ({
  installation,
  key: "9",
  repo: `octo-${installation}/app`,
  kind: "pull-request",
  number,
});

test.each(storeKinds)(
  "on %s two installations with hundreds of reviews keep out no third",
  async (kind) => {
    const store = await openStore(await groundOf(kind));
    const started: string[] = [];
    const limits = { concurrency: 10, concurrencyPerInstallation: 5 };
    await takeFairly<ReviewJob>({ boss: store.boss, name: queues.review }, limits, 0.5, async ({ data }) => {
      started.push(data.subject);
      await pause(1_000);
    });
    const want = (installation: string, count: number) =>
      ask(
        store,
        Array.from({ length: count }, (_, index) => ({
          kind: "review",
          subject: pull(installation, index + 1),
          isExplicit: false,
          isClosed: false,
        })),
      );
    await want("1", 200);
    await want("2", 200);
    await eventually(() => expect(started.length).toBeGreaterThanOrEqual(8));
    await pause(1_500);
    await want("3", 1);
    // Until one review that is at work has ended, not until all that came before have.
    await eventually(() => expect(started).toContain(keyOf(pull("3", 1))), 10);
    expect(started.length).toBeLessThan(150);
    await store.boss.stop({ graceful: false });
    await pause(1_500);
    await store.close();
  },
  60_000,
);
