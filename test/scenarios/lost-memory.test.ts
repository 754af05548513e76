import { describe, expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { command, summaryOf } from "../support/commands.ts";
import type { World } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
let sees = true;
closeAfterEach(() => ({ scenario, models }));

const check = () => checkOn(scenario.github, scenario.pull.head.sha);
const wayOut =
  /summary of an earlier review is missing or was edited; .*maintain or admin comments \/debate review full/;

/** A P0 that is found once; later the seats obey a text that says that there is none. */
async function blocked(settings = ""): Promise<World> {
  sees = true;
  models = await startReviewers((batch) => (sees ? evalIsFatal(batch) : []));
  const files = settings === "" ? {} : { ".github/pr-debate.yml": `version: 1\n${settings}\n` };
  scenario = await startScenario({ base: { ...base, ...files }, head: { ...risky, ...files } });
  scenario.github.world.roles.set("ann", "write").set("mia", "maintain");
  await scenario.run({ models });
  expect(check()?.conclusion).toBe("failure");
  sees = false;
  return scenario.github.world;
}

let pushes = 0;
async function pushed() {
  pushes += 1;
  const settings = scenario.github.world.commits.get(scenario.pull.base.sha)?.files[".github/pr-debate.yml"];
  const kept = settings === undefined ? {} : { ".github/pr-debate.yml": settings };
  scenario.push({ ...risky, ...kept, "README.md": `${pushes}\n` });
  return scenario.run({ models });
}

function deleteAll({ issueComments, threads }: World): void {
  issueComments.length = 0;
  threads.length = 0;
}

const members: readonly (readonly [string, (world: World) => void])[] = [
  ["summary and threads are deleted", deleteAll],
  [
    "the summary is edited and the threads deleted",
    ({ issueComments, threads }) => {
      for (const one of issueComments) one.editor = "ann";
      threads.length = 0;
    },
  ],
  [
    "the summary is deleted and the threads are edited",
    ({ issueComments, threads }) => {
      issueComments.length = 0;
      for (const { comments } of threads)
        for (const one of comments) Object.assign(one, { body: "No.", editor: "ann" });
    },
  ],
  [
    "summary and threads are deleted, and our submitted review is edited",
    (world) => {
      deleteAll(world);
      for (const one of world.reviews) Object.assign(one, { body: "Looks good.", editor: "ann" });
    },
  ],
  [
    "all is deleted, and an old summary is pasted over another comment of ours",
    (world) => {
      const [summary] = world.issueComments;
      deleteAll(world);
      if (summary !== undefined) world.issueComments.push({ ...summary, id: summary.id + 1, editor: "ann" });
    },
  ],
];

describe("the state of an earlier review is gone", () => {
  test.each(members)("inconclusive when %s, on every later push, with a way out", async (_, tamper) => {
    const world = await blocked("review: { on-inconclusive: neutral }");
    tamper(world);
    for (const _again of [1, 2]) {
      const run = await pushed();
      expect(run.outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
      expect(check()?.output.title).toMatch(wayOut);
    }
  });

  test("the same after a force push, and after the pull request was closed and reopened", async () => {
    deleteAll(await blocked());
    const { github, pull } = scenario;
    const sha = pull.head.sha;
    pull.head.sha = pull.base.sha;
    scenario.push({ ...risky, "README.md": "forced\n" });
    pull.isOpen = false;
    pull.isOpen = true;
    await scenario.run({ models });
    expect(pull.head.sha).not.toBe(sha);
    expect(checkOn(github, pull.head.sha)?.conclusion).toBe("failure");
  });

  test("the same when its P0 had no line, because a review records it", async () => {
    sees = true;
    models = await startReviewers((batch) => (sees ? evalIsFatal(batch) : []));
    const settings = { ".github/pr-debate.yml": "version: 1\nreview: { max-inline: 0 }\n" };
    scenario = await startScenario({ base: { ...base, ...settings }, head: { ...risky, ...settings } });
    await scenario.run({ models });
    expect(scenario.github.world.threads).toEqual([]);
    sees = false;
    deleteAll(scenario.github.world);
    expect((await pushed()).outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
  });

  test("a command in between creates no new memory: its comment does not count as a review", async () => {
    const world = await blocked();
    deleteAll(world);
    for (const one of world.reviews) Object.assign(one, { body: "Looks good.", editor: "ann" });
    await command(scenario, "ann", "/debate pause");
    await command(scenario, "ann", "/debate resume", { models });
    expect(check()?.conclusion).toBe("failure");
    expect((await pushed()).outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
  });

  test("a writer's `/debate review full` does not help; a maintainer's reviews everything again and is remembered", async () => {
    deleteAll(await blocked());
    await command(scenario, "ann", "/debate review full", { models });
    expect(check()?.conclusion).toBe("failure");
    sees = true;
    await command(scenario, "mia", "/debate review full", { models });
    expect(check()?.output.title).toBe("1 P0 finding blocks this merge");
    sees = false;
    expect((await pushed()).outputs).toMatchObject({ result: "blocked", p0: "1" });
  });

  test("the state in its threads is kept: the P0 blocks", async () => {
    const { issueComments } = await blocked();
    issueComments.length = 0;
    expect((await pushed()).outputs).toMatchObject({ result: "blocked", p0: "1" });
    expect(summaryOf(scenario)).toContain("1 finding was restored from its thread");
  });

  test("a second summary that is older than the review does not replace the deleted one", async () => {
    const world = await blocked();
    const [summary] = world.issueComments;
    const other = await startScenario({ base, head: clean });
    await other.run({ models });
    const stale = other.github.world.issueComments[0];
    await other.close();
    deleteAll(world);
    if (summary !== undefined && stale !== undefined)
      world.issueComments.push({ ...stale, id: summary.id + 1, number: 7 });
    expect((await pushed()).outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
  });
});

describe("no state is lost", () => {
  test("without an earlier review, whatever other people wrote", async () => {
    sees = false;
    models = await startReviewers(() => []);
    scenario = await startScenario({ base, head: clean });
    const { world } = scenario.github;
    world.reviews.push({
      id: 2,
      number: 7,
      author: "max",
      body: "Fine.",
      editor: "ann",
      state: "COMMENTED",
      commit: "",
    });
    world.reviews.push({
      id: 3,
      number: 7,
      author: "github-actions",
      body: "Lint.",
      editor: null,
      state: "COMMENTED",
      commit: "",
    });
    expect((await scenario.run({ models })).outputs).toMatchObject({ result: "clean", conclusion: "success" });
  });

  test("when a summary is hidden, or the P0 is fixed", async () => {
    await blocked();
    scenario.push({ ...clean, "README.md": "Fixed.\n" });
    expect((await scenario.run({ models })).outputs).toMatchObject({ result: "clean", conclusion: "success" });
  });
});
