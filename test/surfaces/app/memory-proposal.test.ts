import { afterEach, describe, expect, test } from "vitest";
import { memoryPath, parseMemory } from "../../../src/record/memory/read-memory.ts";
import { type App, eventually, type StartAppOptions, startApp, startAppProcess } from "../../support/app-run.ts";
import {
  command,
  ended,
  given,
  pushed,
  refusing,
  type Stage,
  type StageOptions,
  stageWith,
} from "../../support/app-stage.ts";
import { answersIn, findingsIn } from "../../support/commands.ts";
import { moveBranch } from "../../support/github-server/branches.ts";
import { addCommit, type Files, type Pull, type World } from "../../support/github-server/world.ts";
import type { Request } from "../../support/github-server.ts";
import { addPull } from "../../support/scenario.ts";
import { type Ground, groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const branch = "pr-debate/memory";
const before = "export function run(name) {\n  return name;\n}\n";
const opened = before.replace("return name", "return openPool(name)");
const base: Files = { "src/db.js": before };
const claim = {
  severity: "P1",
  category: "resource",
  title: "The connection pool is never closed",
  detail: "openPool leaves the pool open.",
  path: "src/db.js",
  quote: "  return openPool(name);",
  failurePath: "run → openPool → nothing closes it",
};
const reason = "The pool closes itself when the process ends.";

/** The App on a pull request whose one finding, a P1, was dismissed with a reason. */
function dismissed(ground: Ground, options?: StageOptions, why?: string): Promise<Stage> {
  return dismissedBy(startApp, ground, options, why);
}

async function dismissedBy<Kind extends App>(
  start: (options: StartAppOptions) => Promise<Kind>,
  ground: Ground,
  options: StageOptions = {},
  why = reason,
): Promise<Stage & { readonly app: Kind }> {
  const on = await stageWith(start, ground, closing, {
    mayPush: true,
    start: { base, head: { "src/db.js": opened } },
    env: { GITHUB_SERVER_URL: "https://ghe.example" },
    find: (batch) => (batch.includes("openPool(name)") ? [claim] : []),
    ...options,
  });
  await pushed(on, "opened");
  await eventually(() => expect(on.app.log()).toContain('"a review is done"'));
  const [id = ""] = findingsIn(on.scenario);
  expect(await command(on, "max", `/debate dismiss ${id} false-positive ${why}`, true)).toEqual(["+1"]);
  return on;
}

const worldOf = ({ scenario: { github } }: Stage): World => github.world;
const proposals = (on: Stage): Pull[] => [...worldOf(on).pulls.values()].filter(({ head }) => head.ref === branch);
const lastAnswer = (on: Stage): string => answersIn(on.scenario).at(-1) ?? "";
const fileOn = (on: Stage, name = branch): string =>
  worldOf(on).commits.get(worldOf(on).branches.get(name) ?? "")?.files[memoryPath] ?? "";
const commits = (on: Stage): number =>
  [...worldOf(on).commits.values()].filter(({ files, parents }) => parents.length > 0 && files[memoryPath]).length;

function writesTo(part: string): (request: Request) => boolean {
  return ({ method, route }) => method !== "GET" && route.includes(part);
}

describe.each(oneStore)("on %s", (kind) => {
  test("a person asks for a proposal: one pull request has the candidate, its evidence and what it would have suppressed; a second time it is already open", async () => {
    const on = await dismissed(await groundOf(kind));
    expect(proposals(on)).toEqual([]);
    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    const [pull, ...others] = proposals(on);
    expect(others).toEqual([]);
    expect(pull).toMatchObject({ isOpen: true, base: { ref: "main" }, author: "bot-pr-debate" });
    expect(parseMemory(fileOn(on), memoryPath)).toMatchObject([
      { kind: "false-positive", paths: ["src/db.js"], reason, link: "https://ghe.example/octo/app/pull/7" },
    ]);
    const { body = "" } = pull ?? {};
    expect(body).toContain("Evidence: `@max` dismissed P1");
    expect(body).toContain("(<https://ghe.example/octo/app/pull/7>)");
    expect(body).toContain("It would have taken out: P1");
    expect(lastAnswer(on)).toContain(`Pull request #${pull?.number} proposes 1 item`);

    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    expect(lastAnswer(on)).toContain("is already open and has every candidate");
    expect([proposals(on).length, commits(on)]).toEqual([1, 1]);
    expect(on.scenario.github.violations).toEqual([]);
  });

  test("a person without write access gets a thumb down, and nothing is written", async () => {
    const on = await dismissed(await groundOf(kind));
    expect(await command(on, "eve", "/debate memory suggest")).toEqual(["-1"]);
    expect([proposals(on), worldOf(on).branches.size]).toEqual([[], 0]);
    expect(answersIn(on.scenario).join()).not.toContain("proposes");
  });

  test("without the optional permission the answer is one sentence and the items in a fold", async () => {
    const on = await dismissed(await groundOf(kind), { mayPush: false });
    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    const answer = lastAnswer(on);
    expect(answer).toContain("it lacks the optional permission `contents: write`");
    const [, yaml = ""] = /<details>[\s\S]*```yaml\n([\s\S]*?)```/.exec(answer) ?? [];
    expect(parseMemory(yaml, "the fold")).toMatchObject([{ kind: "false-positive", reason }]);
    expect([proposals(on), worldOf(on).branches.size]).toEqual([[], 0]);
    expect(on.scenario.github.violations).toEqual([]);
  });

  test("a person's commits on the branch stay, also the file as they changed it", async () => {
    const on = await dismissed(await groundOf(kind));
    const world = worldOf(on);
    const own = "# ours\nversion: 1\nitems:\n  - { id: mine, kind: convention, title: T, paths: ['**'], reason: R }\n";
    const main = world.defaultBranch?.sha ?? "";
    const human = addCommit(world, { ...base, [memoryPath]: own }, [main], "by hand");
    moveBranch(world, branch, human);
    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    const head = world.commits.get(world.branches.get(branch) ?? "");
    expect(head?.parents).toEqual([human]);
    expect(fileOn(on)).toContain("# ours");
    expect(parseMemory(fileOn(on), memoryPath).map(({ id }) => id)).toEqual([
      "mine",
      "the-connection-pool-is-never-closed",
    ]);
    expect(proposals(on)[0]?.body).toContain("a person wrote this item");
  });

  test("a branch that also changes other files is not proposed in our name", async () => {
    const on = await dismissed(await groundOf(kind));
    const world = worldOf(on);
    const main = world.defaultBranch?.sha ?? "";
    moveBranch(world, branch, addCommit(world, { ...base, "src/evil.js": "x\n" }, [main], "by hand"));
    const at = world.branches.get(branch);
    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    expect(lastAnswer(on)).toContain("also changes files other than");
    expect([proposals(on), world.branches.get(branch)]).toEqual([[], at]);
  });

  test("a closed proposal is not opened again, and a fork's branch of the same name is not ours", async () => {
    const on = await dismissed(await groundOf(kind));
    const world = worldOf(on);
    const fork = addPull(world, { base, head: { "src/db.js": before }, number: 8, headRepo: "eve/app" });
    fork.head.ref = branch;
    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    const own = proposals(on).find(({ head }) => head.repo === "octo/app");
    expect(own?.number).toBe(9);
    if (own !== undefined) own.isOpen = false;
    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    expect(lastAnswer(on)).toContain("Pull request #9 proposed the branch `pr-debate/memory` and is closed");
    expect(proposals(on)).toHaveLength(2);
  });

  test.each([
    ["the branch", writesTo("/git/refs")],
    ["the commit, as on a protected branch", writesTo("/contents/")],
    ["the pull request", ({ method, route }: Request) => method === "POST" && route.endsWith("/pulls")],
  ])("GitHub refuses %s: one clear sentence with the items", async (_name, fits) => {
    const on = await dismissed(await groundOf(kind));
    on.scenario.github.fault = refusing(fits, 409);
    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    const answer = lastAnswer(on);
    expect(answer).toContain("GitHub refused the change to the branch `pr-debate/memory` or its pull request");
    expect(answer).toContain("kind: false-positive");
    expect(proposals(on)).toEqual([]);
  });

  test.each([
    ["before the commit", "lost-before", writesTo("/contents/")],
    ["after the commit", "lost-after", writesTo("/contents/")],
    [
      "after the pull request",
      "lost-after",
      ({ method, route }: Request) => method === "POST" && route.endsWith("/pulls"),
    ],
  ] as const)(
    "killed %s and started again, the App makes one commit and one pull request",
    async (_name, lost, fits) => {
      const ground = await groundOf(kind);
      const on = await dismissedBy(startAppProcess, { ...ground, remove: async () => {} });
      closing.unshift(ground.remove);
      const { github } = on.scenario;
      const killed = new Promise<void>((done) => {
        github.fault = (one) => {
          if (!fits(one)) return null;
          github.fault = () => null;
          const first = async (): Promise<void> => {
            await on.app.kill();
            done();
          };
          return { kind: lost, first };
        };
      });
      const comment = await given(on, "max", "/debate memory suggest");
      await killed;
      const app = await startApp({ github, models: on.models, ...ground.options });
      closing.push(app.stop);
      await ended(on, comment, 60);
      expect([proposals(on).length, commits(on)]).toEqual([1, 1]);
      expect(parseMemory(fileOn(on), memoryPath)).toHaveLength(1);
    },
  );

  test("texts of models and people stay texts in the file, the description and the answer", async () => {
    const title = "Pool: {a} # <img src=x> @max [b](https://example.com) \u202e";
    const find = (batch: string) => (batch.includes("openPool(name)") ? [{ ...claim, title }] : []);
    const on = await dismissed(await groundOf(kind), { find }, "It - is: fine # @ann <b>closes #7</b> ```");
    expect(await command(on, "max", "/debate memory suggest")).toEqual(["+1"]);
    const [item] = parseMemory(fileOn(on), memoryPath);
    expect(item?.title).toContain("\\u202e");
    const body = proposals(on)[0]?.body ?? "";
    expect(body.replace(/(`+)[\s\S]*?\1/g, "")).not.toMatch(/<img|\]\(https:|@max|@ann|#7|<b>|\u202e/);
  });
});
