import { afterEach, beforeEach, expect, test } from "vitest";
import { reviewOnGitHub } from "../../../src/github/runs/pull-request.ts";
import { base, risky } from "../../scenarios/samples.ts";
import { refusing } from "../../support/app-stage.ts";
import { type CommandStage, commandStage } from "../../support/command-stage.ts";
import { findingsIn, summaryOf } from "../../support/commands.ts";
import { checkOn, type Scenario, startScenario } from "../../support/scenario.ts";

let scenario: Scenario;
let stage: CommandStage;
beforeEach(async () => {
  scenario = await startScenario({ base, head: risky });
  const { roles } = scenario.github.world;
  for (const [login, role] of Object.entries({
    ann: "write",
    max: "write",
    mia: "maintain",
    tim: "triage",
    ria: "read",
  }))
    roles.set(login, role);
  stage = commandStage(scenario);
});
afterEach(async () => {
  await scenario.close();
  expect(scenario.github.violations).toEqual([]);
});

const { signal } = new AbortController();
const title = () => checkOn(scenario.github, scenario.pull.head.sha)?.output.title;

/** The first review, by rules: one P1. */
async function reviewed(): Promise<string> {
  const { repo } = scenario.github.world;
  const task = { kind: "pull-request", repo, number: scenario.pull.number, isExplicit: false } as const;
  await reviewOnGitHub({ ...stage.options, task }, signal);
  return findingsIn(scenario)[0] ?? "";
}

test.each(["tim", "ria", "eve"])(
  "a command of %s, who may not write, gets 👎, no comment and no review",
  async (login) => {
    expect(await stage.handle(login, "/debate review")).toEqual({ request: null, signs: ["-1"], answers: [] });
    const { method, route } = scenario.github.log.at(-1) ?? {};
    expect(`${method} ${route}`).toContain("reactions");
  },
);

test("a command is refused while the permission of its author cannot be read, and a note says so", async () => {
  scenario.github.fault = refusing(({ route }) => route.includes("permission"), 403);
  expect(await stage.handle("mia", "/debate review full")).toEqual({ request: null, signs: ["-1"], answers: [] });
  expect(stage.notes).toContain("The permission of mia could not be looked up, so the command is refused.");
});

test.each([
  ["max", "/debate review", { isExplicit: true, isFull: false, mayExceed: false }],
  ["max", "/debate review full", { isExplicit: true, isFull: true, mayExceed: false }],
  ["mia", "/debate review full", { isExplicit: true, isFull: true, mayExceed: true }],
  ["max", "/debate review is eval safe", { isExplicit: true, isFull: false, mayExceed: false, focus: "is eval safe" }],
])("%s asks %j: the caller gets the review to do", async (login, body, request) => {
  expect(await stage.handle(login, body)).toEqual({ request, signs: ["+1"], answers: [] });
});

test("a misspelt command gets one answer with its form, and changes nothing", async () => {
  const first = await stage.handle("max", "/debate dismiss");
  expect(first).toMatchObject({ request: null, signs: ["-1"] });
  expect(first.answers).toHaveLength(1);
  expect(first.answers[0]).toContain("/debate dismiss <id>");
});

test("a dismissal takes the finding out of the summary, and a reopening brings it back", async () => {
  const id = await reviewed();
  expect(await stage.handle("max", `/debate dismiss ${id} wont-fix we know`)).toMatchObject({ signs: ["+1"] });
  expect(title()).toBe("Rules only: 0 findings");
  expect(summaryOf(scenario)).toContain("we know");
  expect(await stage.handle("max", `/debate reopen ${id}`)).toMatchObject({ signs: ["+1"], request: null });
  expect(title()).toBe("Rules only: 1 finding");
});

test("the same comment handled twice is carried out once", async () => {
  const id = await reviewed();
  const body = `/debate dismiss ${id} wont-fix`;
  await stage.handle("max", body, { comment: 901 });
  await stage.handle("max", `/debate reopen ${id}`, { comment: 902 });
  await stage.handle("max", body, { comment: 901 });
  expect(title()).toBe("Rules only: 1 finding");
});

test("an unknown finding is refused with the ids of those that are open", async () => {
  const id = await reviewed();
  const { signs, answers } = await stage.handle("max", "/debate explain 00000000");
  expect(signs).toEqual(["-1"]);
  expect(answers.at(-1)).toContain(`No finding \`00000000\` is known here: open are \`${id}\`.`);
});

test("only a maintainer overrides, by the full sha of the head", async () => {
  await reviewed();
  const { sha } = scenario.pull.head;
  const refused = await stage.handle("max", `/debate override ${sha} we must`);
  expect(refused.signs).toEqual(["-1"]);
  expect(refused.answers.at(-1)).toContain("An override needs the role maintain or admin; yours is write.");
  const done = await stage.handle("mia", `/debate override ${sha} we must`);
  expect(done.signs).toEqual(["+1"]);
  expect(checkOn(scenario.github, sha)?.output.title).toBe("Overridden by @mia: we must");
});

test("resuming asks for a review of the head, and pausing refuses one", async () => {
  await reviewed();
  expect(await stage.handle("max", "/debate pause")).toMatchObject({ request: null, signs: ["+1"] });
  const paused = await stage.handle("max", "/debate review");
  expect(paused).toMatchObject({ request: null, signs: ["-1"] });
  expect(paused.answers.at(-1)).toContain("Reviews are paused by `max`.");
  const request = { isExplicit: false, isFull: false, mayExceed: false };
  expect(await stage.handle("max", "/debate resume")).toMatchObject({ request, signs: ["+1"] });
});

test("on an issue, commands about a pull request are refused and help is given", async () => {
  scenario.github.world.issues.set(31, { number: 31, title: "Broken", body: "It broke." });
  const onIssue = { isOnIssue: true, number: 31 };
  const refused = await stage.handle("max", "/debate status", onIssue);
  expect(refused.signs).toEqual(["-1"]);
  expect(refused.answers.at(-1)).toContain("`/debate status` needs a pull request, and this is an issue.");
  const helped = await stage.handle("max", "/debate help", onIssue);
  expect(helped.signs).toEqual(["+1"]);
  expect(helped.answers.at(-1)).toContain("/debate plan");
});

test("a reaction that GitHub refuses stops nothing, and a note says so", async () => {
  const id = await reviewed();
  scenario.github.fault = refusing(({ method, route }) => method === "POST" && route.endsWith("/reactions"), 403);
  const { request } = await stage.handle("max", `/debate dismiss ${id} wont-fix`);
  expect(request).toBeNull();
  expect(title()).toBe("Rules only: 0 findings");
  expect(stage.notes.join("\n")).toContain("The comment could not be answered: ");
});
