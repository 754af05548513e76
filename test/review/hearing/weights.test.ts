import { describe, expect, test } from "vitest";
import { draftAt, hold, proofAt, sit } from "../../support/debate-table.ts";
import { agreeing, disputing, panelOf, proposal, type Script } from "../../support/scripted-agent.ts";

const weights = (bob: number, cyd: number) => [
  { seat: "ada", weight: 1.5, decided: 20, fixed: 20 },
  { seat: "bob", weight: bob, decided: 20, fixed: 0 },
  { seat: "cyd", weight: cyd, decided: 20, fixed: 0 },
];
/** Too few calls are left for a hearing. */
const unheard = { callsLeft: () => 0, rules: { maxRounds: 1 } };
const raises = (overrides: Parameters<typeof draftAt>[1] = {}): Script => ({
  propose: () => proposal(draftAt(10, overrides)),
});
const agrees: Script = { ballot: agreeing };
const disputes: Script = { ballot: disputing(proofAt(30)) };
const tie = (overrides: Parameters<typeof draftAt>[1] = {}, ...more: readonly Script[]) =>
  panelOf(3 + more.length, { scripts: [raises(overrides), agrees, disputes, ...more] });

describe("a tie on an unprotected finding that cannot be heard", () => {
  test("is eliminated without weights, as before", async () => {
    const { findings, eliminated } = await hold(tie(), unheard);
    expect([findings, eliminated.map(({ eliminatedAt }) => eliminatedAt)]).toEqual([[], ["ballot"]]);
  });

  test("stays for a human where those who agree weigh more", async () => {
    const { findings } = await hold(tie(), { ...unheard, voteWeights: weights(1.2, 0.75) });
    expect(findings).toMatchObject([{ status: "disputed", weighed: { agree: 1.2, dispute: 0.75 } }]);
  });

  test.each([
    ["those who dispute weigh more", 0.75, 1.2],
    ["both sides weigh the same", 1.2, 1.2],
  ])("is eliminated where %s: the weight of the first raiser is not counted", async (_, bob, cyd) => {
    const { findings, eliminated } = await hold(tie(), { ...unheard, voteWeights: weights(bob, cyd) });
    expect(findings).toEqual([]);
    expect(eliminated).toMatchObject([{ eliminatedAt: "ballot" }]);
    expect(eliminated[0]).not.toHaveProperty("weighed");
  });

  test("stays as without weights where two seats raised it blind and cite no other code against it, however light they are", async () => {
    const own: Script = { ballot: disputing(proofAt(10)) };
    const seats = () => panelOf(3, { scripts: [raises(), raises(), own] });
    const plain = await hold(seats(), unheard);
    const weighed = await hold(seats(), { ...unheard, voteWeights: weights(0.5, 1.5) });
    expect(plain.findings).toMatchObject([{ status: "disputed" }]);
    expect(weighed.findings).toEqual(plain.findings);
  });
});

describe("weights have no say", () => {
  test.each([
    ["a P0", { severity: "P0" as const }],
    ["security at P1", { category: "security" as const }],
  ])("on %s", async (_, overrides) => {
    const plain = await hold(tie(overrides), unheard);
    for (const [bob, cyd] of [
      [1.5, 0.5],
      [0.5, 1.5],
    ] as const) {
      const weighed = await hold(tie(overrides), { ...unheard, voteWeights: weights(bob, cyd) });
      expect(weighed.findings).toEqual(plain.findings);
      expect(weighed.findings).toMatchObject([{ status: "disputed" }]);
      expect(weighed.findings[0]).not.toHaveProperty("weighed");
    }
  });

  test("where a majority decides", async () => {
    const lost = panelOf(4, { scripts: [raises(), disputes, disputes, agrees] });
    const all = [...weights(0.5, 0.5), { seat: "dan", weight: 1.5, decided: 20, fixed: 20 }];
    const { findings, eliminated } = await hold(lost, { ...unheard, voteWeights: all });
    expect([findings, eliminated]).toMatchObject([[], [{ eliminatedAt: "ballot" }]]);
  });

  test("on the quorum and the title of the verdict", async () => {
    const seats = () => panelOf(3, { scripts: [raises({ severity: "P0" }), agrees, agrees] });
    const plain = await sit(seats());
    const weighed = await sit(seats(), { calls: { voteWeights: weights(0.5, 0.5) } });
    expect({ ...weighed, voteWeights: undefined }).toEqual({ ...plain, voteWeights: undefined });
  });
});

test("a finding that weights kept says so, with both sums", async () => {
  const { doubtOf } = await import("../../../src/report/view.ts");
  const review = await sit(tie(), { callsLeft: () => 0, calls: { voteWeights: weights(1.2, 0.75) } });
  const [finding] = review.findings;
  expect(finding === undefined ? null : doubtOf(review, finding)).toContain(
    "The weights of their votes decided that it stays (1.2 agree, 0.75 dispute)",
  );
});
