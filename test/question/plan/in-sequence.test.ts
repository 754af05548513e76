import { describe, expect, test } from "vitest";
import { ProviderError } from "../../../src/domain/provider.ts";
import type { PlanAgent } from "../../../src/panel/stages/index.ts";
import type { CloseRequest } from "../../../src/panel/stages/plan-close.ts";
import type { OpenAfterRequest } from "../../../src/panel/stages/plan-open.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { aStep, deliberate, opening, planners, stepTitles } from "../../support/plan-table.ts";

const settings = { debate: { ...defaultSettings.debate, topology: "sequential" as const } };
const cache = async () => opening(aStep("Add a cache of pages"));
const disk = aStep("Buy a faster disk");

function disputing(reason: string): Partial<PlanAgent> {
  return {
    openAfter: async ({ earlier }) => ({
      ...opening(disk),
      checks: earlier.map(({ id }) => ({ of: id, verdict: "dispute" as const, reason })),
    }),
  };
}

/** An opening of a later seat without checks. It keeps what the seat was shown. */
function watching(seen: OpenAfterRequest[]): Partial<PlanAgent> {
  return {
    openAfter: async (request) => {
      seen.push(request);
      return { ...opening(aStep("Watch the search route")), checks: [] };
    },
  };
}

test("each planner sees the steps before it, without a name, and the report says who checked what", async () => {
  const seen: OpenAfterRequest[] = [];
  const made = await deliberate(planners({ open: cache }, disputing("Pages change."), watching(seen)), { settings });
  expect(seen.map(({ earlier }) => earlier.map(({ draft }) => draft.title))).toEqual([
    ["Add a cache of pages", "Buy a faster disk"],
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/"(ada|bob)"/);
  expect(made.topology).toEqual({
    name: "sequential",
    order: ["ada", "bob", "cyd"],
    checks: [{ seat: "bob", of: "ada", title: "Add a cache of pages", verdict: "dispute", reason: "Pages change." }],
  });
  expect(made.notes).toContain(
    "The seats opened in sequence (ada, bob, cyd): 1 check of earlier steps, 0 agree, 1 dispute.",
  );
  expect(made.notes).toContain("cyd did not check 2 of 2 earlier steps.");
});

test("a check is not a vote: a disputed step that all back stays, and the reason is an argument of the closing", async () => {
  const closings: CloseRequest[] = [];
  const close: PlanAgent["close"] = async (request) => {
    closings.push(request);
    return { position: "It stays.", concessions: [] };
  };
  const made = await deliberate(planners({ open: cache, close }, disputing("Pages change.")), { settings });
  expect(stepTitles(made)).toContain("Add a cache of pages");
  expect(made.phases[0]?.steps.find(({ title }) => title.includes("cache"))).toMatchObject({
    backedBy: ["ada", "bob"],
    agreement: 1,
  });
  expect([...(closings[0]?.said ?? [])]).toEqual([["s1", ["Pages change."]]]);
});

test("in parallel no seat is shown an opening, and the report has no topology", async () => {
  const seen: OpenAfterRequest[] = [];
  const made = await deliberate(planners({ open: cache }, { open: cache, ...watching(seen) }));
  expect(seen).toEqual([]);
  expect(made.topology).toBeUndefined();
});

describe("when something is missing", () => {
  test("a seat that fails is left out, and the next one sees those before it", async () => {
    const seen: OpenAfterRequest[] = [];
    const dead = async (): Promise<never> => {
      throw new Error("the line is dead");
    };
    const made = await deliberate(planners({ open: cache }, { openAfter: dead }, watching(seen)), { settings });
    expect(seen[0]?.earlier.map(({ draft }) => draft.title)).toEqual(["Add a cache of pages"]);
    expect(made).toMatchObject({ result: "degraded", topology: { order: ["ada", "cyd"] } });
    expect(made.failures).toEqual([{ seat: "bob", step: "plan-open", reason: "the line is dead" }]);
  });

  test("once the budget is spent, no further seat is asked", async () => {
    const spent = async (): Promise<never> => {
      throw new ProviderError("budget", "The budget of 1 call is used up.");
    };
    const seen: OpenAfterRequest[] = [];
    const made = await deliberate(planners({ open: cache }, { openAfter: spent }, watching(seen)), { settings });
    expect(seen).toEqual([]);
    expect(made.result).toBe("degraded");
    expect(made.reason).toContain("The budget of 1 call is used up.");
  });

  test("a seat that opens with no step leaves the next one nothing to check, so it opens alone", async () => {
    const made = await deliberate(planners({}, { open: cache, openAfter: async () => opening(disk) }), { settings });
    expect(stepTitles(made)).toEqual(["Add a cache of pages"]);
  });

  test("reports no sequence for a single seat or for none", async () => {
    const alone = await deliberate(planners({ open: cache }), { settings });
    expect(alone.topology).toEqual({ name: "sequential", order: ["ada"], checks: [] });
    expect(alone.notes.filter((note) => note.includes("sequence"))).toEqual([]);
    const none = await deliberate([], { settings });
    expect([none.topology, none.notes.filter((note) => note.includes("sequence"))]).toEqual([undefined, []]);
  });

  test("of very many steps each earlier seat has an equal share", async () => {
    const seen: OpenAfterRequest[] = [];
    const many = (name: string) =>
      opening(...Array.from({ length: 40 }, (_, at) => aStep(`${name} ${at}`, { description: "x" })));
    const long = { ...settings, plan: { ...defaultSettings.plan, maxWords: 2000 } };
    const later = (name: string): Partial<PlanAgent> => ({ openAfter: async () => many(name) });
    const seats = planners({ open: async () => many("Ada") }, later("Bob"), later("Cyd"), watching(seen));
    await deliberate(seats, { settings: long });
    const shown = seen[0]?.earlier.map(({ draft }) => draft.title.split(" ")[0] ?? "") ?? [];
    expect([...Map.groupBy(shown, (name) => name)].map(([name, own]) => [name, own.length])).toEqual([
      ["Ada", 13],
      ["Bob", 13],
      ["Cyd", 13],
    ]);
  });

  test("a seat that cannot be shown earlier steps opens alone, and is not blamed for leaving them unchecked", async () => {
    const made = await deliberate(planners({ open: cache }, { open: async () => opening(disk) }), { settings });
    expect(made.topology).toEqual({ name: "sequential", order: ["ada", "bob"], checks: [] });
    expect(made.notes.filter((note) => note.includes("did not check"))).toEqual([]);
  });

  test("a reason as long as a book is cut, for the seats and in the report", async () => {
    const closings: CloseRequest[] = [];
    const close: PlanAgent["close"] = async (request) => {
      closings.push(request);
      return { position: "It stays.", concessions: [] };
    };
    const book = "word ".repeat(10_000);
    const made = await deliberate(planners({ open: cache, close }, disputing(book)), { settings });
    const [said = ""] = closings[0]?.said.get("s1") ?? [];
    expect(said.split(" ").length).toBeLessThanOrEqual(81);
    expect(made.topology?.checks?.[0]?.reason.length).toBeLessThanOrEqual(501);
  });
});
