import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlanAgent } from "../../../src/panel/stages/index.ts";
import { deliberate, planners } from "../../support/plan-table.ts";

const titles = [
  "Add a cache",
  "Add a small cache",
  "Buy a disk",
  "",
  "…",
  "__proto__",
  "Drop the index",
  "Write tests",
];
const text = fc.oneof(fc.constantFrom(...titles), fc.string({ maxLength: 40 }));
const step = fc.record({
  phase: fc.constantFrom("Build", "Phase 1: build", "Test", "", "constructor"),
  title: text,
  description: fc.string({ maxLength: 60 }),
  files: fc.array(fc.constantFrom("a.ts", "b.ts", "__proto__"), { maxLength: 3 }),
  dependencies: fc.array(text, { maxLength: 2 }),
});
const verdict = fc.constantFrom("agree", "disagree", "modify", "abstain");
const isDead = fc.integer({ min: 0, max: 9 }).map((number) => number === 0);
const seat = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  verdicts: fc.array(verdict, { minLength: 1, maxLength: 7 }),
  missing: fc.array(step, { maxLength: 2 }),
  concedes: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
  dead: fc.record({ open: isDead, rebut: isDead, close: isDead, compose: isDead, validate: isDead }),
  rejects: fc.boolean(),
});

function agentOf(script: typeof seat extends fc.Arbitrary<infer Script> ? Script : never): Partial<PlanAgent> {
  const unless = <Value>(isGone: boolean, value: Value): Promise<Value> => {
    return isGone ? Promise.reject(new Error("gone")) : Promise.resolve(value);
  };
  const { steps, verdicts, missing, concedes, dead, rejects } = script;
  const pick = <Value>(values: readonly Value[], index: number): Value | undefined => values[index % values.length];
  return {
    open: () =>
      unless(dead.open, { summary: "", steps, risks: ["r"], openQuestions: [], assumptions: ["a"], dropped: [] }),
    rebut: ({ items }) =>
      unless(dead.rebut, {
        votes: items.map(({ id }, index) => ({ step: id, verdict: pick(verdicts, index) ?? "abstain", reason: "why" })),
        missing,
        dropped: [],
      }),
    close: ({ items }) =>
      unless(dead.close, {
        position: "p",
        concessions: items
          .filter((_, index) => pick(concedes, index))
          .map(({ id }) => ({ step: id, reason: "given up" })),
      }),
    compose: ({ items }) =>
      unless(dead.compose, {
        summary: "s",
        steps: items.map(({ id, phase }) => ({ step: id, phase, title: "worded", description: "" })),
        risks: [],
        openQuestions: [],
      }),
    validate: ({ items }) =>
      unless(
        dead.validate,
        items.map(({ id }) => ({
          step: id,
          verdict: rejects ? ("reject" as const) : ("approve" as const),
          reason: "",
        })),
      ),
  };
}

test("scores stay within their caps, and every delivered step ends in exactly one place", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(seat, { maxLength: 4 }), async (scripts) => {
      const made = await deliberate(planners(...scripts.map(agentOf)));
      for (const { clarity, completeness, feasibility, consensus, total } of made.scores) {
        const parts = [
          [clarity, 30],
          [completeness, 30],
          [feasibility, 20],
          [consensus, 20],
        ] as const;
        for (const [part, cap] of parts) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(cap);
        }
        expect(total).toBe(clarity + completeness + feasibility + consensus);
        expect(total).toBeLessThanOrEqual(100);
      }
      const kept = made.phases.flatMap(({ steps }) => steps);
      const places = [...kept, ...made.alternatives];
      expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
      for (const { because } of made.alternatives) expect(because).not.toBe("");
      // Each proposal stands once: under its own step, or with the step it was the same as.
      scripts.forEach(({ steps, dead }, index) => {
        const name = ["ada", "bob", "cyd", "dan"][index] ?? "";
        const own = places.filter(({ raisedBy }) => raisedBy.includes(name)).length;
        if (dead.open) expect(made.scores.some((score) => score.seat === name)).toBe(false);
        else expect(own).toBeGreaterThanOrEqual(steps.length);
        if (!dead.open) expect(own).toBeLessThanOrEqual(steps.length + 2);
      });
      if (made.confidence !== null) expect(made.confidence).toBeLessThanOrEqual(100);
      expect(made.result === "failed").toBe(kept.length === 0);
      const lost = made.failures.length > 0;
      if (made.result === "complete") expect(lost).toBe(false);
    }),
    { numRuns: 300 },
  );
});
