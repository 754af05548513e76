import { describe, expect, test } from "vitest";
import type { BallotRequest } from "../../src/stages/ballot.ts";
import { draftAt, hold, proofAt } from "../support/debate-table.ts";
import {
  abstaining,
  agreeing,
  argument,
  ballot,
  disputing,
  panelOf,
  proposal,
  ruling,
  type Script,
} from "../support/scripted-agent.ts";

const p0 = draftAt(10, { severity: "P0", category: "crash" });
const author = (...drafts: Parameters<typeof proposal>): Script => ({ propose: [proposal(...drafts)] });

describe("rounds", () => {
  test("agreed in the first round: one ballot, and it ends", async () => {
    const yes: Script = { ballot: [agreeing] };
    const outcome = await hold(panelOf(3, { scripts: [author(p0), yes, yes] }));
    expect(outcome).toMatchObject({ stopReason: "agreed", confidence: 100, rounds: [{ round: 1 }] });
    expect(outcome.events).toContainEqual({ type: "round-end", round: 1, open: 0, confidence: 100 });
  });

  test("an open question gets another ballot with the arguments; what is settled does not", async () => {
    const asked: BallotRequest[] = [];
    const watching: Script = {
      ballot: (request) => {
        asked.push(request);
        return ballot(({ line }) => (line === 10 ? { reason: "I cannot tell" } : { verdict: "agree" }))(request);
      },
      argue: () => argument({ argument: "the guard is missing" }),
    };
    await hold(panelOf(3, { scripts: [author(p0, draftAt(40)), watching, { ballot: abstaining }] }), {
      rules: { maxRounds: 2, confidence: 101 },
    });
    expect(asked.map(({ round, items }) => [round, items.map(({ line }) => line)])).toEqual([
      [1, [10, 40]],
      [2, [10]],
    ]);
    const [second] = [...(asked[1]?.said.values() ?? [])];
    expect(second).toEqual(expect.arrayContaining(["I cannot tell", "the guard is missing"]));
    expect(JSON.stringify([...(asked[1]?.said ?? [])])).not.toMatch(/ada|bob|cyd/);
  });

  test("a later ballot may settle what the first left open", async () => {
    const wavering: Script = { ballot: [disputing(proofAt(30)), agreeing] };
    const outcome = await hold(panelOf(3, { scripts: [author(p0), wavering, { ballot: abstaining }] }));
    expect(outcome.rounds).toHaveLength(2);
    expect(outcome.findings).toMatchObject([{ status: "accepted", votes: { agree: ["bob"], dispute: [] } }]);
    expect(outcome.stopReason).toBe("agreed");
  });

  test("an abstention later replaces no vote", async () => {
    const tiring: Script = { ballot: [disputing(proofAt(30)), abstaining] };
    const outcome = await hold(panelOf(3, { scripts: [author(p0), tiring, { ballot: abstaining }] }), {
      rules: { maxRounds: 2 },
    });
    expect(outcome.findings).toMatchObject([{ status: "disputed", votes: { dispute: ["bob"] } }]);
  });

  test("what a hearing upheld is not voted on again", async () => {
    const no: Script = { ballot: [disputing(proofAt(30))] };
    const judge: Script = { ballot: [disputing(proofAt(31))], judge: () => ruling() };
    const outcome = await hold(panelOf(3, { scripts: [author(p0), no, judge] }), { rules: { confidence: 101 } });
    expect(outcome).toMatchObject({ stopReason: "agreed", rounds: [{ round: 1 }] });
    expect(outcome.findings).toMatchObject([{ status: "accepted" }]);
  });

  test("nor is it asked about while another question is open", async () => {
    const second = draftAt(40, { severity: "P0", category: "crash" });
    const asked: (number | null)[][] = [];
    const watching: Script = {
      ballot: (request) => {
        asked.push(request.items.map(({ line }) => line));
        return disputing(proofAt(30))(request);
      },
      judge: ({ dossier }) => ruling({ ruling: dossier.finding.line === 10 ? "upheld" : "undecided" }),
    };
    const scripts = [author(p0, second), { ballot: disputing(proofAt(31)) }, watching];
    const outcome = await hold(panelOf(3, { scripts }), { rules: { maxRounds: 2 } });
    expect(asked).toEqual([[10, 40], [40]]);
    expect(outcome.findings.map(({ line, status }) => `${line} ${status}`)).toEqual(["10 accepted", "40 disputed"]);
  });

  test("nothing changes: it stops and says so", async () => {
    const outcome = await hold(panelOf(3, { scripts: [author(p0), { ballot: disputing(proofAt(30)) }, {}] }), {
      rules: { maxRounds: 5 },
    });
    expect(outcome).toMatchObject({ stopReason: "no-change", rounds: [{ round: 1 }, { round: 2 }] });
  });

  /** Two agree at another severity each round, one disputes: always open, never still. */
  const restless = (words: readonly string[]): Script[] => {
    const swaying: Script = {
      ballot: (request) => {
        const reason = words[request.round - 1] ?? "";
        return ballot(() => ({
          verdict: "agree",
          severity: request.round % 2 === 0 ? "P1" : "P2",
          evidence: [proofAt(31)],
          reason,
        }))(request);
      },
    };
    const no: Script = { ballot: ballot(() => ({ verdict: "dispute", evidence: [proofAt(30)], reason: "" })) };
    return [author(draftAt(10)), no, swaying, swaying];
  };

  test("max-rounds ends a debate that goes on", async () => {
    const scripts = restless(["alpha beta gamma", "delta epsilon zeta", "eta theta iota"]);
    const outcome = await hold(panelOf(4, { scripts }), { rules: { maxRounds: 3, confidence: 101 } });
    expect(outcome.stopReason).toBe("max-rounds");
    expect(outcome.rounds).toHaveLength(3);
    expect(outcome.findings).toMatchObject([{ severity: "P2", status: "accepted" }]);
  });

  test("saying the same again is repetition", async () => {
    const scripts = restless(["the very same words", "the very same words"]);
    const outcome = await hold(panelOf(4, { scripts }), { rules: { maxRounds: 5, confidence: 101 } });
    expect(outcome.stopReason).toBe("repetition");
    expect(outcome.rounds).toHaveLength(2);
  });

  test("confident enough is agreed, although one disputes", async () => {
    const scripts = restless([]);
    const outcome = await hold(panelOf(4, { scripts }), { rules: { confidence: 50 } });
    expect(outcome).toMatchObject({ stopReason: "agreed", rounds: [{ round: 1 }] });
  });

  test("panel-lost: below the quorum it ends, and a P0 waits for a human", async () => {
    const dying: Script = { ballot: [new Error("down")] };
    const outcome = await hold(panelOf(3, { scripts: [author(p0), dying, dying] }));
    expect(outcome).toMatchObject({ stopReason: "panel-lost", healthy: ["ada"], confidence: null });
    expect(outcome.findings).toMatchObject([{ status: "disputed" }]);
  });

  test("a proposal that failed is fatal to that seat only", async () => {
    const outcome = await hold(
      panelOf(3, { scripts: [author(p0), { ballot: agreeing }, { propose: [new Error("429")], ballot: [] }] }),
    );
    expect(outcome).toMatchObject({ healthy: ["ada", "bob"], stopReason: "agreed" });
  });
});
