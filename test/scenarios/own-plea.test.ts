import { afterEach, expect, test } from "vitest";
import { readState } from "../../src/github/publication/state.ts";
import { command, findingsIn, repliesIn, replyBy, summaryOf } from "../support/commands.ts";
import { addCommit, type Commit, type Files } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalInScript, scriptText } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
afterEach(async () => {
  expect(scenario.github.violations).toEqual([]);
  await scenario.close();
  await models.close();
});

const concedes = { argument: "It is looked up before.", concede: true, evidence: [] };
const conclusion = () => checkOn(scenario.github, scenario.pull.head.sha)?.conclusion;

interface Change {
  readonly settings?: string;
  readonly find?: (batch: string) => readonly object[];
  readonly hear?: object | undefined;
}

/** ann's pull request with a P0 that all models raised; every seat that is asked about it again gives it up. */
async function blocked({ settings, find = evalInScript(), hear = concedes }: Change = {}): Promise<void> {
  models = await startReviewers(find, { hear: () => hear });
  const files: Files =
    settings === undefined ? base : { ...base, ".github/pr-debate.yml": `version: 1\n${settings}\n` };
  scenario = await startScenario({ base: files, head: { ...files, "src/evil.sh": scriptText } });
  for (const login of ["ann", "max", "eve"]) scenario.github.world.roles.set(login, "write");
  await scenario.run({ models });
  expect(conclusion()).toBe("failure");
}

async function reply(login: string, body = "The name is looked up above.", user: object = {}): Promise<void> {
  const comment = { user: { login, type: "User", ...user } };
  await scenario.run({ models, ...replyBy(scenario, login, body, { comment }) });
}

async function pushed(files: Files, author?: Commit["author"]): Promise<void> {
  scenario.push({ ...base, ...files });
  const { sha } = scenario.pull.head;
  const commit = scenario.github.world.commits.get(sha);
  if (commit !== undefined) scenario.github.world.commits.set(sha, { ...commit, author });
  await scenario.run({ models });
}

const opensNothing = /\*\*it still counts\*\*.*The seats gave it up, but it blocks, and `@\w+` wrote this change/s;

test("an author's reply is heard but changes nothing, even if all seats concede, also on later pushes", async () => {
  await blocked();
  await reply("ann");
  expect(conclusion()).toBe("failure");
  expect(repliesIn(scenario)[0]).toMatch(opensNothing);
  expect(scenario.github.world.threads[0]?.isResolved).toBe(false);
  expect(readState(summaryOf(scenario))?.decisions).toMatchObject({ dismissals: [], heard: [{ by: "ann" }] });
  await pushed({ "src/evil.sh": scriptText, "README.md": "Hello.\n" });
  expect(conclusion()).toBe("failure");
});

test.each(["write", "maintain", "admin"])(
  "the reply of an author with the role %s changes nothing either",
  async (role) => {
    await blocked();
    scenario.github.world.roles.set("Ann", role);
    await reply("Ann");
    expect(conclusion()).toBe("failure");
  },
);

test("does not hear a second account without write access, a bot, or an edited reply", async () => {
  await blocked();
  const calls = models.calls.length;
  await reply("ann-2");
  await reply("dependabot[bot]", "No.", { type: "Bot" });
  await reply("github-actions[bot]", "No.", { type: "Bot" });
  const edited = replyBy(scenario, "max", "It is fine.", { comment: { updated_at: "2026-11-22T00:00:00Z" } });
  await scenario.run({ models, ...edited });
  expect(models.calls).toHaveLength(calls);
  expect(conclusion()).toBe("failure");
});

test("an author's reply changes nothing even after another person's; that person's next reply does", async () => {
  const answers = [
    { argument: "It stands.", concede: false, evidence: [], ruling: "upheld", reason: "It stands." },
    concedes,
  ];
  await blocked({ hear: undefined });
  await models.close();
  let at = 0;
  models = await startReviewers(evalInScript(), { hear: () => answers[at] ?? concedes });
  await reply("max", "Is that so?");
  at = 1;
  await reply("ann", "As max says, it is fine.");
  expect(conclusion()).toBe("failure");
  await reply("max", "It is looked up above.");
  expect(conclusion()).toBe("success");
  expect(repliesIn(scenario).at(-1)).toContain("also on later pushes");
});

test.each<[string, Commit["author"], string]>([
  ["pushed to it", "max", ""],
  ["is named as a co-author", undefined, "More\n\nCo-authored-by: Max <12+max@users.noreply.github.com>"],
])("a reply of a person who %s changes nothing; another person's reply does", async (_, author, message) => {
  await blocked();
  const { world } = scenario.github;
  const files = { ...base, "src/evil.sh": scriptText, "README.md": "Hello.\n" };
  const sha = addCommit(world, files, [scenario.pull.head.sha], message);
  const commit = world.commits.get(sha);
  if (commit !== undefined) world.commits.set(sha, { ...commit, author });
  scenario.pull.head.sha = sha;
  await scenario.run({ models });
  await reply("max");
  expect(conclusion()).toBe("failure");
  expect(repliesIn(scenario).at(-1)).toMatch(opensNothing);
  await reply("eve");
  expect(conclusion()).toBe("success");
});

test("when a bot opened it, people who pushed to it may not argue, and only an admin may dismiss blockers", async () => {
  await blocked();
  Object.assign(scenario.pull, { author: "dependabot[bot]", isByBot: true });
  await pushed({ "src/evil.sh": scriptText, "README.md": "Hello.\n" }, "max");
  await reply("max");
  expect(conclusion()).toBe("failure");
  const [id] = findingsIn(scenario);
  expect((await command(scenario, "max", `/debate dismiss ${id} wont-fix`)).signs.at(-1)).toBe("-1");
  expect(conclusion()).toBe("failure");
  expect((await command(scenario, "eve", `/debate dismiss ${id} wont-fix`)).signs.at(-1)).toBe("-1");
  expect(conclusion()).toBe("failure");
  scenario.github.world.roles.set("ada", "admin");
  expect((await command(scenario, "ada", `/debate dismiss ${id} wont-fix`)).signs.at(-1)).toBe("+1");
  expect(conclusion()).toBe("success");
});

test("when P1 blocks, an author's reply neither removes a P1 nor lowers it to P2", async () => {
  const bug = (batch: string) =>
    evalInScript()(batch).map((one) => ({ ...one, severity: "P1", category: "correctness" }));
  const minor = {
    argument: "It stands.",
    concede: false,
    evidence: [],
    ruling: "upheld",
    severity: "P2",
    reason: "Small.",
  };
  await blocked({ settings: "review: { block-on: P1 }", find: bug, hear: minor });
  await reply("ann");
  expect(conclusion()).toBe("failure");
  expect(readState(summaryOf(scenario))?.findings).toMatchObject([{ severity: "P1" }]);
  await models.close();
  models = await startReviewers(bug, { hear: () => concedes });
  await reply("ann", "Really.");
  expect(conclusion()).toBe("failure");
});

test("an author can have a non-blocking finding withdrawn, and it counts again once it blocks", async () => {
  const found = { severity: "P1", category: "correctness" };
  const find = (batch: string) => evalInScript()(batch).map((one) => ({ ...one, ...found }));
  models = await startReviewers(find, { hear: () => concedes });
  scenario = await startScenario({ base, head: { ...base, "src/evil.sh": scriptText } });
  scenario.github.world.roles.set("ann", "write");
  await scenario.run({ models });
  expect(conclusion()).toBe("neutral");
  await reply("ann");
  expect(conclusion()).toBe("success");
  expect(repliesIn(scenario)[0]).toContain("it counts again if it ever blocks");
  found.severity = "P0";
  found.category = "security";
  await pushed({ "src/evil.sh": scriptText, "README.md": "Hello.\n" });
  expect(conclusion()).toBe("failure");
});
