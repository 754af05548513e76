import { describe, expect, test } from "vitest";
import { itemAt } from "../../bench/simulate-agents.ts";
import { runCell, type Strategy } from "../../bench/simulate-cell.ts";
import { centre } from "../../bench/simulate-grid.ts";
import { claimedBy, debateScene, pool, reviewsOfPanel } from "../../bench/simulate-strategies.ts";
import { sceneOf, type World } from "../../bench/simulate-world.ts";
import { isProtected } from "../../src/domain/severity.ts";

const rowOf = async (world: World, strategy: Strategy, repetitions = 40) =>
  (await runCell(world, repetitions, "test")).rows.find((row) => row.strategy === strategy);

describe("the simulated world", () => {
  test("a fixed seed gives identical rows twice, another seed gives others", async () => {
    const [first, second, other] = [
      await runCell(centre, 20, "a"),
      await runCell(centre, 20, "a"),
      await runCell(centre, 20, "b"),
    ];
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });

  test("a review finds the stated share of bugs and makes the stated number of false claims", async () => {
    const row = await rowOf({ ...centre, recall: 0.3, falseClaims: 2, lures: 190, correlation: 0.6 }, "single", 300);
    expect(row?.all.recall).toBeCloseTo(0.3, 1);
    expect(row?.falsePerChange).toBeGreaterThan(1.9);
    expect(row?.falsePerChange).toBeLessThanOrEqual(2);
  });

  test("with full correlation two seats of a vendor claim the same", () => {
    const { seats, review } = sceneOf({ ...centre, correlation: 1 }, "test", 1);
    const [first, , third] = seats.map((seat) => review(seat, 0).map(({ item }) => item.line));
    expect(third).toEqual(first);
  });

  test("a repeated review claims the same, a fresh one does not", () => {
    const claims = (repetition: number, sample: number) => {
      const { seats, review } = sceneOf({ ...centre, correlation: 0, repetition }, "test", 1);
      return seats.map((seat) => review(seat, sample).map(({ item }) => item.line));
    };
    expect(claims(1, 4)).toEqual(claims(1, 0));
    expect(claims(0, 4)).not.toEqual(claims(0, 0));
  });
});

describe("the strategies", () => {
  test("the union shows what one review claims, the vote what as many as asked claim", () => {
    const pooled = pool(reviewsOfPanel(sceneOf(centre, "test", 2), 3));
    const lines = (threshold: number) => claimedBy(pooled, threshold).map(({ item }) => item?.line);
    expect(new Set(lines(1)).size).toBe(pooled.length);
    expect(lines(2)).toEqual(pooled.filter(({ reviews }) => reviews >= 2).map(({ shown }) => shown.item?.line));
    expect(lines(2).length).toBeLessThan(lines(1).length);
  });

  test("calls are those that reached the agents, and the equal-call baselines have as many", async () => {
    const { rows, asked } = await runCell({ ...centre, falseClaims: 0, accuracy: 1 }, 20, "test");
    const calls = Object.fromEntries(rows.map((row) => [row.strategy, row.calls]));
    expect(asked.propose).toBeCloseTo(3);
    expect(calls["ours, disputed shown"]).toBeCloseTo(Object.values(asked).reduce((sum, count) => sum + count, 0));
    expect(calls["panel × n, best vote"]).toBe(calls["ours, disputed shown"]);
  });

  test("further reviews that bring something new find nearly every bug", async () => {
    const { rows } = await runCell({ ...centre, correlation: 0, repetition: 0 }, 20, "test");
    const recall = Object.fromEntries(rows.map((row) => [row.strategy, row.all.recall]));
    expect(recall["union of 3"]).toBeLessThan(0.95);
    expect(recall["panel × n, union"]).toBeGreaterThan(0.99);
    expect(recall["single × n, union"]).toBeGreaterThan(0.99);
  });
});

describe("our debate", () => {
  test("perfect voters and judges, no false claims: precision 1, and nothing true is lost", async () => {
    const perfect = { ...centre, accuracy: 1, judgeAccuracy: 1, judgeFlip: 0, falseClaims: 0, invented: 1 };
    const [ours, union] = [await rowOf(perfect, "ours, disputed dropped"), await rowOf(perfect, "union of 3")];
    expect(ours?.all.precision).toBe(1);
    expect(ours?.all.recall).toBe(union?.all.recall);
  });

  test("hopeless voters never remove a protected finding: only hearings do", async () => {
    const hopeless = { ...centre, accuracy: 0.5, falseClaims: 1 };
    let removed = 0;
    let protectedFindings = 0;
    for (let repetition = 0; repetition < 60; repetition++) {
      const { findings, eliminated } = await debateScene(sceneOf(hopeless, "test", repetition));
      protectedFindings += findings.filter(isProtected).length;
      const guarded = eliminated.filter((finding) => isProtected(finding) && finding.eliminatedAt !== "gate");
      expect(guarded.filter(({ eliminatedAt }) => eliminatedAt !== "hearing")).toEqual([]);
      removed += eliminated.filter(({ eliminatedAt }) => eliminatedAt === "ballot").length;
    }
    expect(protectedFindings).toBeGreaterThan(60);
    // The same voters do remove what is not protected: the test above is not empty.
    expect(removed).toBeGreaterThan(10);
  });

  test("hopeless voters with sound judges and firm raisers lose no protected bug at all", async () => {
    const hopeless = { ...centre, accuracy: 0.5, judgeAccuracy: 1, judgeFlip: 0, stubbornness: 1 };
    for (let repetition = 0; repetition < 60; repetition++) {
      const scene = sceneOf(hopeless, "test", repetition);
      const { eliminated } = await debateScene(scene);
      const lost = eliminated.filter((finding) => isProtected(finding) && itemAt(scene, finding)?.real === true);
      expect(lost).toEqual([]);
    }
  });

  test("code that does not exist is stopped at the gate, all of it", async () => {
    const { fates } = await runCell({ ...centre, invented: 1, falseClaims: 0, bugs: [] }, 10, "test");
    expect(fates).toEqual([{ real: false, guarded: false, raisers: 1, agree: 0, dispute: 0, end: "gate", count: 30 }]);
  });
});
