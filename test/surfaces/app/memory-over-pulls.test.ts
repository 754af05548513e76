import { afterEach, describe, expect, test } from "vitest";
import { memoryPath } from "../../../src/record/memory/read-memory.ts";
import { common, eventually, pullEvent } from "../../support/app-run.ts";
import { command, pushed, type Stage, stage } from "../../support/app-stage.ts";
import { answersIn, commentBy, findingsIn } from "../../support/commands.ts";
import type { Files, Pull } from "../../support/github-server/world.ts";
import { addPull, checkOn } from "../../support/scenario.ts";
import { groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const before = "export function run(name) {\n  return name;\n}\n";
const opened = before.replace("return name", "return openPool(name)");
const base: Files = { "src/db.js": before };
const head: Files = { "src/db.js": opened };
const claim = {
  severity: "P1",
  category: "resource",
  title: "The connection pool is never closed",
  detail: "openPool leaves the pool open.",
  path: "src/db.js",
  quote: "  return openPool(name);",
  failurePath: "run → openPool(name) → nothing closes it",
};
const reason = "The pool closes itself when the process ends.";

async function dismissed(kind: (typeof oneStore)[number]): Promise<Stage> {
  const on = await stage(await groundOf(kind), closing, {
    mayPush: true,
    start: { base, head },
    find: (batch, { seat }) => (seat === "one" && batch.includes("openPool(name)") ? [claim] : []),
  });
  await pushed(on, "opened");
  await eventually(() => expect(on.app.log()).toContain('"a review is done"'));
  const [id = ""] = findingsIn(on.scenario);
  expect(await command(on, "max", `/debate dismiss ${id} false-positive ${reason}`, true)).toEqual(["+1"]);
  return on;
}

async function reviewed({ app, scenario: { github } }: Stage, pull: Pull): Promise<string | null | undefined> {
  expect(await app.deliver("pull_request", pullEvent("opened", pull))).toBe(202);
  return eventually(() => {
    const check = checkOn(github, pull.head.sha);
    expect(check?.status).toBe("completed");
    return check?.conclusion;
  });
}

const summaryOn = ({ scenario: { github } }: Stage, wanted: number): string =>
  github.world.issueComments.find(({ number, body }) => number === wanted && body.includes("kind=summary"))?.body ?? "";

describe.each(oneStore)("on %s", (kind) => {
  test("a false positive that was dismissed once and accepted into memory is not on the ballot of the next pull request, which says why; a real P0 of the same words blocks", async () => {
    const on = await dismissed(kind);
    const { world } = on.scenario.github;
    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    const memory = world.commits.get(world.branches.get("pr-debate/memory") ?? "")?.files[memoryPath] ?? "";
    const merged = { ...base, [memoryPath]: memory };
    const next = addPull(world, { base: merged, head: { ...merged, ...head }, number: 8 });
    const seen = on.models.calls.length;
    expect(await reviewed(on, next)).toBe("success");
    expect(on.models.calls.slice(seen).flatMap(({ items }) => items)).toEqual([]);
    expect(summaryOn(on, 8)).toContain("took out");
    expect(summaryOn(on, 8)).toContain(reason);

    const p0 = { ...claim, severity: "P0", category: "data-loss" };
    on.find = (batch) => (batch.includes("openPool(name)") ? [p0] : []);
    const third = { ...merged, "src/db.js": `// once more\n${opened}` };
    expect(await reviewed(on, addPull(world, { base: merged, head: third, number: 9 }))).toBe("failure");
    expect(summaryOn(on, 9)).toContain("had no say on");
    expect(on.scenario.github.violations).toEqual([]);
  });

  test("statistics count the whole repository, metrics count each end once without names, and another installation sees nothing", async () => {
    const on = await dismissed(kind);
    const { github } = on.scenario;
    const second = addPull(github.world, { base, head: { "src/db.js": `// two\n${opened}` }, number: 8 });
    await reviewed(on, second);
    await command(on, "max", "/debate stats");
    const [stats = ""] = answersIn(on.scenario).slice(-1);
    expect(stats).toContain("Counted over the newest pull requests of this repository.");
    expect(stats).toContain("2 findings from 2 reviews");
    expect(stats).toContain("| `one` | 2 | 0 | 1 | 0 | 0 | 0 | 0 | 1 | 0 % |");
    const metrics = await (await fetch(`${on.app.url}/metrics`)).text();
    expect(metrics).toContain('pr_debate_findings_ended_total{outcome="false-positive",by="model"} 1');
    expect(metrics).not.toMatch(/octo|seat="|one"/);

    // Another customer of the same App, with a pull request of the same number.
    const world = github.addRepository("bob/app");
    github.app.installations.set(78, { repositories: ["bob/app"], createdAt: "2026-01-01T00:00:00Z", mayPush: true });
    world.roles.set("bob", "write");
    const pull = addPull(world, { base, head });
    const theirs = { ...on.scenario, github: { ...github, world }, pull };
    for (const body of ["/debate memory suggest", "/debate stats"]) {
      const { event, payload } = commentBy(theirs, "bob", body);
      expect(await on.app.deliver(event, { ...payload, ...common("bob/app", 78) })).toBe(202);
    }
    await eventually(() => expect(answersIn(theirs)).toHaveLength(2));
    const answers = answersIn(theirs).join("\n");
    expect(answers).toContain("There is no candidate for the memory");
    expect(answers).toContain("0 findings from 1 review");
    expect(answers).not.toContain("pool");
    expect(world.branches.size).toBe(0);
    expect(github.violations).toEqual([]);
  });
});
