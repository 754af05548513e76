import { describe, expect, test } from "vitest";
import type { StepDraft } from "../../../src/domain/plan.ts";
import { scorePlans } from "../../../src/question/plan/score.ts";
import { aStep, deliberate, opening, planners } from "../../support/plan-table.ts";

const full = {
  ...opening(
    ...["Prepare", "Build", "Ship"].flatMap((phase) => [
      aStep(`${phase} the first thing`, { phase, files: [`${phase}.ts`] }),
      aStep(`${phase} another matter`, { phase, files: [`${phase}-2.ts`] }),
    ]),
  ),
  risks: ["one", "two", "three"],
  openQuestions: ["one", "two", "three"],
};

test("golden (k) identical plans with full agreement score at most 100, and consensus at most 20", async () => {
  const seats = planners({ open: async () => full }, { open: async () => full }, { open: async () => full });
  const { scores } = await deliberate(seats);
  expect(scores).toHaveLength(3);
  for (const score of scores) {
    expect(score).toMatchObject({ clarity: 30, feasibility: 20 });
    expect(score.consensus).toBeLessThanOrEqual(20);
    expect(score.total).toBeLessThanOrEqual(100);
  }
});

test("with the whole change covered a perfect plan has exactly 100 points", () => {
  const changed = full.steps.flatMap(({ files }) => files);
  const judged = [{ ...stepOf(full.steps[0] ?? aStep("none")), agreement: 1 }];
  expect(scorePlans([{ seat: "ada", opening: full, steps: judged }], changed)).toEqual([
    { seat: "ada", clarity: 30, completeness: 30, feasibility: 20, consensus: 20, total: 100 },
  ]);
});

test("golden (k) an agreement above the whole, as in the seed, is still at most 20 points", () => {
  const changed = full.steps.flatMap(({ files }) => files);
  const [score] = scorePlans(
    [{ seat: "ada", opening: full, steps: [{ ...stepOf(aStep("x")), agreement: 1.5 }] }],
    changed,
  );
  expect(score).toMatchObject({ consensus: 20, total: 100 });
});

test("modify counts as half in the consensus too", () => {
  const points = (agreement: number | null) =>
    scorePlans([{ seat: "ada", opening: full, steps: [{ ...stepOf(aStep("x")), agreement }] }], [])[0]?.consensus;
  expect(points(1)).toBe(19);
  expect(points(0.5)).toBe(9);
  expect(points(0)).toBe(0);
  expect(points(null)).toBe(0);
});

describe("what is counted", () => {
  const scoreOf = (steps: readonly StepDraft[], changed: readonly string[] = []) =>
    scorePlans([{ seat: "ada", opening: opening(...steps), steps: [] }], changed)[0];

  test("a plan without steps earns points only for its summary", () => {
    expect(scoreOf([])).toMatchObject({ clarity: 3, completeness: 0, feasibility: 0, consensus: 0, total: 3 });
  });

  test("a step worded four times counts once", () => {
    const copies = Array.from({ length: 4 }, () => aStep("Add a cache", { files: ["a.ts"] }));
    expect(scoreOf(copies)).toEqual(scoreOf(copies.slice(0, 1)));
  });

  test("golden (e) the same name in another folder covers nothing", () => {
    const changed = ["src/main.ts"];
    const [elsewhere, here] = ["lib/main.ts", "./src/main.ts"].map((file) =>
      scoreOf([aStep("Add", { files: [file] })], changed),
    );
    expect((here?.completeness ?? 0) - (elsewhere?.completeness ?? 0)).toBe(15);
  });

  test("a repeated phase and an unknown dependency cost five points each", () => {
    const [a, b, c] = ["Build", "Test", "Build"].map((phase, index) =>
      aStep(`Thing ${"abc"[index]}${index}`, { phase }),
    );
    const [one, two, three] = [a ?? aStep(""), b ?? aStep(""), c ?? aStep("")];
    expect(scoreOf([one, three, two])?.feasibility).toBe(20);
    expect(scoreOf([one, two, three])?.feasibility).toBe(15);
    expect(scoreOf([one, three, { ...two, dependencies: ["Nothing such"] }])?.feasibility).toBe(15);
  });

  test("a list of many steps is less feasible than a plan", () => {
    const many = Array.from({ length: 16 }, (_, index) => aStep(`Title${index}`));
    expect(scoreOf(many)?.feasibility).toBe(18);
    expect(scoreOf([...many, ...many.map((step) => ({ ...step, title: `More${step.title}` }))])?.feasibility).toBe(16);
  });
});

function stepOf(draft: StepDraft) {
  const { dependencies: _, ...words } = draft;
  return {
    ...words,
    id: "s1",
    raisedBy: ["ada"],
    dependsOn: [],
    needs: [],
    alsoProposed: [],
    backedBy: ["ada"],
    dissent: [],
  };
}
