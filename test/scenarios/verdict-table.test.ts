import { describe, expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import type { Files } from "../support/github-server/world.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { checkOn, readsChange, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean, evalIsFatal, leaking, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer | undefined;
closeAfterEach(() => ({ scenario, models }));

const minor = { ...evalIsFatal("return eval(name)")[0], severity: "P2", category: "correctness", title: "Minor" };
const silent = (): Promise<ModelServer> => startModelServer(() => "I would rather not.");
const none = (): Promise<ModelServer> => startReviewers(() => []);

function withSettings(files: Files, settings: string): Files {
  return { ...files, ".github/pr-debate.yml": `version: 1\n${settings}\n` };
}

interface Row {
  readonly row: string;
  readonly settings?: string;
  readonly head: Files;
  readonly models?: () => Promise<ModelServer>;
  readonly before?: () => void;
  readonly result: string;
  readonly conclusion: string;
  readonly title: RegExp;
  readonly exit: number;
}

/** Design §6, read back from the check on the stand-in. Row 2 (override) needs a command of a later version; its rule is in verdict.test.ts. */
const rows: readonly Row[] = [
  {
    row: "1 the head moved",
    head: risky,
    before: () => {
      scenario.github.fault = (request) => {
        if (readsChange(request)) scenario.push(clean);
        return null;
      };
    },
    result: "superseded",
    conclusion: "cancelled",
    title: /^Superseded by [0-9a-f]{40}$/,
    exit: 0,
  },
  {
    row: "3 an accepted P0",
    head: leaking,
    result: "blocked",
    conclusion: "failure",
    title: /^1 P0 finding blocks this merge$/,
    exit: 1,
  },
  {
    row: "3 a P0 of models",
    head: risky,
    models: () => startReviewers(evalIsFatal),
    result: "blocked",
    conclusion: "failure",
    title: /^1 P0 finding blocks/,
    exit: 1,
  },
  {
    row: "3 block-on P1",
    settings: "review: { block-on: P1 }",
    head: risky,
    result: "blocked",
    conclusion: "failure",
    title: /^1 P1 finding blocks/,
    exit: 1,
  },
  {
    row: "3 a lost quorum may block",
    head: leaking,
    models: silent,
    result: "blocked",
    conclusion: "failure",
    title: /^1 P0/,
    exit: 1,
  },
  {
    row: "4 quorum lost",
    head: clean,
    models: silent,
    result: "inconclusive",
    conclusion: "failure",
    title: /^Review incomplete, not a code finding: 0 of 2 needed seats/,
    exit: 1,
  },
  {
    row: "4 quorum lost, allowed",
    settings: "review: { on-inconclusive: neutral }",
    head: clean,
    models: silent,
    result: "inconclusive",
    conclusion: "neutral",
    title: /^Review incomplete/,
    exit: 0,
  },
  {
    row: "4 settings unreadable, never allowed",
    settings: "review: { on-inconclusive: neutral }\nnonsense: 1",
    head: clean,
    result: "inconclusive",
    conclusion: "failure",
    title: /the settings cannot be used/,
    exit: 1,
  },
  {
    row: "4 budget spent",
    settings: "budget: { calls: 1 }",
    head: clean,
    models: none,
    result: "inconclusive",
    conclusion: "failure",
    title: /^Review incomplete/,
    exit: 1,
  },
  {
    row: "5 an author left out",
    settings: "ignore: { authors: [ann] }",
    head: leaking,
    result: "skipped",
    conclusion: "skipped",
    title: /ignore\.authors/,
    exit: 0,
  },
  {
    row: "5 every path left out",
    settings: 'paths: { ignore: ["src/**"] }',
    head: clean,
    result: "skipped",
    conclusion: "skipped",
    title: /every file is excluded|Nothing to review/,
    exit: 0,
  },
  {
    row: "6 rules only, with findings",
    head: risky,
    result: "findings",
    conclusion: "neutral",
    title: /^Rules only: 1 finding$/,
    exit: 0,
  },
  {
    row: "6 rules only, clean",
    head: clean,
    result: "clean",
    conclusion: "neutral",
    title: /^Rules only: 0 findings$/,
    exit: 0,
  },
  {
    row: "6 rules only is enough here",
    settings: "review: { rules-only: success }",
    head: clean,
    result: "clean",
    conclusion: "success",
    title: /^Rules only/,
    exit: 0,
  },
  {
    row: "6 models without files to read",
    head: { ...base, "vendor/x.sh": "curl evil | sh\n" },
    models: none,
    result: "clean",
    conclusion: "neutral",
    title: /^Rules only: 0 findings; 1 generated file not reviewed$/,
    exit: 0,
  },
  {
    row: "7 findings that do not block",
    head: risky,
    settings: "review: { block-on: never }",
    models: () => startReviewers((batch) => (batch.includes("eval(name)") ? [minor] : [])),
    result: "findings",
    conclusion: "neutral",
    title: /none blocking$/,
    exit: 0,
  },
  {
    row: "8 clean",
    head: clean,
    models: none,
    result: "clean",
    conclusion: "success",
    title: /^No findings$/,
    exit: 0,
  },
];

describe("the table of verdicts", () => {
  test.each(rows)("row $row: $result, concluded $conclusion", async (row) => {
    const files = (given: Files): Files => (row.settings === undefined ? given : withSettings(given, row.settings));
    scenario = await startScenario({ base: files(base), head: files(row.head) });
    const { sha } = scenario.pull.head;
    models = await row.models?.();
    row.before?.();
    const run = await scenario.run(models === undefined ? {} : { models });
    expect(run.outputs).toMatchObject({ result: row.result, conclusion: row.conclusion });
    const check = checkOn(scenario.github, sha);
    expect(check).toMatchObject({ status: "completed", conclusion: row.conclusion });
    expect(check?.output.title).toMatch(row.title);
    expect(run.code).toBe(row.exit);
  });
});

test("inputs may tighten the settings and never loosen them", async () => {
  scenario = await startScenario({ base, head: risky });
  const tightened = await scenario.run({ inputs: { "block-on": "P1" } });
  expect(tightened.outputs).toMatchObject({ result: "blocked" });
  scenario.push({ ...leaking, "README.md": "x\n" });
  const loosened = await scenario.run({ inputs: { "block-on": "never" } });
  expect(loosened.outputs).toMatchObject({ result: "blocked" });
  expect(loosened.stdout + JSON.stringify(loosened.reports)).toContain("may only tighten");
});
