import { afterEach, beforeEach, expect, test } from "vitest";
import { undecided } from "../../../src/domain/decisions.ts";
import { runIdOf } from "../../../src/github/publication/own-checks.ts";
import { giveUpReview } from "../../../src/github/runs/give-up.ts";
import { reviewOnGitHub } from "../../../src/github/runs/pull-request.ts";
import type { GitHubRunRequest } from "../../../src/github/runs/run.ts";
import type { RunRecord } from "../../../src/github/state/record.ts";
import { summaryRecord } from "../../../src/github/state/summary-comment.ts";
import { base, clean, leaking } from "../../scenarios/samples.ts";
import { addCommit, type Files } from "../../support/github-server/world.ts";
import { runRequest } from "../../support/run-request.ts";
import { checkOn, isRead, type Scenario, startScenario } from "../../support/scenario.ts";

let scenario: Scenario;
beforeEach(async () => {
  asked = [];
  scenario = await startScenario({ base, head: clean });
});
afterEach(() => scenario.close());

const { signal } = new AbortController();

function request(task: GitHubRunRequest["task"]): GitHubRunRequest {
  return { ...runRequest(scenario), task };
}

function groupOf(files: Files) {
  const { github, pull } = scenario;
  const head = addCommit(github.world, files, [pull.base.sha], "A change (#7)");
  const ref = `refs/heads/gh-readonly-queue/main/pr-7-${pull.base.sha}`;
  return { kind: "merge-group" as const, repo: "octo/app", head, base: pull.base.sha, ref };
}

let asked: string[] = [];
function refuse(name: string) {
  return () => {
    asked.push(name);
    return Promise.reject(new Error(`${name} is for pull requests`));
  };
}

/** The checks and the members' states are all that a merge group may ask for. */
const ofGroup: RunRecord = {
  ...summaryRecord,
  decisions: refuse("decisions"),
  stateBefore: refuse("stateBefore"),
  saveState: refuse("saveState"),
  wasInterrupted: refuse("wasInterrupted"),
};

/** The writes since a request, and the pull requests whose posts were read. */
function since(count: number) {
  const log = scenario.github.log.slice(count);
  return {
    writes: [...new Set(log.filter((one) => !isRead(one)).map(({ method, route }) => `${method} ${route}`))],
    posts: log.filter(({ route }) => route === "GraphQL OwnPosts").map(({ body }) => JSON.stringify(body)),
    pulls: [...new Set(log.map(({ path }) => /\/pulls\/(\d+)/.exec(path)?.[1]).filter((one) => one !== undefined))],
  };
}

test("a debated merge group writes its check and nothing else, and asks for no posts or decisions of its own", async () => {
  await reviewOnGitHub(request({ kind: "pull-request", repo: "octo/app", number: 7, isExplicit: false }), signal);
  const group = groupOf({ ...clean, ...leaking });
  const count = scenario.github.log.length;
  const { review, pull, reviewId } = await reviewOnGitHub(request(group), signal, ofGroup);
  expect(review).toMatchObject({
    result: "blocked",
    conclusion: "failure",
    change: { repo: "octo/app", number: null },
  });
  expect([pull, reviewId, asked]).toEqual([null, null, []]);
  expect(checkOn(scenario.github, group.head)).toMatchObject({ status: "completed", conclusion: "failure" });
  const { writes, posts, pulls } = since(count);
  expect(writes.every((one) => one.includes("/check-runs"))).toBe(true);
  expect(posts.length).toBeGreaterThan(0);
  expect(posts.filter((one) => !one.includes('"number":7'))).toEqual([]);
  expect(pulls).toEqual(["7"]);
});

test("a merge group that is not debated has no number either", async () => {
  const group = groupOf(clean);
  const { review, pull } = await reviewOnGitHub(request(group), signal, ofGroup);
  const change = { repo: "octo/app", number: null, base: { ref: "", sha: group.base } };
  expect(review.change).toEqual({ ...change, head: { ref: group.ref, sha: group.head } });
  expect([review.result, pull, asked]).toEqual(["inconclusive", null, []]);
});

test("the check of a merge group that is given up is concluded without a look at any pull request's posts", async () => {
  const group = groupOf(clean);
  await giveUpReview(request(group), { why: "it failed", stuck: null, decisions: undecided }, signal);
  expect(checkOn(scenario.github, group.head)).toMatchObject({ status: "completed", conclusion: "failure" });
  const { writes, posts, pulls } = since(0);
  expect(writes.every((one) => one.includes("/check-runs"))).toBe(true);
  expect([posts, pulls]).toEqual([[], []]);
});

test("a merge group goes on with the check that an earlier version of this program began", () => {
  const subject = { repo: "o/r", number: null, head: "a".repeat(40), isOfApp: false };
  expect(runIdOf(subject, 1)).toBe("bc803ba5948ae652816636338f097728");
});

const many: Files = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`src/many/${at}.ts`, `${at}\n`]));

test("a group of more files than GitHub lists of a comparison takes the verdict of its pull request, or is read in full", async () => {
  await scenario.close();
  scenario = await startScenario({ base: { ...base, "old.md": "a\n" }, head: { ...base, ...many } });
  await reviewOnGitHub(request({ kind: "pull-request", repo: "octo/app", number: 7, isExplicit: false }), signal);
  const same = await reviewOnGitHub(request(groupOf({ ...base, ...many })), signal);
  expect(same.review).toMatchObject({
    conclusion: "neutral",
    reason: expect.stringContaining("exactly what was reviewed in #7"),
  });
  const other = await reviewOnGitHub(request(groupOf({ ...base, ...many, "src/many/300.ts": "other\n" })), signal);
  expect(other.review).toMatchObject({ conclusion: "neutral", coverage: { complete: true } });
  expect(other.review.coverage.files).toHaveLength(302);
  scenario.github.world.mostInTree = 300;
  const cut = await reviewOnGitHub(request(groupOf({ ...base, ...many, "src/many/9.ts": "cut\n" })), signal);
  expect(cut.review).toMatchObject({ result: "inconclusive", conclusion: "failure" });
});
