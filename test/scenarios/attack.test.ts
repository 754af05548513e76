import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { command } from "../support/commands.ts";
import { addCommit } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, readsChange, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
/** Whether the seats find the defect. Later they obey any text that says there is nothing. */
let sees = true;
closeAfterEach(() => ({ scenario, models }));

const passing = ["success", "neutral", "skipped"];
const counting = (): string | null | undefined => checkOn(scenario.github, scenario.pull.head.sha)?.conclusion;
const eventOf = (number: number): object => ({
  action: "opened",
  repository: { full_name: "octo/app" },
  pull_request: { number, head: { sha: scenario.pull.head.sha } },
});
const labelled = { ".github/pr-debate.yml": "version: 1\nignore: { labels: [wip] }\n" };
const lax = { ".github/pr-debate.yml": "version: 1\nreview: { block-on: never }\n" };

/** Resolves once the first run, which is for #7, asks what changed; it hears when `go` is called. */
function holdSeven(): { readonly isReading: Promise<void>; readonly go: () => void } {
  const reading = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let isFirst = true;
  scenario.github.fault = async (request) => {
    if (!isFirst || !readsChange(request)) return null;
    isFirst = false;
    reading.resolve();
    await gate.promise;
    return null;
  };
  return { isReading: reading.promise, go: gate.resolve };
}

test("labels excluded by another base's settings exclude no pull request under review", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: { ...risky, ...labelled } });
  const { github, pull } = scenario;
  // A branch that holds the P0 already, and settings that leave out pull requests with the label.
  const weak = pull.head.sha;
  pull.head.sha = addCommit(github.world, { ...risky, ...labelled, "README.md": "1\n" }, [weak], "harmless");
  pull.labels = ["wip"];
  const { isReading, go } = holdSeven();
  const seven = scenario.run({ models });
  await isReading;
  github.world.pulls.set(8, { ...pull, number: 8, labels: [], base: { ref: "weak", sha: weak } });
  await scenario.run({ models, payload: eventOf(8) });
  const meanwhile = counting();
  go();
  await seven;
  expect(passing).not.toContain(meanwhile);
});

test("a verdict against another base does not count for a pull request on the same commit", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: { ...risky, ...lax } });
  const { github, pull } = scenario;
  const weak = pull.head.sha;
  const main = pull.base;
  pull.head.sha = addCommit(github.world, { ...risky, ...lax, "README.md": "1\n" }, [weak], "harmless");
  pull.base = { ref: "weak", sha: weak };
  await scenario.run({ models });
  expect(passing).toContain(counting());
  pull.base = main;
  const { isReading, go } = holdSeven();
  const seven = scenario.run({ models });
  await isReading;
  github.world.pulls.set(8, { ...pull, number: 8, base: { ref: "weak", sha: weak } });
  await scenario.run({ models, payload: eventOf(8) });
  const meanwhile = counting();
  go();
  await seven;
  expect(passing).not.toContain(meanwhile);
});

const random = (seed: string, length: number): string =>
  Array.from({ length: Math.ceil(length / 43) }, (_, index) =>
    createHash("sha256").update(`${seed} ${index}`).digest("base64url"),
  )
    .join("")
    .slice(0, length);

test("a P0 that did not fit into the state blocks on the next push, though no seat repeats it", async () => {
  sees = true;
  // What one obedient seat finds: a grave thing in each of many files with long names.
  const decoys = Array.from({ length: 90 }, (_, index) => {
    const folder = Array.from({ length: 3 }, (__, part) => random(`p${index} ${part}`, 200)).join("/");
    return { path: `a/${folder}.sh`, quote: `run ${random(`q${index}`, 60)}`, title: random(`t${index}`, 100) };
  });
  const grave = {
    severity: "P0",
    category: "security",
    detail: "It runs what it is given.",
    failurePath: "input → run",
  };
  models = await startReviewers((batch, { model }) => {
    if (!sees) return [];
    const own = model.includes("opus") ? decoys.filter(({ quote }) => batch.includes(quote)) : [];
    return [...own.map((one) => ({ ...grave, ...one })), ...evalIsFatal(batch)];
  });
  const junk = Object.fromEntries(decoys.map(({ path, quote }) => [path, `${quote}\n`]));
  scenario = await startScenario({ base, head: { ...risky, ...junk } });
  const first = await scenario.run({ models });
  expect(first.outputs).toMatchObject({ conclusion: "failure" });
  sees = false;
  scenario.push(risky);
  await scenario.run({ models });
  expect(passing).not.toContain(counting());
});

test("a path whose digest collides with one of the change hides no code that moved into it", async () => {
  sees = true;
  models = await startReviewers((batch) => (sees ? evalIsFatal(batch) : []));
  const digest = (path: string): string => createHash("sha256").update(path).digest("hex").slice(0, 6);
  const known = new Set(Array.from({ length: 400 }, (_, index) => digest(`docs/${index}.md`)));
  let number = 0;
  while (!known.has(digest(`src/${number}.ts`))) number += 1;
  const docs = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`docs/${index}.md`, `${index}\n`]));
  scenario = await startScenario({ base: {}, head: { ...risky, ...docs } });
  const { run, push } = scenario;
  await run({ models });
  expect(counting()).toBe("failure");
  sees = false;
  push({ [`src/${number}.ts`]: `${risky["src/run.ts"]}`, ...docs });
  await run({ models });
  expect(passing).not.toContain(counting());
});

test("a label does not remove an earlier P0 from the verdict", async () => {
  sees = true;
  models = await startReviewers((batch) => (sees ? evalIsFatal(batch) : []));
  scenario = await startScenario({ base: { ...base, ...labelled }, head: { ...risky, ...labelled } });
  const { pull, run, push } = scenario;
  await run({ models });
  expect(counting()).toBe("failure");
  sees = false;
  pull.labels = ["wip"];
  push({ ...risky, ...labelled, "README.md": "1\n" });
  await run({ models });
  expect(passing).not.toContain(counting());
});

test("a reopened P0 blocks, though a later run on the head had nothing to review", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base: { ...base, ...labelled }, head: { ...risky, ...labelled } });
  const { github, pull, run } = scenario;
  github.world.roles.set("bob", "write").set("ann", "write");
  await run({ models });
  const id = /id=([0-9a-f]{8})/.exec(github.world.threads[0]?.comments[0]?.body ?? "")?.[1] ?? "";
  await command(scenario, "bob", `/debate dismiss ${id} false-positive`);
  expect(passing).toContain(counting());
  pull.labels = ["wip"];
  await command(scenario, "ann", "/debate review", { models });
  pull.labels = [];
  await command(scenario, "bob", `/debate reopen ${id}`);
  expect(counting()).toBe("failure");
});

test("a P0 reopened during the debate of its merge group stops the group", async () => {
  let onAsk = async (): Promise<void> => undefined;
  models = await startReviewers(evalIsFatal, { before: () => onAsk() });
  scenario = await startScenario({ base, head: risky });
  const { github, pull, run } = scenario;
  github.world.roles.set("bob", "write");
  await run({ models });
  const id = /id=([0-9a-f]{8})/.exec(github.world.threads[0]?.comments[0]?.body ?? "")?.[1] ?? "";
  await command(scenario, "bob", `/debate dismiss ${id} false-positive`);
  expect(passing).toContain(counting());
  const sha = addCommit(github.world, { ...risky, "README.md": "1\n" }, [pull.base.sha], "A change (#7)");
  const ref = `refs/heads/gh-readonly-queue/main/pr-7-${pull.base.sha}`;
  let reopening: Promise<unknown> | undefined;
  onAsk = async () => {
    reopening ??= command(scenario, "bob", `/debate reopen ${id}`);
    await reopening;
  };
  await run({
    models,
    event: "merge_group",
    payload: {
      action: "checks_requested",
      repository: { full_name: "octo/app" },
      merge_group: { head_sha: sha, base_sha: pull.base.sha, head_ref: ref },
    },
  });
  expect(counting()).toBe("failure");
  expect(passing).not.toContain(checkOn(github, sha)?.conclusion);
});

test("a draft against another base does not lose its check to a verdict on the same commit", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky, draft: true });
  const { github, pull } = scenario;
  const weak = pull.head.sha;
  pull.head.sha = addCommit(github.world, { ...risky, "README.md": "1\n" }, [weak], "harmless");
  github.world.pulls.set(8, { ...pull, number: 8, isDraft: false, base: { ref: "weak", sha: weak } });
  await scenario.run({ models, payload: eventOf(8) });
  // With auto-merge armed this merges before the review of #7 begins.
  pull.isDraft = false;
  expect(passing).not.toContain(counting());
});

test("a P0 that another run posts while this run writes a clean result stays", async () => {
  models = await startReviewers(evalIsFatal);
  const blind = await startReviewers(() => []);
  scenario = await startScenario({ base, head: risky });
  const { github, run } = scenario;
  let first: Promise<unknown> | undefined;
  github.fault = async ({ route }) => {
    if (!/^POST .*\/issues\/.*\/comments$/.test(route) || first !== undefined) return null;
    first = run({ models });
    await first;
    return null;
  };
  await run({ models: blind });
  await blind.close();
  expect(first).toBeDefined();
  expect(counting()).toBe("failure");
});

test("a P0 that a force push removed and another one restored blocks, though no seat repeats it", async () => {
  sees = true;
  models = await startReviewers((batch) => (sees ? evalIsFatal(batch) : []));
  scenario = await startScenario({ base, head: risky });
  const { github, pull, run, push } = scenario;
  await run({ models });
  expect(counting()).toBe("failure");
  const blocked = pull.head.sha;
  pull.head.sha = pull.base.sha;
  push(clean);
  await run({ models });
  expect(github.world.threads[0]?.isResolved).toBe(true);
  sees = false;
  pull.head.sha = blocked;
  await run({ models });
  expect(passing).not.toContain(counting());
  expect(github.world.threads[0]?.isResolved).toBe(false);
  expect(github.world.threads[0]?.comments.at(-1)?.body).toContain("its code is back");
});

test("a P0 whose file left the change by retargeting blocks when the file returns, though no seat repeats it", async () => {
  sees = true;
  models = await startReviewers((batch) => (sees ? evalIsFatal(batch) : []));
  scenario = await startScenario({ base, head: risky });
  const { pull, run, push } = scenario;
  const risk = pull.head.sha;
  const main = pull.base;
  push({ ...risky, "README.md": "1\n" });
  await run({ models });
  expect(counting()).toBe("failure");
  pull.base = { ref: "weak", sha: risk };
  await run({ models });
  sees = false;
  pull.base = main;
  await run({ models });
  expect(passing).not.toContain(counting());
});

test("a P0 whose code moves into another file of the change blocks, though no seat repeats it", async () => {
  sees = true;
  models = await startReviewers((batch) => (sees ? evalIsFatal(batch) : []));
  scenario = await startScenario({ base, head: { ...risky, "src/help.ts": "export const help = 1;\n" } });
  const { run, push } = scenario;
  await run({ models });
  expect(counting()).toBe("failure");
  sees = false;
  push({ ...base, "src/help.ts": `export const help = 1;\n${risky["src/run.ts"]}` });
  await run({ models });
  expect(passing).not.toContain(counting());
});

test("a sibling review that ends while this one writes its conclusion counts", async () => {
  sees = false;
  models = await startReviewers((batch) => (sees ? evalIsFatal(batch) : []));
  const blind = await startReviewers(() => []);
  scenario = await startScenario({ base, head: risky });
  const { github, pull, run } = scenario;
  github.world.roles.set("bob", "write");
  await run({ models });
  expect(passing).toContain(counting());
  sees = true;
  const reading = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let seven: Promise<unknown> | undefined;
  const eight: { isReviewed: boolean } = { isReviewed: false };
  let isFirst = true;
  github.fault = async ({ route, body }) => {
    if (isFirst && readsChange({ route })) {
      isFirst = false;
      reading.resolve();
      await gate.promise;
    }
    if (
      eight.isReviewed &&
      route.startsWith("PATCH") &&
      /"conclusion":"(?:success|neutral)/.test(JSON.stringify(body))
    ) {
      eight.isReviewed = false;
      gate.resolve();
      await seven;
    }
    return null;
  };
  seven = command(scenario, "bob", "/debate review", { models });
  await reading.promise;
  github.world.pulls.set(8, { ...pull, number: 8 });
  eight.isReviewed = true;
  await run({ models: blind, payload: eventOf(8) });
  await blind.close();
  expect(eight.isReviewed).toBe(false);
  expect(passing).not.toContain(counting());
});
