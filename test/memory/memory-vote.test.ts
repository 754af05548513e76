import { describe, expect, test } from "vitest";
import type { Draft } from "../../src/domain/finding.ts";
import type { BallotRequest } from "../../src/stages/ballot.ts";
import { draftAt, hold, proofAt } from "../support/debate-table.ts";
import { anItem, memoryOf } from "../support/memory.ts";
import {
  abstaining,
  agreeing,
  disputing,
  panelOf,
  proposal,
  ruleSeat,
  type Script,
} from "../support/scripted-agent.ts";

const claim: Partial<Draft> = { title: "Connection pool is never closed", detail: "The pool stays open." };
const raise = (more: Partial<Draft> = {}): Script => ({ propose: [proposal(draftAt(10, { ...claim, ...more }))] });
const memory = memoryOf(anItem());
const voters = (ballot: Script["ballot"]): Script => (ballot === undefined ? {} : { ballot });

describe("a finding that the team called a false positive before", () => {
  test("is out when no majority of the voters upholds it, and the report data say why", async () => {
    const seats = panelOf(3, { scripts: [raise(), voters(abstaining), voters(abstaining)] });
    const { findings, eliminated, remembered } = await hold(seats, { memory });
    expect(findings).toEqual([]);
    expect(eliminated).toMatchObject([
      {
        eliminatedAt: "memory",
        eliminatedBecause: expect.stringContaining("pool-closes-itself: The pool closes itself"),
      },
    ]);
    expect(remembered).toMatchObject([{ id: "pool-closes-itself", effect: "removed", finding: eliminated[0]?.id }]);
  });

  test("the same finding without the item stays", async () => {
    const seats = panelOf(3, { scripts: [raise(), voters(abstaining), voters(abstaining)] });
    expect((await hold(seats)).findings).toHaveLength(1);
  });

  test("stays when a majority of the voters upholds it", async () => {
    const seats = panelOf(3, { scripts: [raise(), voters(agreeing), voters(abstaining)] });
    const { findings, remembered } = await hold(seats, { memory });
    expect(findings).toMatchObject([{ status: "accepted" }]);
    expect(remembered).toMatchObject([{ effect: "kept" }]);
  });

  test("a tie is decided by memory, without a hearing", async () => {
    const scripts = [raise(), voters(agreeing), voters(disputing(proofAt(20)))];
    const { eliminated, hearings } = await hold(panelOf(3, { scripts }), { memory });
    expect(eliminated).toMatchObject([{ eliminatedAt: "memory" }]);
    expect(hearings).toEqual([]);
  });

  test("stays when no other seat voted: memory alone removes nothing", async () => {
    const { findings, remembered } = await hold(panelOf(1, { scripts: [raise()] }), { memory });
    expect(findings).toHaveLength(1);
    expect(remembered).toMatchObject([{ effect: "kept" }]);
  });

  test.each([
    ["a P0", { severity: "P0", category: "correctness" }],
    ["a security P1", { severity: "P1", category: "security" }],
    ["a security P2", { severity: "P2", category: "security" }],
    ["a privacy P2", { severity: "P2", category: "privacy" }],
  ] as const)("%s of the same words is not touched, and no seat sees the item", async (_name, grade) => {
    const seen: BallotRequest[] = [];
    const watch: Script = {
      ballot: (request) => {
        seen.push(request);
        return agreeing(request);
      },
    };
    const { findings, remembered } = await hold(panelOf(3, { scripts: [raise(grade), watch, watch] }), { memory });
    expect(findings).toMatchObject([{ severity: grade.severity, status: "accepted" }]);
    expect(remembered).toMatchObject([{ effect: "withheld" }]);
    expect(seen.map((request) => request.memory?.size ?? 0)).toEqual([0, 0]);
  });

  test.each([
    ["a P0", { severity: "P0", category: "correctness" }],
    ["a security P2", { severity: "P2", category: "security" }],
  ] as const)("%s that no other seat can judge does not leave by memory", async (_name, grade) => {
    const seats = panelOf(3, { scripts: [raise(grade), voters(abstaining), voters(abstaining)] });
    const { findings, eliminated } = await hold(seats, { memory });
    expect([findings.length, eliminated]).toEqual([1, []]);
  });

  test("what a rule found is not touched", async () => {
    const rule = ruleSeat("rules", raise());
    const { findings } = await hold([...panelOf(3, { scripts: [{}, voters(abstaining), voters(abstaining)] }), rule], {
      memory,
    });
    expect(findings).toHaveLength(1);
  });

  test("stays when another defect was merged into it: the item is not about that one", async () => {
    const other = draftAt(10, { title: "Retries never end", detail: "The loop has no limit of attempts." });
    const twoClaims: Script = { propose: [proposal(draftAt(10, claim), other)] };
    const seats = panelOf(3, { scripts: [twoClaims, voters(abstaining), voters(abstaining)] });
    const { findings } = await hold(seats, { memory });
    expect(findings.flatMap(({ title, alsoReported }) => [title, ...alsoReported.map((one) => one.title)])).toContain(
      "Retries never end",
    );
  });

  test.each([
    ["another path", anItem({ paths: ["lib/**"] })],
    ["other words", anItem({ title: "Use of snake case in queries", reason: "Our style." })],
    ["a decision", anItem({ kind: "decision" })],
    ["a convention", anItem({ kind: "convention" })],
  ])("an item with %s removes nothing", async (_name, item) => {
    const seats = panelOf(3, { scripts: [raise(), voters(abstaining), voters(abstaining)] });
    expect((await hold(seats, { memory: memoryOf(item) })).findings).toHaveLength(1);
  });
});
