import { afterEach, describe, expect, test } from "vitest";
import { base, evalIsFatal, risky } from "../../scenarios/samples.ts";
import { eventually, pullEvent } from "../../support/app-run.ts";
import { stage } from "../../support/app-stage.ts";
import { addCommit, type Pull } from "../../support/github-server/world.ts";
import { checkOn } from "../../support/scenario.ts";
import { groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Stage = Awaited<ReturnType<typeof stage>>;

const conclusion = ({ scenario: { github, pull } }: Stage) => checkOn(github, pull.head.sha)?.conclusion;
const ends = ({ app }: Stage) => app.log().match(/"a review is done"/g)?.length ?? 0;

/** What is asked for with an event is done. */
async function done(on: Stage, action: string, pull: Pull): Promise<void> {
  const before = ends(on);
  expect(await on.app.deliver("pull_request", pullEvent(action, pull))).toBe(202);
  await eventually(() => expect(ends(on)).toBeGreaterThan(before), 60);
}

/** #7 brings a P0 to main; #8 has the same head, and its base has that P0 already. */
function sibling({ scenario: { github, pull } }: Stage): Pull {
  const { world } = github;
  const files = { ...risky, "src/hello.ts": "export const hello = 1;\n" };
  const release = addCommit(world, risky, [pull.base.sha], "release");
  pull.head.sha = addCommit(world, files, [release], "both");
  return { ...pull, number: 8, base: { ref: "release", sha: release }, head: { ...pull.head, ref: "topic-8" } };
}

const later = { installedAt: "2027-01-01T00:00:00Z" };

describe.each(oneStore)("on %s", (kind) => {
  test("a blocked pull request blocks again after reopening without a model, though a sibling passed meanwhile", async () => {
    const on = await stage(await groundOf(kind), closing, later);
    on.find = evalIsFatal;
    const { github, pull } = on.scenario;
    const eight = sibling(on);
    await done(on, "opened", pull);
    expect(conclusion(on)).toBe("failure");
    pull.isOpen = false;
    await done(on, "closed", pull);
    github.world.pulls.set(8, eight);
    await done(on, "opened", eight);
    expect(conclusion(on)).toBe("success");
    const calls = on.models.calls.length;
    pull.isOpen = true;
    await done(on, "reopened", pull);
    expect(conclusion(on)).toBe("failure");
    eight.isOpen = false;
    await done(on, "closed", eight);
    eight.isOpen = true;
    await done(on, "reopened", eight);
    expect(conclusion(on)).toBe("failure");
    expect(on.models.calls).toHaveLength(calls);
    expect(github.violations).toEqual([]);
  });

  test("a draft gets no check, is reviewed once ready, and keeps its verdict back in draft", async () => {
    const on = await stage(await groundOf(kind), closing, later);
    const { github, pull } = on.scenario;
    pull.isDraft = true;
    await done(on, "opened", pull);
    on.scenario.push({ ...base, ...risky });
    await done(on, "synchronize", pull);
    expect([github.world.checks, on.models.calls]).toEqual([[], []]);
    pull.isDraft = false;
    await done(on, "ready_for_review", pull);
    expect(conclusion(on)).toBe("failure");
    pull.isDraft = true;
    await done(on, "converted_to_draft", pull);
    expect([github.world.checks.length, conclusion(on)]).toEqual([1, "failure"]);
  });
});
