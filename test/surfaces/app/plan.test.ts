import { afterEach, describe, expect, test } from "vitest";
import {
  type App,
  type AppProcess,
  common,
  eventually,
  pullEvent,
  startApp,
  startAppProcess,
} from "../../support/app-run.ts";
import { answersIn, commentBy, signsOn } from "../../support/commands.ts";
import { type Handler, type ModelServer, startModelServer } from "../../support/model-server.ts";
import { planAnswers, planAnswersByLead, planAnswersDisputed } from "../../support/plan-script.ts";
import { type Scenario, startScenario } from "../../support/scenario.ts";
import { type Ground, groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const files = { "src/search.ts": "export const search = 1;\n" };

interface Stage {
  readonly scenario: Scenario;
  readonly models: ModelServer;
  readonly ground: Ground;
  /** From this call on, models are silent. */
  silentFrom: number;
}

async function stage(
  kind: (typeof oneStore)[number],
  answers: Handler = planAnswers,
  base: Readonly<Record<string, string>> = files,
): Promise<Stage> {
  const set = { silentFrom: Number.POSITIVE_INFINITY };
  const models = await startModelServer(async (call) => {
    if (call.index >= set.silentFrom) await new Promise(() => {});
    return answers(call);
  });
  const scenario = await startScenario({ base, head: { ...base, "src/search.ts": "export const search = 2;\n" } });
  const { app, world } = scenario.github;
  // Nobody reviews it meanwhile.
  scenario.pull.isOpen = false;
  app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  world.roles.set("max", "write");
  world.issues.set(12, { number: 12, title: "Searches are slow", body: "Since Monday." });
  const ground = await groundOf(kind);
  closing.push(ground.remove, models.close, scenario.close);
  return Object.assign(set, { scenario, models, ground });
}

async function start({ scenario: { github }, models, ground }: Stage, isSober = false): Promise<App> {
  const app = await startApp({ github, ...(isSober ? {} : { models }), ...ground.options });
  closing.push(app.stop);
  return app;
}

async function startToKill({ scenario: { github }, models, ground }: Stage): Promise<AppProcess> {
  const app = await startAppProcess({ github, models, ...ground.options });
  closing.push(app.kill);
  return app;
}

async function ask({ scenario }: Stage, app: App, line: string, given: { login?: string; issue?: number } = {}) {
  const { login = "max", ...place } = given;
  const { event, payload, id } = commentBy(scenario, login, `/debate plan ${line}`, place);
  expect(await app.deliver(event, { ...payload, ...common("octo/app") })).toBe(202);
  return () => signsOn(scenario, id);
}

/** As `/debate status` says it. */
async function spent(on: Stage, app: App): Promise<number> {
  const { event, payload, id } = commentBy(on.scenario, "max", "/debate status");
  await app.deliver(event, { ...payload, ...common("octo/app") });
  await eventually(() => expect(signsOn(on.scenario, id)).toContain("+1"));
  return Number(/Spent: `?\$([\d.]+)/.exec(answersIn(on.scenario).at(-1) ?? "")?.[1]);
}

/** Of all labels together. */
async function metric(app: App, name: string): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line.startsWith(`pr_debate_${name}`));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

const plansOf = ({ scenario }: Stage) =>
  scenario.github.world.issueComments.filter(({ body }) => body.includes("kind=plan"));

test.each([
  ["hierarchical", planAnswersByLead, "hierarchical (one led, 1 agent, 1 task)"],
  ["consensus", planAnswersDisputed, "consensus (2 rounds of votes: no position changed any more)"],
])("plans as %s where the base says so, and the plan says how", async (topology, answers, named) => {
  const settings = { ".github/pr-debate.yml": `version: 1\ndebate: { topology: ${topology} }\n` };
  const on = await stage("PGlite", answers, { ...files, ...settings });
  const app = await start(on);
  const signs = await ask(on, app, "How do we limit src/search.ts?");
  await eventually(() => expect(signs()).toContain("+1"));
  const [plan] = plansOf(on);
  expect(plan?.body).toContain(`| Topology | ${named} |`);
});

describe.each(oneStore)("on %s", (kind) => {
  test("F30 a question on a pull request and on an issue has one comment each, also when another person asks again", async () => {
    const on = await stage(kind);
    const app = await start(on);
    for (const place of [{}, { issue: 12 }, { issue: 12 }]) {
      const signs = await ask(on, app, "How do we limit searches in src/search.ts?", place);
      await eventually(() => expect(signs()).toEqual(["eyes", "+1"]));
    }
    expect(plansOf(on).map(({ number }) => number)).toEqual([7, 12]);
    for (const { body } of plansOf(on)) expect(body).toContain("# PR Debate: A plan of");
    expect(on.scenario.github.world.checks).toEqual([]);
    expect(on.scenario.github.violations).toEqual([]);
  });

  test("the cost of a plan counts towards its pull request and in the metrics", async () => {
    const on = await stage(kind);
    on.scenario.pull.isOpen = true;
    const app = await start(on);
    await app.deliver("pull_request", pullEvent("opened", on.scenario.pull));
    await eventually(() => expect(on.scenario.github.world.checks.at(-1)?.status).toBe("completed"));
    const before = [await spent(on, app), await metric(app, "cost_usd_total")] as const;
    const signs = await ask(on, app, "How do we limit searches?");
    await eventually(() => expect(signs()).toEqual(["eyes", "+1"]));
    const cost = (await spent(on, app)) - before[0];
    expect(cost).toBeGreaterThan(0.01);
    expect((await metric(app, "cost_usd_total")) - before[1]).toBeCloseTo(cost, 3);
    expect(await metric(app, 'plans_total{result="complete"}')).toBe(1);
  });

  test("plans a question once that is asked twice at once", async () => {
    const on = await stage(kind);
    const app = await start(on);
    const asked = [];
    for (const line of ["How?", " HOW?"]) asked.push(await ask(on, app, line, { issue: 12 }));
    for (const signs of asked) await eventually(() => expect(signs()).toEqual(["eyes", "+1"]));
    expect(on.models.calls.filter(({ stage: step }) => step === "plan-open")).toHaveLength(3);
    expect(plansOf(on)).toHaveLength(1);
    expect(answersIn(on.scenario)).toEqual([expect.stringContaining("This question is ")]);
  });

  test("H30 without write access a question gets only a 👎, and without a model the sentence", async () => {
    const on = await stage(kind);
    const app = await start(on, true);
    const refused = await ask(on, app, "How?", { login: "eve", issue: 12 });
    await eventually(() => expect(refused()).toEqual(["-1"]));
    expect(plansOf(on)).toEqual([]);
    const signs = await ask(on, app, "How?", { issue: 12 });
    await eventually(() => expect(signs()).toEqual(["eyes", "-1"]));
    expect(plansOf(on)[0]?.body).toContain("A plan needs a model");
    expect(on.models.calls).toEqual([]);
  });

  test("a running plan delays no command", async () => {
    const on = await stage(kind);
    on.silentFrom = 0;
    const app = await start(on);
    for (const line of ["One?", "Two?", "Three?"]) await ask(on, app, line, { issue: 12 });
    await eventually(() => expect(on.models.calls.length).toBeGreaterThan(0));
    const { event, payload, id } = commentBy(on.scenario, "max", "/debate help");
    await app.deliver(event, { ...payload, ...common("octo/app") });
    await eventually(() => expect(signsOn(on.scenario, id)).toContain("+1"), 5);
  });

  test("a SIGKILL during a plan leaves one comment, and no model answer is paid twice", async () => {
    const on = await stage(kind);
    on.silentFrom = 5;
    const first = await startToKill(on);
    const signs = await ask(on, first, "How do we limit searches?", { issue: 12 });
    await eventually(() => expect(on.models.calls.length).toBeGreaterThan(5));
    await first.kill();
    expect(plansOf(on)).toHaveLength(1);
    expect(plansOf(on)[0]?.body).toContain("planning …");
    on.silentFrom = Number.POSITIVE_INFINITY;
    const before = on.models.calls.length;
    await start(on);
    await eventually(() => expect(signs()).toContain("+1"), 60);
    expect(plansOf(on)).toHaveLength(1);
    expect(plansOf(on)[0]?.body).toContain("# PR Debate: A plan of");
    const opened = on.models.calls.slice(before).filter(({ stage: step }) => step === "plan-open");
    expect(opened).toEqual([]);
  });

  test("a SIGKILL during a second plan leaves the earlier plan, and then the new one", async () => {
    const on = await stage(kind);
    const first = await startToKill(on);
    const before = await ask(on, first, "How?", { issue: 12 });
    await eventually(() => expect(before()).toContain("+1"));
    on.silentFrom = on.models.calls.length + 2;
    const signs = await ask(on, first, "how?", { issue: 12 });
    await eventually(() => expect(on.models.calls.length).toBeGreaterThan(on.silentFrom));
    await first.kill();
    const body = () => plansOf(on)[0]?.body ?? "";
    expect(body()).toMatch(/is planning this again for `@max`[\s\S]*\n# PR Debate: A plan of/);
    on.silentFrom = Number.POSITIVE_INFINITY;
    await start(on);
    await eventually(() => expect(signs()).toContain("+1"), 60);
    expect(plansOf(on)).toHaveLength(1);
    expect(body()).not.toContain("again for");
    expect(body().match(/A plan of/g)).toHaveLength(1);
  });
});
