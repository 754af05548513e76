import { describe, expect, test } from "vitest";
import { z } from "zod";
import { closeAfterEach } from "../support/closing.ts";
import { sha1 } from "../support/github-server/world.ts";
import type { Fault } from "../support/github-server.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, readsChange, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean, evalIsFatal, leaking, risky, riskyText } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const isFiles = (route: string): boolean => route.endsWith("/files");
const conclusion = () => checkOn(scenario.github, scenario.pull.head.sha)?.conclusion;
/** So many that a comparison lists not all, that the pull request's own list has several pages, and what `risky` has stands on the last. */
const many = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [`docs/${String(index).padStart(3, "0")}.md`, `${index}\n`]),
);
const empty: Fault = { kind: "answer", answer: { status: 200 } };

describe("an incomplete answer is never read as an empty list", () => {
  test("the list of files breaks off once: it is requested again", async () => {
    models = await startReviewers(evalIsFatal);
    for (const [head, isList] of [
      [risky, (route: string) => readsChange({ route })],
      [{ ...risky, ...many }, isFiles],
    ] as const) {
      scenario = await startScenario({ base, head });
      let asked = 0;
      scenario.github.fault = ({ route }) => (isList(route) && asked++ === 0 ? { kind: "cut" } : null);
      expect((await scenario.run({ models })).outputs).toMatchObject({ result: "blocked" });
      expect(asked).toBeGreaterThan(1);
      await scenario.close();
    }
  });

  test("a comparison without files is not taken for the change where the pull request has some", async () => {
    models = await startReviewers(evalIsFatal);
    scenario = await startScenario({ base, head: risky });
    const { base: from } = scenario.pull;
    const body = { merge_base_commit: { sha: from.sha }, commits: [], files: [] };
    scenario.github.fault = (request) =>
      readsChange(request) ? { kind: "answer", answer: { status: 200, body } } : null;
    expect((await scenario.run({ models })).outputs).toMatchObject({ result: "blocked" });
    expect(scenario.github.log.some(({ route }) => isFiles(route))).toBe(true);
  });

  test.each([1, 2])(
    "page %i of the files stays empty: inconclusive",
    async (broken) => {
      models = await startReviewers(evalIsFatal);
      scenario = await startScenario({ base, head: { ...risky, ...many } });
      scenario.github.fault = ({ route, path }) =>
        isFiles(route) && new RegExp(`[?&]page=${broken}\\b`).test(path) ? empty : null;
      expect((await scenario.run({ models })).outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
      expect(conclusion()).toBe("failure");
    },
    20_000,
  );

  test("the list is shorter than the pull request states: inconclusive", async () => {
    models = await startReviewers(evalIsFatal);
    scenario = await startScenario({ base, head: { ...risky, ...many } });
    const { world } = scenario.github;
    scenario.github.fault = ({ route }) => {
      if (!isFiles(route)) return null;
      const files = Object.keys(many).map((filename) => ({ filename, status: "added", patch: "@@ -0,0 +1 @@\n+1" }));
      return { kind: "answer", answer: { status: 200, body: files } };
    };
    const run = await scenario.run({ models });
    expect(run.outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
    expect(world.checks.at(-1)?.output.text).toContain("GitHub counts 301 changed files and lists 300");
  });

  test("page 1 does not name the last page: all pages are still read", async () => {
    models = await startReviewers(evalIsFatal);
    scenario = await startScenario({ base, head: { ...risky, ...many } });
    const files = Object.keys(many)
      .slice(0, 100)
      .map((filename, index) => {
        return { filename, status: "added", additions: 1, deletions: 0, patch: `@@ -0,0 +1 @@\n+${index}` };
      });
    const headers = { link: `<http://x/y?per_page=100&page=2>; rel="next"` };
    scenario.github.fault = ({ route, path }) =>
      isFiles(route) && /[?&]page=1\b/.test(path)
        ? { kind: "answer", answer: { status: 200, body: files, headers } }
        : null;
    expect((await scenario.run({ models })).outputs).toMatchObject({ result: "blocked" });
  });

  test("the answer to a new check breaks off: the check is found and concluded", async () => {
    scenario = await startScenario({ base, head: clean });
    let cuts = 0;
    scenario.github.fault = ({ route }) =>
      route === "POST /repos/{owner}/{repo}/check-runs" && cuts++ === 0 ? { kind: "cut" } : null;
    expect((await scenario.run()).code).toBe(0);
    expect(scenario.github.world.checks).toHaveLength(1);
    expect(conclusion()).toBe("neutral");
  });

  test("the answer to a review breaks off: the review was posted once", async () => {
    scenario = await startScenario({ base, head: leaking });
    let cuts = 0;
    scenario.github.fault = ({ route }) =>
      route.startsWith("POST") && route.endsWith("/reviews") && cuts++ === 0 ? { kind: "cut" } : null;
    const run = await scenario.run();
    expect(run.outputs["review-id"]).not.toBe("");
    expect(run.stdout).not.toContain("Not written");
    expect(scenario.github.world.reviews).toHaveLength(1);
  });
});

test("GraphQL returns null for a new file without a patch: unreviewed, not empty", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: { ...clean, "src/new.ts": riskyText + "// long\n".repeat(40) } });
  scenario.github.world.longestPatch = 300;
  const files = scenario.github.world.commits.get(scenario.pull.head.sha)?.files ?? {};
  scenario.github.fault = ({ route, body }) => {
    if (route !== "GraphQL Texts") return null;
    const asked = Object.entries(z.object({ variables: z.record(z.string(), z.string()) }).parse(body).variables);
    const repository = asked.flatMap(([name, expression]) => {
      const text = files[expression.split(":")[1] ?? ""];
      const blob = {
        __typename: "Blob",
        text,
        isBinary: false,
        isTruncated: false,
        byteSize: 10,
        oid: sha1(text ?? ""),
      };
      return /^e\d+$/.test(name) ? [[name.replace("e", "f"), expression.endsWith("new.ts") ? null : blob]] : [];
    });
    return { kind: "answer", answer: { status: 200, body: { data: { repository: Object.fromEntries(repository) } } } };
  };
  const run = await scenario.run({ models });
  expect(run.outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
  expect(run.summary).toContain("no such file at the head");
});

test("D11 where GraphQL fails at the start, the check says why", async () => {
  scenario = await startScenario({ base, head: clean });
  const body = { data: null, errors: [{ message: "Something went wrong while executing your query." }] };
  scenario.github.fault = ({ route }) =>
    route === "GraphQL OwnPosts" ? { kind: "answer", answer: { status: 200, body } } : null;
  const run = await scenario.run();
  expect(run.code).toBe(1);
  const [check] = scenario.github.world.checks;
  expect(check).toMatchObject({ status: "completed", conclusion: "failure" });
  expect(JSON.stringify(check)).toContain("Something went wrong while executing your query");
});
