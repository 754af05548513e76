import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { fakeSecrets, keyBlock, placedSecrets } from "../support/fake-secrets.ts";
import type { ModelServer } from "../support/model-server.ts";
import { leakOf, ownForms } from "../support/own-forms.ts";
import { type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const secrets = [...fakeSecrets, ...placedSecrets];
const values = [...secrets.map(({ value }) => value), ...keyBlock.lines.map((line) => line.slice(0, 40))];
const key = `sk${"-ant-"}${"qT7w".repeat(9)}`;
const config = `${secrets.map(({ line }) => line).join("\n")}\n${[keyBlock.head, ...keyBlock.lines, keyBlock.foot].join("\n")}\nown("${key}")\n`;

/** All that the Action showed, wrote or posted, and all that it sent to models. */
function sinksOf(run: Awaited<ReturnType<Scenario["run"]>>): string[] {
  const { world } = scenario.github;
  // The stand-in keeps the code that a thread is on; GitHub has that from the commit, not from us.
  const posted = JSON.stringify([
    world.checks,
    world.issueComments,
    world.reviews,
    ...world.threads.map(({ comments }) => comments),
  ]);
  const shown = run.stdout.replaceAll(/^::add-mask::.*$/gm, "");
  return [shown, run.stderr, run.summary, posted, JSON.stringify(run.outputs), ...Object.values(run.reports)];
}

test.each([
  ["honest", () => evalIsFatal("return eval(name)")],
  [
    "telling all they see",
    () => [
      {
        ...evalIsFatal("return eval(name)")[0],
        title: `Takes ${ownForms(key)[3]} and ${secrets[0]?.value}`,
        detail: [...ownForms(key), ...secrets.map(({ line }) => line)].join("\nand "),
        fix: ownForms(key).join(" "),
      },
    ],
  ],
])("H75 H77 no secret leaves the Action: seats %s", async (_, find) => {
  models = await startReviewers(find);
  scenario = await startScenario({ base, head: { ...risky, "src/config.rb": config } });
  const run = await scenario.run({ models, inputs: { "anthropic-api-key": key } });
  expect(run.outputs).toMatchObject({ result: "blocked" });
  expect(models.calls.length).toBeGreaterThan(3);
  expect(models.calls.some(({ batch }) => batch.includes("‹masked: "))).toBe(true);
  for (const sink of [...sinksOf(run), ...models.calls.map(({ body }) => JSON.stringify(body))]) {
    expect(values.filter((value) => sink.includes(value))).toEqual([]);
    expect(sink).not.toMatch(leakOf(key));
  }
});

test.each(["AGENTS.md", ".gitlab-ci.yml", ".husky/pre-commit", "app/CLAUDE.md", "package.json"])(
  "H15 no one-click suggestion is posted on %s",
  async (path) => {
    const finding = { ...evalIsFatal("return eval(name)")[0], path, suggestion: "  return name" };
    models = await startReviewers(() => [finding]);
    const code = Object.values(risky)[0] ?? "";
    scenario = await startScenario({ base, head: { ...base, [path]: code } });
    const run = await scenario.run({ models });
    expect(run.outputs["result"]).toBe("blocked");
    const { reviews, threads } = scenario.github.world;
    const bodies = JSON.stringify([reviews, threads]);
    expect(bodies).toContain("to be applied by hand");
    expect(bodies).not.toContain("```suggestion");
  },
);
