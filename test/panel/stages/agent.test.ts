import { describe, expect, test } from "vitest";
import type { PlanContext } from "../../../src/domain/views.ts";
import { llmDebateAgent, llmPlanAgent } from "../../../src/panel/stages/index.ts";
import { modelOptions } from "../../support/prompts.ts";
import { scriptedProvider } from "../../support/scripted-provider.ts";

const context: PlanContext = { question: "Cache?", thread: "", guide: "", map: [], files: [], diff: [] };
const { signal } = new AbortController();
const full = (end: string): string => `${"word ".repeat(1_600).slice(0, 8_000 - end.length)}${end}`;
const agent = { name: "data", instructions: full("END1"), task: full("END2"), files: ["src/END3.ts"], tools: [] };

const asked: readonly [string, (provider: ReturnType<typeof scriptedProvider>) => Promise<unknown>][] = [
  ["plan", (provider) => llmPlanAgent(modelOptions(provider)).open({ context, maxWords: 500, agent }, signal)],
  ["free debate", (provider) => llmDebateAgent(modelOptions(provider)).open({ context, agent }, signal)],
];

describe("an agent's request", () => {
  test.each(asked)("in a %s shows instructions, task and files whole, each up to its own limit", async (_kind, ask) => {
    const provider = scriptedProvider({ json: { summary: "s", steps: [], position: "Cache it.", claims: [] } });
    await ask(provider);
    const task = provider.requests[0]?.task ?? "";
    for (const end of ["END1", "END2", "END3"]) expect(task).toContain(end);
  });

  test("shows no more of a part than its limit", async () => {
    const provider = scriptedProvider({ json: { summary: "s", steps: [] } });
    const long = { ...agent, task: "x".repeat(1_000_000) };
    await llmPlanAgent(modelOptions(provider)).open({ context, maxWords: 500, agent: long }, signal);
    expect(provider.requests[0]?.task.length).toBeLessThan(40_000);
    expect(provider.requests[0]?.task).toContain("END3");
  });
});
