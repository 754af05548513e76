import { afterEach, describe, expect, test } from "vitest";
import { clean, evalIsFatal, riskyText } from "../../scenarios/samples.ts";
import { eventually } from "../../support/app-run.ts";
import { blocked, command, conclusion, pushed, stage, titleOf } from "../../support/app-stage.ts";
import { answersIn, summaryOf } from "../../support/commands.ts";
import { checkOn } from "../../support/scenario.ts";
import { groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function reworded(batch: string): readonly object[] {
  return evalIsFatal(batch).map((finding) => ({ ...finding, title: "Arbitrary code execution", quote: "eval(name)" }));
}

describe.each(oneStore)("on %s", (kind) => {
  test("a dismissal passes the check without a debate, also after pushes; the author may not dismiss; reopening blocks", async () => {
    const { on, id } = await blocked(await groundOf(kind), closing);
    const { scenario, models } = on;
    const calls = models.calls.length;
    expect(await command(on, "ann", `/debate dismiss ${id} wont-fix`)).toEqual(["-1"]);
    expect(conclusion(on)).toBe("failure");
    expect(await command(on, "max", `/debate dismiss ${id} false-positive a constant`, true)).toEqual(["+1"]);
    expect(conclusion(on)).toBe("success");
    expect(models.calls).toHaveLength(calls);
    expect(scenario.github.world.threads[0]?.isResolved).toBe(true);
    expect(summaryOf(scenario)).toContain("Dismissed as a false positive by");

    on.find = reworded;
    scenario.push({ "src/run.ts": `// run\n${riskyText}` });
    await pushed(on);
    await eventually(() => expect(conclusion(on)).toBe("success"));
    expect(models.calls.length).toBeGreaterThan(calls);
    expect(scenario.github.world.threads).toHaveLength(1);

    expect(await command(on, "max", `/debate reopen ${id}`)).toEqual(["+1"]);
    expect(conclusion(on)).toBe("failure");
    expect(answersIn(scenario)).toHaveLength(1);
    expect(scenario.github.violations).toEqual([]);
  });

  test("a dismissal that arrives during a review is in its verdict and stays", async () => {
    const { on, id } = await blocked(await groundOf(kind), closing);
    const { scenario } = on;
    const waiting = Promise.withResolvers<void>();
    on.hold = waiting.promise;
    scenario.push({ "src/run.ts": `// run\n${riskyText}` });
    await pushed(on);
    await eventually(() => expect(checkOn(scenario.github, scenario.pull.head.sha)?.status).toBe("in_progress"));
    expect(await command(on, "max", `/debate dismiss ${id} wont-fix`)).toEqual(["+1"]);
    expect(await command(on, "max", "/debate pause")).toEqual(["+1"]);
    on.hold = null;
    waiting.resolve();
    await eventually(() => expect(conclusion(on)).toBe("success"));
    expect(summaryOf(scenario)).toContain("Dismissed as won't fix by");
    expect(scenario.github.violations).toEqual([]);
  });

  test("a decision that arrives after the review's last look is published before the review ends", async () => {
    const { on, id } = await blocked(await groundOf(kind), closing);
    const { scenario } = on;
    const { github } = scenario;
    scenario.push({ "src/run.ts": `// run\n${riskyText}` });
    let given: Promise<string[]> | undefined;
    // The summary is written after the decisions were read.
    github.fault = async ({ method, route }) => {
      if (method === "PATCH" && route.endsWith("/issues/comments/{comment_id}") && given === undefined) {
        given = command(on, "max", `/debate dismiss ${id} wont-fix`);
        await given;
      }
      return null;
    };
    await pushed(on);
    await eventually(() => expect(conclusion(on)).toBe("success"));
    expect(await given).toEqual(["+1"]);
    expect(summaryOf(scenario)).toContain("Dismissed as won't fix by");
  });

  test("a decision is published while a job checks whether the head's result still holds", async () => {
    const { on, id } = await blocked(await groundOf(kind), closing);
    const { github } = on.scenario;
    expect(await command(on, "max", `/debate dismiss ${id} wont-fix`)).toEqual(["+1"]);
    expect(conclusion(on)).toBe("success");
    let given: Promise<string[]> | undefined;
    // The checks are read before the decisions are.
    github.fault = async ({ method, route }) => {
      if (method === "GET" && route.endsWith("/check-runs") && given === undefined) {
        given = command(on, "max", `/debate reopen ${id}`);
        await given;
      }
      return null;
    };
    const calls = on.models.calls.length;
    await pushed(on, "reopened");
    await eventually(() => expect(given).toBeDefined());
    await given;
    await eventually(() => expect(conclusion(on)).toBe("failure"));
    expect(on.models.calls).toHaveLength(calls);
    expect(summaryOf(on.scenario)).not.toContain("Dismissed as");
  });

  test("an override passes one commit and stays noted; the next push blocks again", async () => {
    const { on } = await blocked(await groundOf(kind), closing);
    const { scenario } = on;
    const { sha } = scenario.pull.head;
    expect(await command(on, "max", `/debate override ${sha} we know`)).toEqual(["-1"]);
    expect(await command(on, "mia", `/debate override ${sha} we know`)).toEqual(["+1"]);
    expect([conclusion(on), titleOf(on)]).toEqual(["neutral", "Overridden by @mia: we know"]);
    scenario.push({ "src/run.ts": `// run\n${riskyText}` });
    await pushed(on);
    await eventually(() => expect(conclusion(on)).toBe("failure"));
    expect(titleOf(on)).toContain("blocks this merge");
    expect(summaryOf(scenario)).toContain("Overridden by `@mia`");
  });

  test("a new head does not pass while paused; resuming reviews it", async () => {
    const { on } = await blocked(await groundOf(kind), closing);
    expect(await command(on, "max", "/debate pause")).toEqual(["+1"]);
    expect(titleOf(on)).toContain("blocks");
    on.scenario.push(clean);
    await pushed(on);
    await eventually(() => expect(titleOf(on)).toMatch(/paused .*comment \/debate resume$/));
    expect(conclusion(on)).toBe("failure");
    expect(await command(on, "max", "/debate resume")).toEqual(["+1"]);
    await eventually(() => expect(conclusion(on)).toBe("success"));
  });

  test("a closed pull request is not reviewed, and the command gets a reply", async () => {
    const { on } = await blocked(await groundOf(kind), closing);
    on.scenario.pull.isOpen = false;
    await pushed(on, "closed");
    const calls = on.models.calls.length;
    expect(await command(on, "max", "/debate review")).toEqual(["-1"]);
    const told = [expect.stringMatching(/is closed.*nothing to review; reopen it first/)];
    await eventually(() => expect(answersIn(on.scenario)).toEqual(told));
    expect(on.models.calls).toHaveLength(calls);
  });

  test("a command on a pull request without a review is stored and answered", async () => {
    const on = await stage(await groundOf(kind), closing);
    expect(await command(on, "max", "/debate pause")).toEqual(["+1"]);
    expect(await command(on, "max", "/debate status")).toEqual(["+1"]);
    expect(answersIn(on.scenario).at(-1)).toContain("Paused by `@max`");
    // The App may have found the first head by itself before it was told to pause.
    on.scenario.push(clean);
    await pushed(on, "opened");
    await eventually(() => expect(titleOf(on)).toContain("paused"));
  });

  test("keeps every command sent at once", async () => {
    const { on, id } = await blocked(await groundOf(kind), closing);
    const { sha } = on.scenario.pull.head;
    const signs = await Promise.all([
      command(on, "max", `/debate dismiss ${id} wont-fix`),
      command(on, "mia", `/debate override ${sha} we know`),
      command(on, "mia", "/debate pause"),
    ]);
    expect(signs).toEqual([["+1"], ["+1"], ["+1"]]);
    await eventually(() => expect(titleOf(on)).toBe("Overridden by @mia: we know"));
    for (const words of ["Overridden by", "Dismissed as", "paused by"])
      await eventually(() => expect(summaryOf(on.scenario)).toContain(words));
  });
});
