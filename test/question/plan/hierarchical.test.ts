import { describe, expect, test } from "vitest";
import { ProviderError } from "../../../src/domain/provider.ts";
import type { PlanAgent } from "../../../src/panel/stages/index.ts";
import type { OpenRequest } from "../../../src/panel/stages/plan-open.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { complete, give, leading, spawn } from "../../support/leading.ts";
import { aStep, deliberate, opening, planners, stepTitles } from "../../support/plan-table.ts";

const settings = { debate: { ...defaultSettings.debate, topology: "hierarchical" as const } };
const titled = (text = "") => text.replace(/^Plan the /, "").replace(/^\w/, (letter) => letter.toUpperCase());

/** Opens with one step: about its task, or about the whole. It keeps what it was asked. */
function opens(seen: OpenRequest[] = []): Partial<PlanAgent> {
  return {
    open: async (request) => {
      seen.push(request);
      return opening(aStep(request.agent === undefined ? "The whole of it" : titled(request.agent.task)));
    },
  };
}

const dead = async (): Promise<never> => {
  throw new Error("the line is dead");
};
const twoTasks = [spawn("data"), spawn("routes"), give(["data", "Plan the cache"], ["routes", "Plan the limits"])];

describe("a plan that a lead splits", () => {
  test("has the steps of the agents, each of its seat; a seat without a task plans the whole", async () => {
    const seen: OpenRequest[] = [];
    const { lead } = leading(...twoTasks, complete);
    const made = await deliberate(planners({ lead, ...opens(seen) }, opens(seen), opens(seen)), { settings });
    expect(seen.map(({ agent }) => agent?.task)).toEqual(["Plan the cache", "Plan the limits", undefined]);
    expect(stepTitles(made)).toEqual(["The whole of it", "Cache", "Limits"]);
    expect(made.phases.flatMap(({ steps }) => steps.map(({ raisedBy }) => raisedBy))).toEqual([
      ["ada"],
      ["bob"],
      ["cyd"],
    ]);
    expect(made.topology).toEqual({
      name: "hierarchical",
      lead: "ada",
      complete: true,
      agents: [
        {
          name: "data",
          seat: "bob",
          tools: expect.any(Array),
          tasks: [{ task: "Plan the cache", files: [], raised: 1 }],
        },
        {
          name: "routes",
          seat: "cyd",
          tools: expect.any(Array),
          tasks: [{ task: "Plan the limits", files: [], raised: 1 }],
        },
      ],
    });
    expect(made.notes).toEqual([
      "The lead ada split the question into 2 tasks for 2 agents.",
      "ada got no task, so it opened on the whole question.",
    ]);
    expect(made.result).toBe("complete");
  });

  test("shows an agent its own task and nothing of the others, and the lead what came back", async () => {
    const seen: OpenRequest[] = [];
    const { lead, results } = leading(...twoTasks, complete);
    await deliberate(planners({ lead, ...opens(seen) }, opens(seen), opens(seen)), { settings });
    expect(JSON.stringify(seen[0])).not.toContain("limits");
    expect(results[2]).toContain('"title":"Cache"');
    expect(results[2]).toContain('"agent":"routes"');
  });

  test("makes one opening of the tasks of one seat, and proposes a step that both have once", async () => {
    const { lead } = leading(
      spawn("one"),
      give(["one", "Plan the cache"], ["one", "Plan the limits"], ["one", "Plan the cache"]),
      complete,
    );
    const made = await deliberate(planners({ lead, ...opens() }, opens()), { settings });
    expect(stepTitles(made)).toHaveLength(3);
    expect(new Set(stepTitles(made))).toEqual(new Set(["Cache", "Limits", "The whole of it"]));
    expect(made.notes).toContain("The opening of bob repeated 1 step of its earlier tasks, kept once.");
    expect(made.topology?.agents?.[0]?.tasks.map(({ raised }) => raised)).toEqual([1, 1, 1]);
  });

  test("keeps as many steps of one seat as of any, some of each task, and says so", async () => {
    const many = async ({ agent }: OpenRequest) =>
      opening(
        ...Array.from({ length: 15 }, (_, at) => aStep(`${titled(agent?.task)} number${at}`, { description: "x" })),
      );
    const { lead } = leading(spawn("one"), give(["one", "Cache"], ["one", "Limits"]), complete);
    const made = await deliberate(planners({ lead, ...opens() }, { open: many }), { settings });
    const titles = stepTitles(made);
    expect(titles.filter((title) => title.startsWith("Cache"))).toHaveLength(10);
    expect(titles.filter((title) => title.startsWith("Limits"))).toHaveLength(10);
    expect(made.notes).toContain("The opening of bob had 30 steps, of which 20 are kept.");
  });

  test("keeps a part of each summary of a seat, within the words of one plan, and says so", async () => {
    const long = async ({ agent }: OpenRequest) => ({
      ...opening(aStep(titled(agent?.task))),
      summary: `${agent?.task} `.repeat(500),
    });
    const { lead } = leading(spawn("one"), give(["one", "Cache"], ["one", "Limits"]), complete);
    const made = await deliberate(planners({ lead, open: dead }, { open: long, compose: dead }), {
      settings: { ...settings, plan: { ...defaultSettings.plan, maxWords: 120 } },
    });
    expect(made.notes.filter((note) => note.startsWith("The opening of bob"))).toEqual([
      "The opening of bob was cut to 120 words.",
    ]);
    expect([made.summary.split("Cache").length, made.summary.split("Limits").length]).toEqual([19, 19]);
  });

  test("opens after complete at once, and runs no call of the lead after it", async () => {
    const { lead, results } = leading(spawn("one"), complete, give(["one", "Plan the cache"]));
    const made = await deliberate(planners({ lead, ...opens() }, opens()), { settings });
    expect(results).toHaveLength(2);
    expect(stepTitles(made)).toEqual(["The whole of it"]);
    expect(made.notes).toContain(
      "The lead ada handed out no task, so the seats opened in parallel, each on the whole question.",
    );
  });
});

describe("what can go wrong", () => {
  test("a lead that never completes: what it handed out counts, and a note says so", async () => {
    const { lead } = leading(...twoTasks);
    const made = await deliberate(planners({ lead, ...opens() }, opens(), opens()), { settings });
    expect(made.topology?.complete).toBe(false);
    expect(made.notes).toContain("The lead ada never completed its work.");
    expect(stepTitles(made)).toContain("Cache");
  });

  test("a lead that fails after it handed out tasks: they count, and its seat takes no further part", async () => {
    const { lead } = leading(...twoTasks);
    const failing: PlanAgent["lead"] = async (request, signal) => {
      await lead(request, signal);
      return dead();
    };
    const made = await deliberate(planners({ lead: failing, ...opens() }, opens(), opens()), { settings });
    expect(stepTitles(made)).toEqual(["Cache", "Limits"]);
    expect(made.result).toBe("degraded");
    expect(made.notes).toContain("The lead ada never completed its work (the line is dead).");
    expect(made.failures).toEqual([{ seat: "ada", step: "plan-lead", reason: "the line is dead" }]);
  });

  test("a lead that fails at once: the others plan the whole, and a note says why", async () => {
    const made = await deliberate(planners({ lead: dead, ...opens() }, opens(), opens()), { settings });
    expect(made.notes).toContain(
      "The lead ada failed (the line is dead), so the seats opened in parallel, each on the whole question.",
    );
    expect(made.phases.flatMap(({ steps }) => steps.map(({ raisedBy }) => raisedBy))).toEqual([["bob", "cyd"]]);
  });

  test("a task that fails is shown to the lead and in the report, and the seat is lost", async () => {
    const { lead, results } = leading(...twoTasks, complete);
    const made = await deliberate(planners({ lead, ...opens() }, { open: dead }, opens()), { settings });
    expect(results[2]).toContain('"failed":["the line is dead"]');
    expect(made.topology?.agents?.[0]?.tasks).toEqual([
      { task: "Plan the cache", files: [], raised: 0, failure: "the line is dead" },
    ]);
    expect(made.panel.seats.filter(({ healthy }) => !healthy).map(({ name }) => name)).toEqual(["bob"]);
  });

  test("a spent budget ends the openings; the plan says if no seat opened", async () => {
    const spent = async (): Promise<never> => {
      throw new ProviderError("budget", "The budget of 1 call is used up.");
    };
    const seen: OpenRequest[] = [];
    const made = await deliberate(planners({ lead: spent, ...opens(seen) }, opens(seen)), { settings });
    expect(seen).toEqual([]);
    expect([made.result, made.topology, made.notes]).toEqual(["failed", undefined, []]);
    expect(made.reason).toContain("The budget of 1 call is used up.");
  });

  test("a program cannot lead; where no seat can, all plan the whole and a note says so", async () => {
    const { lead } = leading(...twoTasks, complete);
    const [program, ...others] = planners({ lead, ...opens() }, { lead, ...opens() }, opens());
    const first = { ...program, provider: "command:codex" } as (typeof others)[number];
    const made = await deliberate([first, ...others], { settings });
    expect(made.topology?.lead).toBe("bob");
    expect(made.topology?.agents?.map(({ seat }) => seat)).toEqual(["cyd", "ada"]);
    const none = await deliberate(planners(opens(), opens()), { settings });
    expect(none.topology).toEqual({ name: "hierarchical" });
    expect(none.notes).toEqual([
      "The topology hierarchical needs a model seat as lead, so the seats opened in parallel, each on the whole question.",
    ]);
  });

  test("a seat alone leads itself: its agents are requests of their own", async () => {
    const { lead } = leading(...twoTasks, complete);
    const made = await deliberate(planners({ lead, ...opens() }), { settings });
    expect(stepTitles(made)).toHaveLength(2);
    expect(new Set(stepTitles(made))).toEqual(new Set(["Cache", "Limits"]));
  });
});

describe("the files of a task", () => {
  test("reach the agent whole, or the lead reads how many were left out", async () => {
    const seen: OpenRequest[] = [];
    const files = Array.from({ length: 2_000 }, (_, at) => `src/a-folder-of-this-repository/file-${at}.ts`);
    const { lead, results } = leading(
      spawn("one"),
      ["delegate", { agent: "one", task: "Plan the cache", files: files.slice(0, 3) }],
      ["delegate", { agent: "one", task: "Plan the limits", files }],
      complete,
    );
    await deliberate(planners({ lead, ...opens() }, opens(seen)), { settings });
    expect(seen[0]?.agent?.files).toEqual(files.slice(0, 3));
    expect(results[1]).not.toContain("left out");
    const shown = seen[1]?.agent?.files ?? [];
    expect(shown).toEqual(files.slice(0, shown.length));
    expect(shown.join(", ").length).toBeLessThanOrEqual(8_000);
    expect(results[2]).toContain(`The agent was shown ${shown.length} of 2000 files, the rest was left out.`);
  });
});
