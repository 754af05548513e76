import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { readState, writeState } from "../../src/github/publication/state.ts";
import type { ActionRun } from "../support/action-run.ts";
import { closeAfterEach } from "../support/closing.ts";
import type { Files } from "../support/github-server/world.ts";
import type { Fault, Request } from "../support/github-server.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, readsChange, requestsOf, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, baseText, clean, evalIsFatal, leaking, risky, riskyText } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

/** The log of requests beside the test, so that a change of what is asked of GitHub is seen in review. */
async function keepLog(name: string): Promise<void> {
  await expect(requestsOf(scenario.github)).toMatchFileSnapshot(`${name}/requests.txt`);
}

const conclusion = (): string | null | undefined => checkOn(scenario.github, scenario.pull.head.sha)?.conclusion;
const title = (): string | null | undefined => checkOn(scenario.github, scenario.pull.head.sha)?.output.title;
const summary = (): string => scenario.github.world.issueComments[0]?.body ?? "";
const threads = () => scenario.github.world.threads;
const ownReviews = () => scenario.github.world.reviews;

test("first review without keys", async () => {
  scenario = await startScenario({ base, head: risky });
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "findings", conclusion: "neutral", p0: "0", p1: "1" });
  expect(run.code).toBe(0);
  expect(conclusion()).toBe("neutral");
  expect(threads()).toHaveLength(1);
  expect(Object.keys(run.reports)).toHaveLength(3);
  expect(run.summary).toContain("Rules only");
  await keepLog("first-offline");
});

test("first review with models of two vendors blocks on a P0", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  const run = await scenario.run({ models });
  expect(run.outputs).toMatchObject({ result: "blocked", conclusion: "failure", p0: "1" });
  expect(run.code).toBe(1);
  expect(title()).toBe("1 P0 finding blocks this merge");
  expect(threads()[0]?.comments[0]?.body).toContain("```suggestion\n  return name;\n```");
  expect(models.calls.filter(({ stage }) => stage === "propose")).toHaveLength(3);
  await keepLog("first-models");
});

test("a clean review with models is a success and posts no empty review", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: clean });
  const run = await scenario.run({ models });
  expect(run.outputs).toMatchObject({ result: "clean", conclusion: "success" });
  expect(ownReviews()).toEqual([]);
  expect(summary()).toContain("No findings");
  await keepLog("clean");
});

test("a run on a reviewed head asks no model and writes nothing", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  await scenario.run({ models });
  const calls = models.calls.length;
  scenario.github.log.length = 0;
  const again = await scenario.run({ models });
  expect(models.calls.length).toBe(calls);
  expect(again.outputs).toMatchObject({ result: "blocked", conclusion: "failure" });
  expect(again.code).toBe(1);
  expect(scenario.github.log.length).toBeLessThanOrEqual(5);
  expect(scenario.github.log.filter(({ method, route }) => method !== "GET" && !route.startsWith("GraphQL"))).toEqual(
    [],
  );
  await keepLog("no-change");
});

test("a push that keeps the finding posts no second comment", async () => {
  scenario = await startScenario({ base, head: risky });
  await scenario.run();
  scenario.push({ ...risky, "README.md": "More.\n" });
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "findings" });
  expect(threads()).toHaveLength(1);
  expect(ownReviews()).toHaveLength(1);
  expect(scenario.github.world.issueComments).toHaveLength(1);
  await keepLog("re-push");
});

test("resolves the thread of a fixed finding with the reason, once", async () => {
  scenario = await startScenario({ base, head: risky });
  await scenario.run();
  scenario.push(clean);
  await scenario.run();
  expect(threads()[0]).toMatchObject({ isResolved: true });
  expect(threads()[0]?.comments[1]?.body).toContain("Fixed");
  expect(summary()).toContain("Fixed since the last review (1)");
  scenario.push({ ...clean, "README.md": "More.\n" });
  await scenario.run();
  expect(threads()[0]?.comments).toHaveLength(2);
  await keepLog("fixed");
});

test("leaves the thread of a fixed finding open if a person spoke in it", async () => {
  scenario = await startScenario({ base, head: risky });
  await scenario.run();
  threads()[0]?.comments.push({ id: 1, author: "ann", body: "Why?", editor: null });
  scenario.push(clean);
  await scenario.run();
  expect(threads()[0]).toMatchObject({ isResolved: false });
  await keepLog("fixed-with-reply");
});

test("a force push back to a reviewed head posts nothing twice", async () => {
  scenario = await startScenario({ base, head: risky });
  const first = scenario.pull.head.sha;
  await scenario.run();
  scenario.push(clean);
  await scenario.run();
  scenario.pull.head.sha = first;
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "findings" });
  expect(scenario.github.world.issueComments).toHaveLength(1);
  expect(threads()).toHaveLength(1);
  await keepLog("force-push-back");
});

test("a fork's read-only token gives annotations in the log, a truthful exit code and the name of the recipe", async () => {
  scenario = await startScenario({ base, head: leaking, headRepo: "bob/app" });
  const permissions = { checks: "read", contents: "read", issues: "read", pull_requests: "read" } as const;
  const run = await scenario.run({ viewer: { permissions } });
  expect(run.code).toBe(1);
  expect(run.outputs).toMatchObject({ result: "blocked", conclusion: "failure", "check-run-id": "" });
  expect(run.stdout).toMatch(/^::error title=P0%3A .*,file=src\/run.ts,line=2::/m);
  expect(run.stdout).toContain("docs/action.md");
  expect(run.summary).toContain("P0");
  expect(scenario.github.world.checks).toEqual([]);
  await keepLog("fork");
});

test("a draft is skipped, and reviewed once it is ready", async () => {
  scenario = await startScenario({ base, head: leaking, draft: true });
  const skipped = await scenario.run();
  expect(skipped.outputs).toMatchObject({ result: "skipped", conclusion: "skipped", "check-run-id": "" });
  expect(skipped.stdout).toContain("the pull request is a draft. No check is concluded");
  expect([skipped.code, scenario.github.world.checks, scenario.github.world.issueComments]).toEqual([0, [], []]);
  scenario.pull.isDraft = false;
  const ready = await scenario.run();
  expect(ready.outputs).toMatchObject({ result: "blocked", conclusion: "failure" });
  await keepLog("draft-to-ready");
});

test("back to draft: the failure on the same commit stays, and nothing is written", async () => {
  scenario = await startScenario({ base, head: leaking });
  await scenario.run();
  scenario.pull.isDraft = true;
  const number = scenario.pull.number;
  const payload = { repository: { full_name: "octo/app" }, inputs: { pr: String(number) } };
  const run = await scenario.run({ event: "workflow_dispatch", payload });
  expect(run.outputs).toMatchObject({ result: "skipped", conclusion: "skipped" });
  expect(conclusion()).toBe("failure");
  expect(scenario.github.world.checks).toHaveLength(1);
  await keepLog("back-to-draft");
});

test("H60 more files than GitHub lists: inconclusive, and the gap is named", async () => {
  const many: Files = Object.fromEntries(
    Array.from({ length: 3_001 }, (_, index) => [`docs/${index}.md`, `${index}\n`]),
  );
  scenario = await startScenario({ base, head: { ...base, ...many } });
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
  expect(summary()).toContain("beyond the first 3000");
  await keepLog("huge");
});

test("H60 300 and 301 files are read in full", async () => {
  for (const count of [300, 301]) {
    const many: Files = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`docs/${index}.md`, `${index}\n`]),
    );
    scenario = await startScenario({ base, head: { ...base, ...many } });
    const run = await scenario.run();
    expect(run.outputs).toMatchObject({ result: "clean", conclusion: "neutral" });
    if (count === 300) await scenario.close();
  }
});

test("a file without a patch is compared by its texts", async () => {
  scenario = await startScenario({ base, head: risky });
  scenario.github.world.longestPatch = 10;
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "findings", p1: "1" });
  await keepLog("missing-patch");
});

test("binary only: a picture needs no review", async () => {
  scenario = await startScenario({ base, head: { ...base, "logo.png": "\u0089PNG\0\u0001" } });
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "skipped", conclusion: "skipped" });
  await keepLog("binary-only");
});

test("renamed only: the names are reviewed and noted", async () => {
  scenario = await startScenario({ base, head: { "src/start.ts": baseText } });
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "clean", conclusion: "neutral" });
  expect(summary()).toContain("src/start.ts (was src/run.ts)");
  await keepLog("rename-only");
});

test("a finding in a renamed file is placed on the new path", async () => {
  const long = `${"// a line\n".repeat(30)}`;
  const text = riskyText;
  scenario = await startScenario({
    base: { "src/run.ts": long + baseText },
    head: { "src/start.ts": long + text },
  });
  await scenario.run();
  expect(threads()[0]).toMatchObject({ path: "src/start.ts", line: 32 });
  await keepLog("renamed-with-finding");
});

test("a finding on a deleted line is placed on the left side", async () => {
  const guarded = "export function pay(sum: number) {\n  if (sum < 0) throw new Error();\n  return sum;\n}\n";
  const quote = "  if (sum < 0) throw new Error();";
  const finding = {
    severity: "P0",
    category: "data-loss",
    title: "The guard against negative sums is gone",
    detail: "It was there for a reason.",
    path: "src/pay.ts",
    line: 2,
    quote,
    failurePath: "sum = -1 → no guard → money is paid out",
  };
  models = await startReviewers((batch) => (batch.includes("pay(sum") ? [finding] : []));
  scenario = await startScenario({
    base: { "src/pay.ts": guarded },
    head: { "src/pay.ts": guarded.replace(`${quote}\n`, "") },
  });
  const run = await scenario.run({ models });
  expect(run.outputs).toMatchObject({ result: "blocked" });
  expect(threads()[0]).toMatchObject({ side: "LEFT", line: 2 });
  await keepLog("deleted-line");
});

test("H73 one refused line does not lose the others", async () => {
  const lines = Array.from({ length: 6 }, (_, index) => `export const f${index} = (a: string) => eval(a);`).join("\n");
  scenario = await startScenario({ base, head: { ...base, "src/evals.ts": `${lines}\n` } });
  scenario.github.fault = ({ route, body }) => {
    const isReview = route.startsWith("POST") && route.endsWith("/reviews");
    const comments =
      isReview && typeof body === "object" && body !== null ? JSON.stringify(Reflect.get(body, "comments")) : "";
    return comments.includes('"line":3') ? refused : null;
  };
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ p1: "6" });
  expect(threads().filter(({ line }) => line !== null)).toHaveLength(5);
  expect(threads().filter(({ line }) => line === null)).toHaveLength(1);
  expect(ownReviews()).toHaveLength(1);
  await keepLog("refused-line");
});

const refused: Fault = {
  kind: "answer",
  answer: {
    status: 422,
    body: { message: "Unprocessable Entity", errors: ["Pull request review thread line must be part of the diff"] },
  },
};

test("a secondary rate limit is waited for and noted", async () => {
  scenario = await startScenario({ base, head: risky });
  let limited = false;
  scenario.github.fault = (request) => {
    if (limited || !readsChange(request)) return null;
    limited = true;
    const body = { message: "You have exceeded a secondary rate limit." };
    return { kind: "answer", answer: { status: 403, body, headers: { "retry-after": "1" } } };
  };
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "findings" });
  expect(run.stdout).toContain("secondary rate limit is reached: waiting 1 s");
  await keepLog("rate-limited");
});

test("a token that expires midway: the step fails and gives the way out", async () => {
  scenario = await startScenario({ base, head: risky });
  let hasExpired = false;
  scenario.github.fault = (request) => {
    hasExpired ||= readsChange(request);
    return hasExpired ? expired : null;
  };
  const run = await scenario.run();
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/::error .*401/);
  expect(conclusion()).toBeNull();
  await keepLog("token-expired");
});

const expired: Fault = { kind: "answer", answer: { status: 401, body: { message: "Bad credentials" } } };

test("F27 a review whose answer is lost is not posted twice", async () => {
  scenario = await startScenario({ base, head: risky });
  let lost = false;
  scenario.github.fault = (request) => {
    if (lost || !isReviewPost(request)) return null;
    lost = true;
    return { kind: "lost-after" };
  };
  await scenario.run();
  expect(ownReviews()).toHaveLength(1);
  expect(threads()).toHaveLength(1);
  await keepLog("lost-answer");
});

function isReviewPost({ route }: Request): boolean {
  return route === "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews";
}

test("H39 a push during the review: the check is superseded and nothing is posted", async () => {
  scenario = await startScenario({ base, head: risky });
  const old = scenario.pull.head.sha;
  scenario.github.fault = (request) => {
    if (readsChange(request)) scenario.push(clean);
    return null;
  };
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "superseded", conclusion: "cancelled" });
  expect(run.code).toBe(0);
  expect(checkOn(scenario.github, old)?.conclusion).toBe("cancelled");
  expect(ownReviews()).toEqual([]);
  expect(scenario.github.world.issueComments).toEqual([]);
  await keepLog("superseded");
});

test("H41 a run for an older head writes nothing on the new one", async () => {
  scenario = await startScenario({ base, head: risky });
  const old = scenario.pull.head.sha;
  scenario.push(clean);
  const payload = {
    action: "synchronize",
    repository: { full_name: "octo/app" },
    pull_request: { number: 7, head: { sha: old } },
  };
  const run = await scenario.run({ payload });
  expect(run.outputs).toMatchObject({ result: "superseded" });
  expect(scenario.github.world.checks).toEqual([]);
  await keepLog("older-run");
});

test.each([
  ["an unknown key", "version: 1\nreview: { block-onn: P1 }\n"],
  [
    "an endpoint and a key (H28)",
    "version: 1\nprovider: { base_url: http://169.254.169.254, api_key: x }\n_extends: evil/repo\n",
  ],
  ["two megabytes", `# ${"x".repeat(2_000_000)}\n`],
])("H27 H28 settings with %s never pass, and their content is not repeated", async (name, text) => {
  const settings = { ".github/pr-debate.yml": text };
  scenario = await startScenario({ base: { ...base, ...settings }, head: { ...clean, ...settings } });
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
  expect(title()).toContain("the settings cannot be used");
  expect(title()).not.toContain("169.254");
  await wait(0);
  if (name === "an unknown key") await keepLog("bad-settings");
});

test.each([404, 500])(
  "H27 settings that GitHub does not return (%i) never pass",
  async (status) => {
    scenario = await startScenario({ base, head: clean });
    scenario.github.fault = ({ body }) =>
      JSON.stringify(body).includes(":.github/pr-debate.yml")
        ? { kind: "answer", answer: { status, body: { message: "no" } } }
        : null;
    const run = await scenario.run();
    expect(run.code).toBe(1);
    expect(conclusion()).toBe("failure");
    expect(title()).toContain(`${status}`);
  },
  30_000,
);

test("H25 settings at the head have no effect, and their change is noted", async () => {
  const head = {
    ...leaking,
    ".github/pr-debate.yml": "version: 1\nreview: { block-on: never }\npaths: { ignore: ['**'] }\n",
  };
  scenario = await startScenario({ base, head });
  const run = await scenario.run();
  expect(run.outputs).toMatchObject({ result: "blocked", conclusion: "failure" });
  expect(summary()).toContain("steers these reviews");
  await keepLog("settings-at-head");
});

test("H75 a secret in the diff reaches no output", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: leaking });
  const run: ActionRun = await scenario.run({ models });
  const secret = `AK${"IA"}QWERTYUIOPASDFGH`;
  const { world } = scenario.github;
  const sinks = [
    run.stdout,
    run.summary,
    JSON.stringify(run.reports),
    JSON.stringify([world.issueComments, world.threads.map(({ comments }) => comments), world.checks]),
    JSON.stringify(models.calls),
  ];
  for (const sink of sinks) expect(sink).not.toContain(secret);
  expect(run.outputs).toMatchObject({ p0: "1" });
});

test("the spend of a pull request adds up: over usd-per-pr a review is incomplete, never clean", async () => {
  models = await startReviewers(() => []);
  const settings = { ".github/pr-debate.yml": "version: 1\nbudget: { usd-per-pr: 3 }\n" };
  scenario = await startScenario({ base: { ...base, ...settings }, head: { ...clean, ...settings } });
  expect((await scenario.run({ models })).outputs).toMatchObject({ result: "clean" });
  const state = readState(summary());
  expect(state?.spentUsd).toBeGreaterThan(0);
  const [comment] = scenario.github.world.issueComments;
  if (state === null || comment === undefined) throw new Error("the first run left no state");
  const lines = comment.body.split("\n");
  comment.body = [...lines.slice(0, -1), writeState({ ...state, spentUsd: 2.999 }, 24_000).block].join("\n");
  scenario.push({ ...clean, ...settings, "README.md": "More.\n" });
  expect((await scenario.run({ models })).outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
});

test("blocked with a file that is too large to review: the next run debates again and does not reuse the result", async () => {
  scenario = await startScenario({ base, head: { ...leaking, "src/data.ts": "const a = 1;\n".repeat(100_000) } });
  await scenario.run();
  expect(conclusion()).toBe("failure");
  scenario.github.log.length = 0;
  await scenario.run();
  expect(scenario.github.log.some(({ route }) => route === "GraphQL Texts")).toBe(true);
});

test("a person's 👎 or resolution in a thread does not change the verdict", async () => {
  scenario = await startScenario({ base, head: leaking });
  await scenario.run();
  for (const thread of threads()) thread.isResolved = true;
  const run = await scenario.run({
    event: "workflow_dispatch",
    payload: { repository: { full_name: "octo/app" }, inputs: { pr: "7" } },
  });
  expect(run.outputs).toMatchObject({ result: "blocked", conclusion: "failure" });
  expect(threads()).toHaveLength(1);
  await keepLog("dismissed-thread");
});
