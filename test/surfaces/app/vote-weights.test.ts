import { afterEach, expect, test } from "vitest";
import { eventually, pullEvent } from "../../support/app-run.ts";
import { pushed, stage } from "../../support/app-stage.ts";
import type { Files } from "../../support/github-server/world.ts";
import { addPull, checkOn, startReviewers, startScenario } from "../../support/scenario.ts";
import { groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const lines = Array.from({ length: 10 }, (_, at) => `export const value${at} = convert(input${at}, ${at});`);
const text = `${lines.join("\n")}\n`;
const base: Files = {
  ".github/pr-debate.yml": "debate: { weigh-votes-by-ledger: true }\nreview: { effort: standard }\n",
};
const nouns = ["zebra", "harbour", "violin", "glacier", "lantern", "pepper", "anchor", "meadow", "cotton", "rocket"];
const claims = lines.map((quote, at) => ({
  severity: "P2",
  category: "correctness",
  title: `The ${nouns[at]} is lost`,
  detail: `No caller keeps the ${nouns[at]}.`,
  path: "src/values.js",
  quote,
}));

test.each(oneStore)(
  "on %s the App weighs votes by its ledger over pull requests, and the summary lists each weight",
  async (kind) => {
    const on = await stage(await groundOf(kind), closing, {
      start: { base, head: { ...base, "src/values.js": text } },
      find: (batch, { seat }) => (seat === "one" && batch.includes("convert(") ? claims : []),
      cast: ({ items }) =>
        items.map(({ id, path }, at) => {
          const evidence = [{ path: path ?? "src/values.js", quote: lines[(at + 1) % lines.length] }];
          return { id, verdict: "dispute", reason: "It is kept.", evidence };
        }),
    });
    await pushed(on, "opened");
    await eventually(() => expect(on.app.log()).toContain('"a review is done"'));
    const { github } = on.scenario;
    const summaryOn = (wanted: number) =>
      github.world.issueComments.find(({ number, body }) => number === wanted && body.includes("kind=summary"))?.body ??
      "";
    expect(summaryOn(7)).toContain("seat one: weight 1, fewer than 10 decided findings (0)");

    on.find = () => [];
    const next = addPull(github.world, {
      base,
      head: { ...base, "src/other.js": "export const other = 1;\n" },
      number: 8,
    });
    expect(await on.app.deliver("pull_request", pullEvent("opened", next))).toBe(202);
    await eventually(() => expect(checkOn(github, next.head.sha)?.status).toBe("completed"));
    expect(summaryOn(8)).toContain("seat one: weight 0.5, 0 of 10 decided findings were useful");
    expect(summaryOn(8)).toContain("seat two: weight 1, fewer than 10 decided findings (0)");
    expect(github.violations).toEqual([]);
  },
);

test("the Action keeps no ledger, counts each vote the same, and says so", async () => {
  const scenario = await startScenario({ base, head: { ...base, "src/values.js": text } });
  const models = await startReviewers(() => []);
  closing.push(scenario.close, models.close);
  await scenario.run({ models });
  const { world } = scenario.github;
  const body = world.issueComments.find((one) => one.body.includes("kind=summary"))?.body;
  expect(body).toContain("each vote counted the same: no ledger is kept here, only in the App and on your machine");
});
