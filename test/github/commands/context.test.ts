import { afterEach, beforeEach, expect, test } from "vitest";
import {
  authorsOfBot,
  isAuthor,
  leasedOptions,
  pullRequestContext,
  roleOf,
  runOptions,
} from "../../../src/github/commands/context.ts";
import { summaryRecord } from "../../../src/github/state/summary-comment.ts";
import { base, risky } from "../../scenarios/samples.ts";
import { refusing } from "../../support/app-stage.ts";
import { type CommandStage, commandStage } from "../../support/command-stage.ts";
import { addCommit } from "../../support/github-server/world.ts";
import { placeOf } from "../../support/place.ts";
import { type Scenario, startScenario } from "../../support/scenario.ts";

let scenario: Scenario;
let stage: CommandStage;
beforeEach(async () => {
  scenario = await startScenario({ base, head: risky });
  stage = commandStage(scenario);
});
afterEach(() => scenario.close());

const { signal } = new AbortController();

test.each([
  ["admin", "admin"],
  ["maintain", "maintain"],
  ["write", "write"],
  ["triage", null],
  ["read", null],
  ["none", null],
])("the role %s gives the right to command as: %s", async (role, expected) => {
  scenario.github.world.roles.set("max", role);
  const { given, github, options } = stage.incoming("max", "/debate status");
  expect(await roleOf(github, given, options.emit, signal)).toBe(expected);
  expect(stage.notes).toEqual([]);
});

test("an interrupted look at a permission is no refusal", async () => {
  const { given, github, options } = stage.incoming("max", "/debate status");
  const stopped = AbortSignal.abort(new Error("interrupted"));
  await expect(roleOf(github, given, options.emit, stopped)).rejects.toThrow("interrupted");
  expect(stage.notes).toEqual([]);
});

async function onPull(login: string) {
  const incoming = stage.incoming(login, "/debate status");
  return pullRequestContext(incoming, "write", await placeOf(scenario));
}

test("an author of the change opened the pull request or has a commit in it", async () => {
  expect(await isAuthor(await onPull("ann"), signal)).toBe(true);
  expect(await isAuthor(await onPull("max"), signal)).toBe(false);
});

test("a person counts as an author where the commits are too many to tell", async () => {
  for (let index = 0; index < 1_001; index += 1)
    scenario.pull.head.sha = addCommit(
      scenario.github.world,
      { "a.txt": `${index}` },
      [scenario.pull.head.sha],
      "more",
    );
  expect(await isAuthor(await onPull("max"), signal)).toBe(true);
});

test("commits that GitHub does not show stop the decision", async () => {
  const context = await onPull("max");
  scenario.github.fault = refusing(({ route }) => /compare|commits/.test(route), 403);
  await expect(isAuthor(context, signal)).rejects.toThrow();
});

test("behind the pull request of a bot, the person who commands may be the author", async () => {
  const { pull, given } = await onPull("max");
  expect(authorsOfBot({ pull, given })).toEqual([]);
  expect(authorsOfBot({ pull: { ...pull, isByBot: true }, given })).toEqual(["max"]);
});

test("a run that only reads uses the token as it is; a run under a lease asks before each write", async () => {
  const incoming = stage.incoming("max", "/debate status");
  const mayWrite = async (): Promise<void> => {};
  const lease = { record: summaryRecord, mayWrite };
  const app = { identity: "app", tokenFor: async () => "t", issued: () => [], mayWrite: async () => {} };
  const asApp = { ...incoming, options: { ...incoming.options, github: { ...incoming.options.github, token: app } } };
  expect(runOptions(asApp).github.token).toBe(app);
  expect(leasedOptions(asApp, lease).github.token).toEqual({ ...app, mayWrite });
  expect(runOptions(asApp).task).toMatchObject({ kind: "pull-request", isExplicit: false });
});
