import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readMarker } from "../../src/github/publication/marker.ts";
import { base, leaking } from "../scenarios/samples.ts";
import { endOf } from "../support/ends.ts";
import { checkOn, startScenario } from "../support/scenario.ts";

const start = { base, head: leaking };
let undisturbed: ReturnType<typeof endOf>;
let requests = 0;

beforeAll(async () => {
  const scenario = await startScenario(start);
  await scenario.run();
  undisturbed = endOf(scenario);
  requests = scenario.github.log.length;
  await scenario.close();
});

test("an undisturbed run blocks with one review, one summary, one check", () => {
  expect(undisturbed.check.conclusion).toBe("failure");
  expect(undisturbed.reviews).toHaveLength(1);
  expect(readMarker(undisturbed.reviews[0]?.body ?? "")?.kind).toBe("review");
  expect(undisturbed.summaries).toHaveLength(1);
  expect(undisturbed.checks).toBe(1);
  // One of them announces on the check that the review reads decisions for the last time.
  expect(requests).toBeLessThanOrEqual(12);
});

/** The number of requests of a run, known before it runs: the matrix needs its size when tests are collected. */
const most = 12;
afterAll(() => expect(requests).toBe(most));

describe.each(["lost-before", "lost-after"] as const)("killed with request %s the server", (kind) => {
  test.each(Array.from({ length: most }, (_, index) => index + 1))(
    "F24 F25 at request %i: the next run ends like an undisturbed one",
    async (k) => {
      const scenario = await startScenario(start);
      let child: ChildProcess | undefined;
      const kill = (): void => {
        child?.kill("SIGKILL");
      };
      scenario.github.fault = (_request, index) => (index === k ? { kind, first: kill } : null);
      const killed = await scenario.run({
        onStart: (started) => {
          child = started;
        },
      });
      expect(killed.signal).toBe("SIGKILL");
      expect(checkOn(scenario.github, scenario.pull.head.sha)?.conclusion ?? null).not.toBe("success");
      scenario.github.fault = () => null;
      const again = await scenario.run();
      expect(again.code).toBe(1);
      expect(endOf(scenario)).toEqual(undisturbed);
      expect(scenario.github.violations).toEqual([]);
      await scenario.close();
    },
  );
});
