import { deflateRawSync, inflateRawSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { answersIn, command, findingsIn, repliesIn, replyBy, summaryOf } from "../support/commands.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
afterEach(async () => {
  expect(scenario.github.violations).toEqual([]);
  await scenario.close();
  await models.close();
});

const block = /(?<=<!-- pr-debate-state v1 )\S+(?= -->)/;

/** A paused pull request with a dismissed P0, whose summary another version wrote since. */
async function writtenByAnother(change: (state: string) => string): Promise<string> {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  scenario.github.world.roles.set("max", "write");
  await scenario.run({ models });
  await command(scenario, "max", `/debate dismiss ${findingsIn(scenario)[0]} wont-fix`);
  await command(scenario, "max", "/debate pause");
  const summary = scenario.github.world.issueComments.find(({ body }) => body.includes("kind=summary"));
  if (summary === undefined) throw new Error("there is no summary");
  summary.body = summary.body.replace(block, (packed) => {
    const text = inflateRawSync(Buffer.from(packed, "base64")).toString("utf8");
    return deflateRawSync(change(text)).toString("base64");
  });
  return summary.body;
}

const check = () => checkOn(scenario.github, scenario.pull.head.sha);

test.each<[string, (state: string) => string]>([
  ["a decision of an unknown kind", (state) => state.replace('"wont-fix"', '"superseded-by-policy"')],
  ["another version of the whole comment", (state) => state.replace('"version":1', '"version":2')],
])("%s: the check fails with the way out, and nothing is overwritten", async (_name, change) => {
  const before = await writtenByAnother(change);
  scenario.push(clean);
  const calls = models.calls.length;
  expect((await scenario.run({ models })).code).toBe(1);
  expect(check()).toMatchObject({
    conclusion: "failure",
    output: {
      title: expect.stringMatching(/wrote the summary of decisions: update PR Debate, or delete that comment; /),
    },
  });
  for (const line of ["/debate resume", "/debate status", "/debate review full"])
    expect((await command(scenario, "max", line, { models })).signs).toEqual(["-1"]);
  expect(answersIn(scenario)).toHaveLength(1);
  expect(answersIn(scenario)[0]).toContain("Nothing is changed: another version wrote the summary");
  const replies = repliesIn(scenario).length;
  await scenario.run({ models, ...replyBy(scenario, "max", "No.") });
  expect([repliesIn(scenario).length, models.calls.length]).toEqual([replies, calls]);
  expect(summaryOf(scenario)).toBe(before);

  const { issueComments } = scenario.github.world;
  issueComments.splice(
    issueComments.findIndex(({ body }) => body.includes("kind=summary")),
    1,
  );
  await scenario.run({ models });
  expect(check()?.output.title).toContain("the summary of an earlier review is missing or was edited");
  scenario.github.world.roles.set("mia", "maintain");
  await command(scenario, "mia", "/debate review full", { models });
  expect(check()?.conclusion).toBe("success");
});

test("another version writes during a review: the review writes only its check", async () => {
  let before = "";
  await writtenByAnother((state) => state.replace(/"paused":\{[^}]*\}/, '"paused":null'));
  const summary = () => scenario.github.world.issueComments.find(({ body }) => body.includes("kind=summary"));
  scenario.push({ ...risky, "README.md": "Hello." });
  await models.close();
  models = await startReviewers(evalIsFatal, {
    before: async () => {
      const own = summary();
      if (own !== undefined && before === "") {
        before = own.body.replace(block, deflateRawSync('{"version":2}').toString("base64"));
        own.body = before;
      }
    },
  });
  await scenario.run({ models });
  expect(check()).toMatchObject({
    conclusion: "failure",
    output: { title: expect.stringContaining("another version") },
  });
  expect(summary()?.body).toBe(before);
});
