import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { command } from "../support/commands.ts";
import { addCommit } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean, evalInScript, evalIsFatal, leaking, leakingText, risky, scriptText } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const conclusion = (): string | null | undefined => checkOn(scenario.github, scenario.pull.head.sha)?.conclusion;
const readme = { "README.md": "More.\n" };

/** Models that find the P0 as long as `sees` says so: a real one finds a given defect in fewer than half of its runs. */
async function forgetful(find = evalIsFatal): Promise<{ sees: boolean }> {
  const memory: { sees: boolean } = { sees: true };
  models = await startReviewers((batch) => (memory.sees ? find(batch) : []));
  return memory;
}

test("a P0 that a seat reports again blocks again, without a second comment", async () => {
  await forgetful();
  scenario = await startScenario({ base, head: risky });
  await scenario.run({ models });
  scenario.push({ ...risky, ...readme });
  await scenario.run({ models });
  expect(conclusion()).toBe("failure");
  expect(scenario.github.world.threads).toHaveLength(1);
});

test("a P0 that no seat reports again still blocks while its code is unchanged", async () => {
  const memory = await forgetful();
  scenario = await startScenario({ base, head: risky });
  await scenario.run({ models });
  memory.sees = false;
  scenario.push({ ...risky, ...readme });
  const run = await scenario.run({ models });
  expect(run.outputs).toMatchObject({ result: "blocked", p0: "1" });
  expect(conclusion()).toBe("failure");
});

test("a P0 whose code is gone no longer blocks", async () => {
  await forgetful();
  scenario = await startScenario({ base, head: risky });
  await scenario.run({ models });
  scenario.push(clean);
  const run = await scenario.run({ models });
  expect(run.outputs).toMatchObject({ result: "clean", conclusion: "success" });
  expect(scenario.github.world.threads[0]).toMatchObject({ isResolved: true });
});

test("a file that is unreadable for one push keeps its P0 open, then and when it is readable again", async () => {
  const memory = await forgetful(evalInScript());
  scenario = await startScenario({ base: readme, head: { ...readme, "src/evil.sh": scriptText } });
  await scenario.run({ models });
  memory.sees = false;
  scenario.push({ "README.md": "b\n", "src/evil.sh": `${scriptText}\0` });
  const between = await scenario.run({ models });
  expect(between.outputs).toMatchObject({ result: "blocked", p0: "1" });
  expect(scenario.github.world.issueComments[0]?.body).not.toContain("Fixed since the last review");
  scenario.push({ "README.md": "c\n", "src/evil.sh": scriptText });
  const run = await scenario.run({ models });
  expect(run.outputs).toMatchObject({ result: "blocked", p0: "1" });
  expect(conclusion()).toBe("failure");
});

test.each(["src/evil2.sh", "vendor/evil.sh"])(
  "a P0 moves along with a new file that is renamed to %s",
  async (name) => {
    const memory = await forgetful(evalInScript());
    scenario = await startScenario({ base: readme, head: { ...readme, "src/evil.sh": scriptText } });
    await scenario.run({ models });
    memory.sees = false;
    scenario.push({ ...readme, [name]: scriptText });
    const run = await scenario.run({ models });
    expect(run.outputs).toMatchObject({ result: "blocked", p0: "1" });
    expect(scenario.github.world.threads).toHaveLength(1);
  },
);

const tokenLine = 'return eval(name + "?token=abcdef123")';

test.each([
  ["whose quote contains text that may not be published", "src/evil.sh", tokenLine, {}],
  ["in a file whose name looks like a key", `src/sk${"-"}abcdefghijklmnopqrstuvwx.sh`, "return eval(name)", {}],
  [
    "in a file that is called like a key",
    "src/ollama.sh",
    "return eval(name)",
    { PR_DEBATE_ENDPOINT_BOX_KEY: "ollama" },
  ],
])("a P0 %s keeps its comment and still blocks after a push", async (_, path, line, env) => {
  const memory = await forgetful(evalInScript(path, line));
  const text = `# run\n${line}\n`;
  scenario = await startScenario({ base: readme, head: { ...readme, [path]: text } });
  const options = { models, env };
  const first = await scenario.run(options);
  expect(first.outputs).toMatchObject({ result: "blocked", p0: "1" });
  expect(scenario.github.world.threads).toMatchObject([{ path, line: 2 }]);
  expect(JSON.stringify(scenario.github.world.issueComments)).not.toContain("abcdef123");
  memory.sees = false;
  scenario.push({ "README.md": "b\n", [path]: text });
  const run = await scenario.run(options);
  expect(run.outputs).toMatchObject({ result: "blocked", p0: "1" });
});

test.each([
  ["could not be written", false],
  ["was edited by another person", true],
])(
  "a summary that %s: the P0 is found in its thread, the summary says so, and nothing passes until a maintainer asks",
  async (_, isEdited) => {
    const memory = await forgetful(evalInScript());
    scenario = await startScenario({ base: readme, head: { ...readme, "src/evil.sh": scriptText } });
    const locked = { status: 403, body: { message: "Unable to create comment because issue is locked." } };
    if (!isEdited)
      scenario.github.fault = ({ route }) =>
        route.startsWith("POST") && route.endsWith("/comments") ? { kind: "answer", answer: locked } : null;
    await scenario.run({ models });
    scenario.github.fault = () => null;
    for (const comment of scenario.github.world.issueComments) comment.editor = "ann";
    memory.sees = false;
    scenario.push({ "README.md": "b\n", "src/evil.sh": scriptText });
    const run = await scenario.run({ models });
    expect(run.outputs).toMatchObject({ result: "blocked", p0: "1" });
    expect(scenario.github.world.threads).toHaveLength(1);
    expect(scenario.github.world.issueComments.at(-1)?.body).toContain("1 finding was restored from its thread");
    scenario.push({ "README.md": "c\n", "src/evil.sh": "# run\n" });
    const mended = await scenario.run({ models });
    expect(mended.outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
    scenario.github.world.roles.set("mia", "maintain");
    const full = await command(scenario, "mia", "/debate review full", { models });
    expect(full.outputs).toMatchObject({ result: "clean", conclusion: "success" });
  },
);

test("the same defect, quoted otherwise after a crash at the end of the review, has one thread", async () => {
  let quote = "  return eval(name);";
  models = await startReviewers((batch) => evalIsFatal(batch).map((one) => ({ ...one, quote })));
  scenario = await startScenario({ base, head: risky });
  let kill = (): void => undefined;
  scenario.github.fault = ({ route }) =>
    route.startsWith("POST") && route.endsWith("/reviews") ? { kind: "lost-after", first: () => kill() } : null;
  await scenario.run({ models, onStart: (child) => (kill = () => void child.kill("SIGKILL")) });
  scenario.github.fault = () => null;
  quote = "eval(name)";
  await scenario.run({ models });
  scenario.push({ ...risky, ...readme });
  const run = await scenario.run({ models });
  expect(run.outputs).toMatchObject({ result: "blocked", p0: "1" });
  expect(scenario.github.world.threads).toHaveLength(1);
});

test("an author who resolves the thread of a P0 still has a blocked check, and it is not posted again", async () => {
  const memory = await forgetful();
  scenario = await startScenario({ base, head: risky });
  await scenario.run({ models });
  const [thread] = scenario.github.world.threads;
  if (thread !== undefined) thread.isResolved = true;
  memory.sees = false;
  scenario.push({ ...risky, ...readme });
  await scenario.run({ models });
  expect(conclusion()).toBe("failure");
  expect(scenario.github.world.threads).toHaveLength(1);
});

test("a summary that another person edited is not trusted", async () => {
  const memory = await forgetful();
  scenario = await startScenario({ base, head: risky });
  await scenario.run({ models });
  const [comment] = scenario.github.world.issueComments;
  if (comment !== undefined) Object.assign(comment, { editor: "ann" });
  memory.sees = true;
  scenario.push({ ...risky, ...readme });
  await scenario.run({ models });
  expect(conclusion()).toBe("failure");
  expect(scenario.github.world.issueComments).toHaveLength(2);
});

test("H18 a marker forged by another person counts for nothing", async () => {
  scenario = await startScenario({ base, head: leaking });
  await scenario.run();
  const { world } = scenario.github;
  const forged = world.issueComments[0]?.body ?? "";
  const fresh = await startScenario({ base, head: leaking });
  fresh.github.world.issueComments.push({ id: 1, number: 7, author: "mallory", body: forged, editor: null });
  fresh.github.world.reviews.push({
    id: 2,
    number: 7,
    author: "mallory",
    body: world.reviews[0]?.body ?? "",
    editor: null,
    state: "COMMENTED",
    commit: "",
  });
  await fresh.run();
  expect(checkOn(fresh.github, fresh.pull.head.sha)?.conclusion).toBe("failure");
  expect(fresh.github.world.reviews.filter(({ author }) => author === "github-actions")).toHaveLength(1);
  expect(fresh.github.world.threads).toHaveLength(1);
  await fresh.close();
});

test("H43 retargeted with the same head: reviewed again against the new base", async () => {
  scenario = await startScenario({ base, head: leaking });
  await scenario.run();
  const { world } = scenario.github;
  const release = addCommit(world, leaking, [scenario.pull.base.sha], "release has it already");
  scenario.pull.base = { ref: "release", sha: release };
  const before = world.checks.length;
  await scenario.run();
  expect(world.checks.length).toBe(before + 1);
});

test("a second pull request on the same head: the worst of both counts", async () => {
  scenario = await startScenario({ base, head: leaking });
  const leak = scenario.pull.head.sha;
  scenario.push({ ...leaking, ...readme });
  await scenario.run();
  const { world } = scenario.github;
  // Its base has the leak already, so by itself it is harmless.
  const second = { ...scenario.pull, number: 8, base: { ref: "soft", sha: leak } };
  world.pulls.set(8, second);
  const payload = {
    action: "opened",
    repository: { full_name: "octo/app" },
    pull_request: { number: 8, head: { sha: second.head.sha } },
  };
  const run = await scenario.run({ payload });
  expect(run.outputs["conclusion"]).toBe("failure");
  expect(conclusion()).toBe("failure");
  expect(checkOn(scenario.github, second.head.sha)?.output.title).toContain("#7");
});

test("H45 a merge group with a pull request that was never reviewed does not pass", async () => {
  scenario = await startScenario({ base, head: clean });
  await scenario.run();
  const { world } = scenario.github;
  const group = addCommit(world, { ...clean, ...readme }, [scenario.pull.base.sha], "Second (#8)");
  world.pulls.set(8, { ...scenario.pull, number: 8, head: { ...scenario.pull.head, sha: group } });
  const run = await scenario.run({ event: "merge_group", payload: groupOf(group) });
  expect(run.code).toBe(1);
  expect(checkOn(scenario.github, group)).toMatchObject({ status: "completed", conclusion: "failure" });
  expect(checkOn(scenario.github, group)?.output.title).toContain("#8");
});

test("H45 a merge group that is exactly what was reviewed takes over its verdict without a model call", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: clean });
  await scenario.run({ models });
  const calls = models.calls.length;
  const group = addCommit(scenario.github.world, clean, [scenario.pull.base.sha], "A change (#7)");
  const run = await scenario.run({ event: "merge_group", payload: groupOf(group), models });
  expect(run.outputs).toMatchObject({ conclusion: "success" });
  expect(models.calls.length).toBe(calls);
  expect(checkOn(scenario.github, group)?.conclusion).toBe("success");
});

test("H45 a merge group with additional code is debated again", async () => {
  scenario = await startScenario({ base, head: clean });
  await scenario.run();
  const group = addCommit(
    scenario.github.world,
    { ...clean, ...leakingElsewhere() },
    [scenario.pull.base.sha],
    "A change (#7)",
  );
  const run = await scenario.run({ event: "merge_group", payload: groupOf(group) });
  expect(run.outputs).toMatchObject({ result: "blocked", conclusion: "failure" });
  expect(checkOn(scenario.github, group)?.conclusion).toBe("failure");
});

function leakingElsewhere(): Record<string, string> {
  return { "src/other.ts": leakingText };
}

function groupOf(head: string): object {
  const group = {
    head_sha: head,
    base_sha: scenario.pull.base.sha,
    head_ref: `refs/heads/gh-readonly-queue/main/pr-7-${scenario.pull.base.sha}`,
  };
  return { action: "checks_requested", repository: { full_name: "octo/app" }, merge_group: group };
}

test("the second half of the fork recipe finds the review by its head, never by an artifact", async () => {
  scenario = await startScenario({ base, head: leaking, headRepo: "bob/app" });
  const payload = {
    repository: { full_name: "octo/app" },
    workflow_run: { head_sha: scenario.pull.head.sha, head_repository: { full_name: "bob/app" } },
  };
  const run = await scenario.run({ event: "workflow_run", payload });
  expect(run.outputs).toMatchObject({ result: "blocked" });
  expect(conclusion()).toBe("failure");
  const other = {
    ...payload,
    workflow_run: { ...payload.workflow_run, head_repository: { full_name: "mallory/app" } },
  };
  scenario.github.world.checks.length = 0;
  const none = await scenario.run({ event: "workflow_run", payload: other });
  expect(none.code).toBe(0);
  expect(none.stdout).toContain("Nothing was reviewed");
  expect(scenario.github.world.checks).toEqual([]);
});

const at = "2026-01-01T00:00:00Z";
const comment = (body: string, more: object = {}): object => ({
  action: "created",
  repository: { full_name: "octo/app" },
  issue: { number: 7, pull_request: {} },
  comment: { id: 5, body, created_at: at, updated_at: at, user: { login: "ann", type: "User" }, ...more },
});

const by = (login: string): object => ({ user: { login, type: "User" } });

test("a maintainer's /debate review debates again, as attempt 2", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: clean });
  scenario.github.world.roles.set("ann", "write");
  await scenario.run({ models });
  const calls = models.calls.length;
  const run = await scenario.run({ event: "issue_comment", payload: comment("/debate review"), models });
  expect(run.outputs).toMatchObject({ result: "clean" });
  expect(models.calls.length).toBeGreaterThan(calls);
  expect(scenario.github.world.reactions.map(({ content }) => content).at(-1)).toBe("+1");
  expect(scenario.github.world.checks).toHaveLength(2);
});

test.each([
  ["a reader's command", comment("/debate review"), ["-1"], 0],
  ["an edited comment", comment("/debate review", { updated_at: "2026-01-01T00:01:00Z" }), [], 0],
  ["a bot's", comment("/debate review", { user: { login: "x[bot]", type: "Bot" } }), [], 0],
  ["a deleted user's", comment("/debate review", { user: null }), [], 0],
  ["a quoted one", comment("> /debate review"), [], 0],
  ["another word", comment("/debate reviewx"), [], 0],
  ["a Cyrillic one", comment("/dеbate review"), [], 0],
  ["a reader's command of later versions", comment("/debate plan how?"), ["-1"], 0],
  ["a maintainer's command of later versions", comment("/debate plan how?", by("max")), ["eyes", "-1"], 1],
])("H30 H32 H34 H35 %s starts no review", async (_name, payload, reactions, replies) => {
  scenario = await startScenario({ base, head: leaking });
  scenario.github.world.roles.set("max", "write");
  const run = await scenario.run({ event: "issue_comment", payload });
  expect(run.code).toBe(0);
  const { world } = scenario.github;
  expect(world.checks).toEqual([]);
  expect(world.reactions.map(({ content }) => content)).toEqual(reactions);
  expect(world.issueComments).toHaveLength(replies);
});

test("H30 a permission that cannot be looked up denies", async () => {
  scenario = await startScenario({ base, head: leaking });
  scenario.github.fault = ({ route }) =>
    route.endsWith("/permission") ? { kind: "answer", answer: { status: 404, body: { message: "no" } } } : null;
  await scenario.run({ event: "issue_comment", payload: comment("/debate review") });
  expect(scenario.github.world.checks).toEqual([]);
});

test("a merge group with a pull request that was retargeted since its review is debated again", async () => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: risky });
  const { pull, github } = scenario;
  const main = pull.base;
  const soft = pull.head.sha;
  scenario.push({ ...risky, ...readme });
  pull.base = { ref: "soft", sha: soft };
  expect((await scenario.run({ models })).outputs).toMatchObject({ result: "clean" });
  pull.base = main;
  const group = addCommit(github.world, { ...risky, ...readme }, [main.sha], "A change (#7)");
  const run = await scenario.run({ event: "merge_group", payload: groupOf(group), models });
  expect(run.outputs).toMatchObject({ result: "blocked", conclusion: "failure" });
});

test.each([
  ["an issue", () => undefined],
  [
    "a pull request that is closed",
    () => scenario.github.world.pulls.set(99, { ...scenario.pull, number: 99, isOpen: false }),
  ],
  [
    "an open pull request that is not in the group",
    () => scenario.github.world.pulls.set(99, { ...scenario.pull, number: 99 }),
  ],
])("a commit that names %s does not stop its merge group", async (_name, prepare) => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: clean });
  const { github, pull } = scenario;
  await scenario.run({ models });
  prepare();
  const own = addCommit(github.world, clean, [pull.base.sha], "Trim the name (#99)");
  const group = addCommit(github.world, clean, [pull.base.sha, own], "Merge pull request #7 from octo/topic");
  const run = await scenario.run({ event: "merge_group", payload: groupOf(group), models });
  expect(run.outputs).toMatchObject({ result: "clean", conclusion: "success" });
});

test("a squashed commit that names an issue does not stop the queue of one pull request", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: clean });
  const { github, pull } = scenario;
  await scenario.run({ models });
  const group = addCommit(github.world, clean, [pull.base.sha], "Trim the name (#99)");
  const run = await scenario.run({ event: "merge_group", payload: groupOf(group), models });
  expect(run.outputs).toMatchObject({ result: "clean", conclusion: "success" });
});

test("two pull requests of one workflow run: a fault in the first does not skip the second", async () => {
  models = await startReviewers(() => []);
  scenario = await startScenario({ base, head: clean });
  const { github, pull } = scenario;
  github.world.pulls.set(8, { ...pull, number: 8 });
  // Newest first: the second pull request is reviewed before the first.
  github.fault = ({ path }) =>
    path.endsWith("/pulls/8") ? { kind: "answer", answer: { status: 403, body: { message: "no" } } } : null;
  const payload = {
    action: "completed",
    repository: { full_name: "octo/app" },
    workflow_run: { head_sha: pull.head.sha, head_repository: { full_name: "octo/app" } },
  };
  const run = await scenario.run({ event: "workflow_run", payload, models });
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("::error");
  expect(checkOn(github, pull.head.sha)).toMatchObject({ status: "completed" });
});
