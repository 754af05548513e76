import { describe, expect, test } from "vitest";
import { debateStrategies } from "../../../src/domain/discussion/free-debate.ts";
import type { ProviderRequest } from "../../../src/domain/provider.ts";
import type { PlanContext } from "../../../src/domain/views.ts";
import { llmAgent, llmPlanAgent } from "../../../src/panel/stages/index.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { aStep, deliberate, opening, planners, votes } from "../../support/plan-table.ts";
import { modelOptions, prompts } from "../../support/prompts.ts";
import { aFinding } from "../../support/review-builder.ts";

const context: PlanContext = { question: "How?", thread: "", guide: "", map: [], files: [], diff: [] };
const step = { ...aStep("Build it"), id: "s1", raisedBy: ["bob"], dependsOn: [], needs: [], alsoProposed: [] };
const signal = new AbortController().signal;

/** The tasks that a seat sends under a strategy: a ballot, a rebuttal, and a closing. */
async function tasksUnder(strategy: string, opposes = false): Promise<string[]> {
  const asked: string[] = [];
  const provider = {
    complete: async ({ task }: ProviderRequest) => {
      asked.push(task);
      return {
        text: "",
        stop: "complete" as const,
        servedModel: null,
        usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
      };
    },
  };
  const options = modelOptions(provider, { strategy });
  const batch = { parts: [], tokens: 0 };
  const ballot = { items: [aFinding()], own: [], said: new Map() };
  const part = opposes ? { opposes: true } : {};
  const plan = llmPlanAgent(options);
  const table = { context, items: [step], own: [], said: new Map(), ...part };
  const calls = [
    llmAgent(options).ballot?.({ batch, index: 1, of: 1, round: 1, instructions: "", ...ballot }, signal),
    plan.rebut({ context, items: [step], round: 1, ...part }, signal),
    plan.close({ ...table, premises: [], maxWords: 200 }, signal),
  ];
  await Promise.allSettled(calls);
  return ["ballot", "plan-rebut", "plan-close"].map(
    (name) => asked.find((one) => one.includes(`# Stage: ${name}\n`)) ?? "",
  );
}

describe("the strategy shapes ballots and plans", () => {
  test.each(debateStrategies)("%s is in the task of a ballot, a rebuttal and a closing", async (strategy) => {
    const texts = prompts.strategies.get(strategy);
    const [ballot, rebuttal, closing] = await tasksUnder(strategy);
    expect(ballot).toContain(texts?.voter);
    expect(rebuttal).toContain(texts?.planner);
    expect(closing).toContain(texts?.planner);
  });

  test("each strategy asks in other words, so that a kept answer never serves another strategy", async () => {
    const all = await Promise.all(debateStrategies.map((strategy) => tasksUnder(strategy)));
    for (const index of [0, 1, 2]) expect(new Set(all.map((tasks) => tasks[index])).size).toBe(debateStrategies.length);
  });

  test("the devil's advocate of a plan gets a text of its own", async () => {
    const [, rebuttal, closing] = await tasksUnder("devils-advocate", true);
    const { opponent = "", planner } = prompts.strategies.get("devils-advocate") ?? { planner: "" };
    for (const task of [rebuttal, closing]) {
      expect(task).toContain(opponent);
      expect(task).not.toContain(planner);
    }
  });

  test("an unknown strategy is refused before a planner is asked", () => {
    const provider = { complete: async () => Promise.reject(new Error("asked")) };
    expect(() => llmPlanAgent(modelOptions(provider, { strategy: "shouting" }))).toThrow("unknown strategy");
  });
});

describe("who is the devil's advocate of a plan", () => {
  const opposing = async (strategy: "devils-advocate" | "adversarial") => {
    const cast = new Map<string, (boolean | undefined)[]>();
    const seen = (name: string, opposes: boolean | undefined) => cast.set(name, [...(cast.get(name) ?? []), opposes]);
    const seats = planners(
      ...["ada", "bob", "cyd"].map((name) => ({
        open: async () => opening(aStep(`Step of ${name}`)),
        rebut: async (request: Parameters<ReturnType<typeof votes>>[0] & { readonly opposes?: boolean }) => {
          seen(name, request.opposes);
          return votes()(request);
        },
        close: async ({ opposes }: { readonly opposes?: boolean }) => {
          seen(name, opposes);
          return { position: "", concessions: [] };
        },
      })),
    );
    await deliberate(seats, { settings: { debate: { ...defaultSettings.debate, strategy } } });
    return Object.fromEntries(cast);
  };

  test("the last seat, in its rebuttal and its closing", async () => {
    expect(await opposing("devils-advocate")).toEqual({
      ...{ ada: [undefined, undefined], bob: [undefined, undefined] },
      cyd: [true, true],
    });
  });

  test("no seat under another strategy", async () => {
    expect(
      Object.values(await opposing("adversarial"))
        .flat()
        .some(Boolean),
    ).toBe(false);
  });
});
