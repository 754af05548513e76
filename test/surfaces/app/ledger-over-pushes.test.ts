import { afterEach, expect, test } from "vitest";
import { eventually } from "../../support/app-run.ts";
import { command, conclusion, pushed, type Stage, stage } from "../../support/app-stage.ts";
import { answersIn } from "../../support/commands.ts";
import { base, disputeLock, findBoth, heads } from "../../support/ledger-pushes.ts";
import { groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const reviewsDone = ({ app }: Stage): number => app.log().split('"a review is done"').length - 1;

/** What `/debate stats` says of the first seat, and the counters of the App. */
async function counted(on: Stage): Promise<{ readonly row: string; readonly counters: readonly string[] }> {
  await command(on, "max", "/debate stats");
  const row = answersIn(on.scenario)
    .at(-1)
    ?.split("\n")
    .find((line) => line.startsWith("| `one`"));
  const metrics = await (await fetch(`${on.app.url}/metrics`)).text();
  return {
    row: row ?? "",
    counters: metrics
      .split("\n")
      .filter((line) => line.startsWith("pr_debate_findings_ended_total{"))
      .sort(),
  };
}

test.each(oneStore)(
  "on %s statistics and metrics agree over three pushes, a re-delivery and a review on request",
  async (kind) => {
    const on = await stage(await groundOf(kind), closing, {
      start: { base, head: heads[0] },
      find: findBoth,
      cast: disputeLock,
    });
    await pushed(on, "opened");
    await eventually(() => expect(reviewsDone(on)).toBe(1));
    const overturned = 'pr_debate_findings_ended_total{outcome="overturned",by="model"} 1';
    // Raised, fixed, false positive, won't fix, duplicate, overturned, no such code, open, useful.
    expect(await counted(on)).toEqual({
      row: "| `one` | 2 | 0 | 0 | 0 | 0 | 1 | 0 | 1 | 0 % |",
      counters: [overturned],
    });

    const fixed = 'pr_debate_findings_ended_total{outcome="fixed",by="model"} 1';
    const both = { row: "| `one` | 2 | 1 | 0 | 0 | 0 | 1 | 0 | 0 | 50 % |", counters: [fixed, overturned] };
    for (const [at, head] of heads.slice(1).entries()) {
      on.scenario.push(head);
      await pushed(on);
      await eventually(() => expect(reviewsDone(on)).toBe(at + 2));
      expect(await counted(on)).toEqual(both);
    }

    await pushed(on);
    await command(on, "max", "/debate review full");
    await eventually(() => expect(reviewsDone(on)).toBeGreaterThanOrEqual(4));
    await eventually(() => expect(conclusion(on)).toBe("success"));
    expect(await counted(on)).toEqual(both);
    expect(on.scenario.github.violations).toEqual([]);
  },
);
