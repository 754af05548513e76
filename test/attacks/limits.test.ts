import { describe, expect, test } from "vitest";
import {
  attackedRepository,
  debateRun,
  type Model,
  planted,
  proposing,
  type Run,
  type RunOptions,
} from "./debate-run.ts";

async function runWith(settings: string, options: RunOptions): Promise<Run> {
  const repository = attackedRepository(settings);
  try {
    return await debateRun(repository, options);
  } finally {
    repository.remove();
  }
}

const silent: Model = { propose: () => proposing() };
const lesser: Model = { propose: () => proposing({ ...planted, severity: "P1", category: "correctness" }) };

describe("the budget of the base configuration", () => {
  test("spent before the ballot: the findings are reported, and a P0 blocks", async () => {
    const run = await runWith("budget: { calls: 3 }\n", { models: { bob: silent, cyd: silent } });
    expect(run.code).toBe(1);
    expect(run.calls).toHaveLength(3);
    expect(run.review()).toMatchObject({
      result: "blocked",
      stopReason: "budget",
      findings: [{ severity: "P0", status: "disputed" }],
    });
  });

  test("spent before a quorum voted on a lesser finding: incomplete, with the finding", async () => {
    const run = await runWith("budget: { calls: 3 }\n", { models: { ada: lesser, bob: silent, cyd: silent } });
    expect(run.code).toBe(3);
    expect(run.calls).toHaveLength(3);
    expect(run.review()).toMatchObject({ result: "inconclusive", findings: [{ severity: "P1" }] });
    expect(run.review().title).toMatch(/the budget ran out before a quorum of seats had voted; raise the budget/);
  });

  test("too small for any call: nothing is sent, and the review is incomplete", async () => {
    const run = await runWith("budget: { tokens: 100 }\n", {});
    expect(run.code).toBe(3);
    expect(run.calls).toEqual([]);
    expect(run.review()).toMatchObject({ result: "inconclusive", findings: [], coverage: { complete: false } });
    expect(JSON.stringify(run.review())).toMatch(/what is left of 100/);
  });
});

test("a quorum above the seats is a configuration error: exit 2 and no call", async () => {
  const run = await runWith("debate: { quorum: 4 }\n", {});
  expect(run).toMatchObject({ code: 2, stdout: "", calls: [] });
  expect(run.stderr).toMatch(/debate\.quorum is 4, but only 3 model seats are configured/);
});
