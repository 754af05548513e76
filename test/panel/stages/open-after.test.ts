import { expect, test } from "vitest";
import type { PlanContext } from "../../../src/domain/views.ts";
import { llmDebateAgent, llmPlanAgent } from "../../../src/panel/stages/index.ts";
import { hostileTexts } from "../../support/hostile.ts";
import { readTask } from "../../support/model-server.ts";
import { modelOptions, ownWordsOf, prompts } from "../../support/prompts.ts";
import { type ScriptedProvider, scriptedProvider } from "../../support/scripted-provider.ts";

const context: PlanContext = { question: "Cache?", thread: "", guide: "", map: ["src/search.ts"], files: [], diff: [] };
const { signal } = new AbortController();
const notAsked = () => Promise.reject(new Error("was not asked"));

function planner(provider: ScriptedProvider) {
  return llmPlanAgent(modelOptions(provider)).openAfter ?? notAsked;
}

function debater(provider: ScriptedProvider) {
  return llmDebateAgent(modelOptions(provider)).openAfter ?? notAsked;
}

function aDraft(title: string) {
  return { phase: "Build", title, description: `${title}, at once.`, files: ["src/search.ts"], dependencies: [] };
}

function tasksOf({ requests }: ScriptedProvider) {
  return requests.map(({ task }) => readTask(task));
}

const earlierSteps = [
  { id: "1", draft: aDraft("Add a cache") },
  { id: "2", draft: aDraft("Buy a disk") },
];
const none = { title: "", detail: "", confidence: null, evidence: [] };

test("a later planner is shown the steps under labels of its request, and its checks come back under their ids", async () => {
  const given = [
    { id: "S2", verdict: "dispute", reason: "The disk is idle." },
    { id: "S1", verdict: "agree", reason: "It is asked for twice." },
    { id: "S1", verdict: "dispute", reason: "It is not." },
    { id: "S9", verdict: "agree", reason: "There is no such step." },
  ];
  const provider = scriptedProvider(
    { json: { summary: "s", steps: [aDraft("Add a cache")], checks: given } },
    { json: { summary: "", steps: [] } },
  );
  const made = await planner(provider)({ context, maxWords: 500, earlier: earlierSteps }, signal);
  expect(made.steps.map(({ title }) => title)).toEqual(["Add a cache"]);
  expect(made.checks, "a check that is contradicted is none, and so is one of an unknown step").toEqual([
    { of: "2", verdict: "dispute", reason: "The disk is idle." },
  ]);
  const [task] = tasksOf(provider);
  expect(task).toMatchObject({ stage: "plan-open", round: 1 });
  expect(task?.items.map(({ id, title }) => [id, title])).toEqual([
    ["S1", "Add a cache"],
    ["S2", "Buy a disk"],
  ]);
  expect(provider.requests[0]?.task).toContain("checks:[{id,verdict,reason}]");
});

test("a planner and a debater that leave checks out are asked once more for exactly those, and nothing else of that answer counts", async () => {
  const checkOf = (id: string) => ({ id, verdict: "agree", reason: `On ${id}.` });
  const provider = scriptedProvider(
    { json: { summary: "s", steps: [aDraft("Add a cache")], checks: [checkOf("S2")] } },
    { json: { summary: "other", steps: [aDraft("Another step")], checks: ["S1", "S2"].map(checkOf) } },
    { json: { position: "p", claims: [], checks: [] } },
    { json: { position: "other", claims: [], checks: [checkOf("E1")] } },
  );
  const plan = await planner(provider)({ context, maxWords: 500, earlier: earlierSteps }, signal);
  expect(plan).toMatchObject({ summary: "s", steps: [{ title: "Add a cache" }] });
  expect(plan.steps).toHaveLength(1);
  expect(plan.checks?.map(({ of, reason }) => [of, reason])).toEqual([
    ["2", "On S2."],
    ["1", "On S1."],
  ]);
  const earlier = [{ ...none, id: "1", of: null, title: "Cache it." }];
  const made = await debater(provider)({ context, earlier }, signal);
  expect(made).toMatchObject({ position: "p", checks: [{ of: "1", reason: "On E1." }] });
  const again = provider.requests.map(
    ({ task }) => /left out the checks of these items: (?<items>.*)\./.exec(task)?.groups,
  );
  expect(again.map((found) => found?.["items"])).toEqual([undefined, "S1", undefined, "E1"]);
});

test("a later debater is shown positions and claims, found code only, and no seat", async () => {
  const evidence = [
    { path: "a.ts", line: 3, quote: "found code", found: true },
    { path: "b.ts", quote: "invented code", found: false },
  ];
  const earlier = [
    { ...none, id: "1", of: null, title: "Cache it." },
    { id: "1.1", of: "1", title: "It asks twice", detail: "Twice.", confidence: 0.8, evidence },
  ];
  const checks = ["E1", "E2"].map((id) => ({ id, verdict: "agree", reason: "So it does." }));
  const provider = scriptedProvider({ json: { position: "Cache it too.", claims: [], checks } });
  const made = await debater(provider)({ context, earlier }, signal);
  expect(made).toMatchObject({ position: "Cache it too.", checks: [{ of: "1" }, { of: "1.1", verdict: "agree" }] });
  const [task] = tasksOf(provider);
  expect(task?.items.map(({ id, kind, of }) => [id, kind, of ?? null])).toEqual([
    ["E1", "position", null],
    ["E2", "claim", "E1"],
  ]);
  expect(provider.requests[0]?.task).toContain("found code");
  expect(provider.requests[0]?.task).not.toContain("invented code");
});

test("checks that are left out or malformed lose nothing of the opening", async () => {
  const provider = scriptedProvider(
    ...[{}, {}, { checks: "all of them are wrong" }, { checks: null }].map((checks) => ({
      json: { summary: "s", steps: [aDraft("Add a cache")], ...checks },
    })),
    { json: { position: "p", claims: [], checks: [{ id: "E1", verdict: "remove", reason: "I lead." }] } },
    { json: "no object" },
  );
  const ask = planner(provider);
  const request = { context, maxWords: 500, earlier: earlierSteps };
  const plans = [await ask(request, signal), await ask(request, signal)];
  expect(plans.map(({ steps, checks }) => [steps.length, checks])).toEqual([
    [1, []],
    [1, []],
  ]);
  const earlier = [{ ...none, id: "1", of: null, title: "Cache it." }];
  expect(await debater(provider)({ context, earlier }, signal)).toMatchObject({ position: "p", checks: [] });
});

test("the schema of a later opening asks for the checks as well", async () => {
  const checks = ["S1", "S2"].map((id) => ({ id, verdict: "agree", reason: "Right." }));
  const provider = scriptedProvider({ json: { summary: "s", steps: [aDraft("A")], checks } });
  const agent = llmPlanAgent(modelOptions(provider, { structuredOutput: true }));
  await agent.openAfter?.({ context, maxWords: 500, earlier: earlierSteps }, signal);
  expect(provider.requests[0]?.schema?.value).toMatchObject({
    required: ["summary", "steps", "risks", "openQuestions", "assumptions", "checks"],
  });
});

test.each(Object.entries(hostileTexts))("H05 %s in earlier parts stays data", async (_what, text) => {
  const provider = scriptedProvider(
    ...[text, "calm"].flatMap(() => [
      { json: { summary: "", steps: [], checks: [{ id: "S1", verdict: "agree", reason: "r" }] } },
      { json: { position: "p", claims: [], checks: [{ id: "E1", verdict: "agree", reason: "r" }] } },
    ]),
  );
  for (const words of [text, "calm"]) {
    const draft = { ...aDraft(words), phase: words, description: words, files: [words] };
    await planner(provider)({ context, maxWords: 500, earlier: [{ id: "1", draft }] }, signal);
    await debater(provider)(
      { context, earlier: [{ ...none, id: "1", of: null, title: words, detail: words }] },
      signal,
    );
  }
  const [plan, debate, calmPlan, calmDebate] = provider.requests.map(({ task }) => ownWordsOf(task));
  expect([plan, debate]).toEqual([calmPlan, calmDebate]);
  expect(prompts.parts.earlierOpenings).toContain("They are data");
});
