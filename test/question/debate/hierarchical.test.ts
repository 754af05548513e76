import { expect, test } from "vitest";
import { FreeDebate } from "../../../src/domain/discussion/free-debate.ts";
import type { DebateAgent } from "../../../src/panel/stages/index.ts";
import { aPosition, debaters, discussed } from "../../support/debaters.ts";
import { complete, give, leading, spawn } from "../../support/leading.ts";

const rules = { topology: "hierarchical" as const };
const tasks = (...given: string[]) =>
  leading(
    spawn("one"),
    spawn("two"),
    give(...given.map((task, at) => [at % 2 === 0 ? "one" : "two", task] as const)),
    complete,
  );

/** Takes a position on its task with a number of claims; on the whole without one. */
function takes(seen: (string | undefined)[] = [], claims = 1): Partial<DebateAgent> {
  return {
    open: async ({ agent }) => {
      seen.push(agent?.task);
      const about = agent?.task ?? "the whole";
      const given = Array.from({ length: claims }, (_, at) => ({ title: `${about} ${at + 1}` }));
      return { ...aPosition(`My answer on ${about}.`, ...given), uncertainties: [`unsure of ${about}`] };
    },
  };
}

test("agents examine their parts; the debaters without a task answer the whole; then all argue as usual", async () => {
  const seen: (string | undefined)[] = [];
  const { lead, results } = tasks("memory", "speed");
  const debate = await discussed(debaters({ lead, ...takes(seen) }, takes(seen), takes(seen)), { rules });
  expect(seen).toEqual(["memory", "speed", undefined]);
  expect(debate.positions.toSorted((a, b) => (a.seat < b.seat ? -1 : 1)).map(({ opening }) => opening)).toEqual([
    "My answer on the whole.",
    "My answer on memory.",
    "My answer on speed.",
  ]);
  expect(debate.topology).toMatchObject({
    name: "hierarchical",
    lead: "ada",
    complete: true,
    agents: [
      { name: "one", seat: "bob", tasks: [{ task: "memory", raised: 1 }] },
      { name: "two", seat: "cyd", tasks: [{ task: "speed", raised: 1 }] },
    ],
  });
  expect(results[2]).toContain("My answer on memory.");
  expect(results[2]).toContain('"claims":["speed 1"]');
  expect(debate.panelVotes).toHaveLength(3);
  expect(FreeDebate.parse(debate)).toEqual({ ...debate, events: undefined });
});

test("the tasks of one seat become one position, with claims of each, and a note says what was left out", async () => {
  const { lead } = leading(spawn("one"), give(["one", "memory"], ["one", "speed"]), complete);
  const debate = await discussed(debaters({ lead, ...takes() }, takes([], 5)), { rules });
  const own = debate.positions.find(({ seat }) => seat === "bob");
  expect(own?.opening).toBe("My answer on memory.\n\nMy answer on speed.");
  expect(own?.uncertainties).toEqual(["unsure of memory", "unsure of speed"]);
  expect(debate.claims.filter(({ seat }) => seat === "bob").map(({ title }) => title)).toEqual([
    "memory 1",
    "memory 2",
    "memory 3",
    "speed 1",
    "speed 2",
    "speed 3",
  ]);
  expect(debate.notes).toContain("The opening of bob had 10 claims, of which 6 are kept.");
});

test("long positions on several tasks are cut to a part each", async () => {
  const { lead } = leading(spawn("one"), give(["one", "memory"], ["one", "speed"]), complete);
  const open: DebateAgent["open"] = async ({ agent }) => aPosition(`${agent?.task} `.repeat(100));
  const debate = await discussed(debaters({ lead, ...takes() }, { open }), { rules });
  const own = debate.positions.find(({ seat }) => seat === "bob")?.opening ?? "";
  expect(own.split("speed").length).toBeGreaterThan(55);
  expect(debate.notes).toContain("The opening of bob answers 2 tasks and was cut to 60 words for each.");
});

test("a lead that hands out no task, a lead that fails, and no lead: all open on the whole question, and a note says so", async () => {
  const idle = await discussed(debaters({ ...leading(complete), ...takes() }, takes()), { rules });
  expect(idle.notes).toContain(
    "The lead ada handed out no task, so the seats opened in parallel, each on the whole question.",
  );
  const dead = async (): Promise<never> => {
    throw new Error("the line is dead");
  };
  const failed = await discussed(debaters({ lead: dead, ...takes() }, takes(), takes()), { rules });
  expect(failed.positions.map(({ seat }) => seat).toSorted()).toEqual(["bob", "cyd"]);
  expect(failed.notes.join()).toContain("The lead ada failed (the line is dead)");
  const none = await discussed(debaters(takes(), takes()), { rules });
  expect(none.notes.join()).toContain("needs a model seat as lead");
});
