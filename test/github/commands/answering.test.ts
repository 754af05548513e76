import { afterEach, beforeEach, expect, test } from "vitest";
import {
  excessOf,
  floodSentence,
  notWritten,
  postInThread,
  refuse,
  refuseFlood,
  say,
  sign,
} from "../../../src/github/commands/answering.ts";
import { answerTo } from "../../../src/github/publication/answer.ts";
import { reviewOnGitHub } from "../../../src/github/runs/pull-request.ts";
import { base, risky } from "../../scenarios/samples.ts";
import { refusing } from "../../support/app-stage.ts";
import { type CommandStage, commandStage } from "../../support/command-stage.ts";
import { answersIn, commentBy, repliesIn, replyBy, signsOn } from "../../support/commands.ts";
import { placeOf } from "../../support/place.ts";
import { type Scenario, startScenario } from "../../support/scenario.ts";

let scenario: Scenario;
let stage: CommandStage;
beforeEach(async () => {
  scenario = await startScenario({ base, head: risky });
  stage = commandStage(scenario);
});
afterEach(async () => {
  await scenario.close();
  expect(scenario.github.violations).toEqual([]);
});

const { signal } = new AbortController();
const none = async () => [];

test.each([
  [9, 0],
  [10, 1],
  [12, 3],
])("after %i commands within ten minutes the next one is %i beyond the limit", async (count, excess) => {
  for (let index = 0; index < count; index += 1) commentBy(scenario, "max", "/debate status");
  expect(await excessOf(stage.incoming("max", "/debate review"), none, signal)).toBe(excess);
  expect(await excessOf(stage.incoming("mia", "/debate review"), none, signal)).toBe(0);
});

test("ordinary comments do not count, and threads are read only where a person may be beyond the limit", async () => {
  const asked: string[] = [];
  const threads = async () => {
    asked.push("threads");
    return [];
  };
  for (let index = 0; index < 9; index += 1) commentBy(scenario, "max", "/debate status");
  expect(await excessOf(stage.incoming("max", "/debate review"), threads, signal)).toBe(0);
  expect(asked).toEqual([]);
  for (let index = 0; index < 9; index += 1) commentBy(scenario, "eve", "Looks good to me.");
  for (let index = 0; index < 9; index += 1) commentBy(scenario, "eve", "I read it again.");
  expect(await excessOf(stage.incoming("eve", "/debate review"), threads, signal)).toBe(0);
  expect(asked).toEqual(["threads"]);
});

test("replies in our threads count, replies in those of others do not", async () => {
  const task = { kind: "pull-request", repo: "octo/app", number: scenario.pull.number, isExplicit: false } as const;
  await reviewOnGitHub({ ...stage.options, task }, signal);
  for (let index = 0; index < 10; index += 1) replyBy(scenario, "max", `No, for reason ${index}.`);
  const { posts } = await placeOf(scenario);
  expect(posts.threads).toHaveLength(1);
  const ours = async () => posts.threads;
  expect(await excessOf(stage.incoming("max", "/debate review"), ours, signal)).toBe(1);
  expect(await excessOf(stage.incoming("max", "/debate review"), none, signal)).toBe(0);
});

test("only the first command beyond the limit gets a sentence; the others get 👎 and a note", async () => {
  for (const excess of [1, 2, 3]) await refuseFlood(await stage.answering("max", "/debate status"), excess, signal);
  expect(answersIn(scenario)).toHaveLength(1);
  expect(answersIn(scenario)[0]).toContain(floodSentence());
  expect(stage.notes).toEqual(Array.from({ length: 3 }, () => `A command was refused: ${floodSentence()}`));
  expect(scenario.github.world.reactions.map(({ content }) => content)).toEqual(["-1", "-1", "-1"]);
});

test("the same refusal is written once, also for another comment", async () => {
  for (let times = 0; times < 2; times += 1)
    await refuse(await stage.answering("max", "/debate resume"), "Reviews are not paused.", signal);
  expect(answersIn(scenario)).toHaveLength(1);
});

test.each([403, 422])("an answer or a reaction that GitHub refuses (%i) is a note and no failure", async (status) => {
  const context = await stage.answering("max", "/debate status");
  scenario.github.fault = refusing(() => true, status);
  await say(context, answerTo("comment 1", "The result.", context.head), signal);
  await sign(context, "+1", signal);
  expect(stage.notes).toHaveLength(2);
  for (const note of stage.notes) expect(note).toMatch(/^The comment could not be answered: /);
});

test("an interrupted answer is a failure: the job is run again", async () => {
  const context = await stage.answering("max", "/debate status");
  const stopped = AbortSignal.abort(new Error("interrupted"));
  await expect(say(context, answerTo("comment 1", "The result.", context.head), stopped)).rejects.toThrow(
    "interrupted",
  );
  expect(stage.notes).toEqual([]);
});

test("a final reaction makes 👀 superfluous, and 👀 itself does not", async () => {
  const context = { ...stage.incoming("max", "/debate status"), answered: new AbortController() };
  await sign(context, "eyes", signal);
  expect(context.answered.signal.aborted).toBe(false);
  await sign(context, "+1", signal);
  expect(context.answered.signal.aborted).toBe(true);
  expect(signsOn(scenario, context.given.comment)).toEqual(["eyes", "+1"]);
});

test("a reply in our thread is written once, and the thread stays as it is", async () => {
  const task = { kind: "pull-request", repo: "octo/app", number: scenario.pull.number, isExplicit: false } as const;
  await reviewOnGitHub({ ...stage.options, task }, signal);
  const body = answerTo("comment 1", "It is settled.", scenario.pull.head.sha).body;
  for (let times = 0; times < 2; times += 1) {
    const { github, pull, posts } = await placeOf(scenario);
    for (const thread of posts.threads) expect(await postInThread({ github, pull }, thread, body, signal)).toBe(true);
  }
  expect(repliesIn(scenario)).toHaveLength(1);
  expect(scenario.github.world.threads[0]?.isResolved).toBe(false);
});

test("a decision that is not written everywhere names the parts and the command that shows the result", () => {
  expect(notWritten(["the check", "a thread"])).toBe(
    "The decision is stored, but not everything could be written: the check; a thread. `/debate status` shows the current result.",
  );
});
