import { describe, expect, test } from "vitest";
import { anchorIn } from "../../../src/anchor/anchor.ts";
import type { Dossier } from "../../../src/domain/answers.ts";
import type { Finding } from "../../../src/domain/finding.ts";
import { openDebate } from "../../../src/review/debate.ts";
import { type Challenge, hearAgain, type ReopenedHearing } from "../../../src/review/hearing/reopen.ts";
import type { Seat } from "../../../src/stages/index.ts";
import { aChange } from "../../support/change-builder.ts";
import { earlier, proofAt, twoFiles } from "../../support/debate-table.ts";
import { argument, panelOf, ruling } from "../../support/scripted-agent.ts";

const challenge: Challenge = { by: "ann", text: "The caller checks it in line 3." };

function reopen(seats: readonly Seat[], finding: Finding): Promise<ReopenedHearing> {
  return hearAgain(finding, [challenge], {
    seats,
    panel: seats,
    adjudication: "supreme-court",
    excerptOf: () => "10 step10(input);",
    raised: ({ severity }) => severity,
    cap: () => undefined,
    anchor: anchorIn(aChange(...twoFiles)),
    floor: openDebate(() => undefined, new AbortController().signal),
  });
}

const gives = { argue: [argument({ argument: "They are right.", concede: true })] };
const stands = { argue: [argument({ argument: "Line 3 checks another input." })] };
const judges = (...said: Parameters<typeof ruling>[0][]) => ({ argue: [], judge: said.map((one) => ruling(one)) });

describe("a hearing that a person opens again", () => {
  test("everybody who raised it hears the person, and if all give it up it is withdrawn", async () => {
    const heard: Dossier[] = [];
    const listens = {
      argue: ({ dossier }: { dossier: Dossier }) => {
        heard.push(dossier);
        return argument({ concede: true });
      },
    };
    const finding = earlier(10, { severity: "P0", raisedBy: ["ada", "bob"] });
    const { outcome, hearing } = await reopen(
      panelOf(3, { scripts: [listens, gives, { argue: [], judge: [] }] }),
      finding,
    );
    expect(outcome).toBe("withdrawn");
    expect(hearing).toMatchObject({ ruling: "refuted", skeptic: "@ann", rulings: [] });
    expect(heard[0]?.said).toEqual([{ role: "person", text: "@ann: The caller checks it in line 3." }]);
  });

  test("H80 all who raised it give it up, but others had agreed with it: it goes only if those who did not raise it rule it refuted", async () => {
    const agreed = { agree: ["bob", "cyd"], dispute: [], abstain: [] };
    const finding = earlier(10, { severity: "P0", raisedBy: ["ada"], votes: agreed });
    const ruledBy = async (...rulings: Parameters<typeof judges>) => {
      const seats = panelOf(3, { scripts: [gives, judges(...rulings), judges()] });
      return reopen(seats, finding);
    };
    const refuted = await ruledBy({ ruling: "refuted", reason: "Line 3 returns." }, { ruling: "refuted" });
    expect(refuted).toMatchObject({ outcome: "withdrawn", hearing: { ruling: "refuted", because: "Line 3 returns." } });
    expect(refuted.hearing.rulings).toHaveLength(2);
    for (const other of ["upheld", "undecided"] as const) {
      const kept = await ruledBy({ ruling: other, severity: "P2" }, { ruling: other, severity: "P2" });
      expect(kept).toMatchObject({
        outcome: "undecided",
        finding: { severity: "P0" },
        hearing: { ruling: "undecided" },
      });
      expect(kept.hearing.because).toMatch(/^everybody who raised it gave it up, but bob, cyd agreed with it before, /);
    }
    expect((await ruledBy({ ruling: "refuted" }, { ruling: "upheld" })).outcome).toBe("undecided");
  });

  test("given up, with agreement of a seat that is no longer there and nobody left to judge: undecided", async () => {
    const agreed = { agree: ["gone"], dispute: [], abstain: [] };
    const finding = earlier(10, { raisedBy: ["ada"], votes: agreed });
    const { outcome, hearing } = await reopen(panelOf(1, { scripts: [gives] }), finding);
    expect([outcome, hearing.because]).toEqual(["undecided", expect.stringContaining("no seat is left to judge")]);
  });

  test("who raised it and agreed with the others is no other voice", async () => {
    const votes = { agree: ["bob"], dispute: [], abstain: [] };
    const finding = earlier(10, { raisedBy: ["ada", "bob"], votes });
    expect((await reopen(panelOf(3, { scripts: [gives, gives, judges()] }), finding)).outcome).toBe("withdrawn");
  });

  test("one who raised it stands by it: those who did not raise it judge, in both orders", async () => {
    const finding = earlier(10, { raisedBy: ["ada"] });
    const both = judges({ ruling: "refuted", reason: "Line 3 returns." }, { ruling: "refuted", reason: "It returns." });
    const { outcome, hearing } = await reopen(panelOf(2, { scripts: [stands, both] }), finding);
    expect(outcome).toBe("withdrawn");
    expect(hearing.rulings.map(({ order }) => order)).toEqual(["advocate-first", "skeptic-first"]);
    expect(hearing.because).toBe("Line 3 returns.");
  });

  test("a judge that rules by the order leaves it as it stood", async () => {
    const finding = earlier(10, { raisedBy: ["ada"] });
    const seats = panelOf(2, { scripts: [stands, judges({ ruling: "refuted" }, { ruling: "upheld" })] });
    expect(await reopen(seats, finding)).toMatchObject({ outcome: "undecided", finding });
  });

  test("H80 a protected finding does not go by one judge's word, however well the person speaks", async () => {
    const finding = earlier(10, { severity: "P0", raisedBy: ["ada"] });
    const refuted = ruling({ ruling: "refuted", evidence: [proofAt(3)] });
    const result = await reopen(panelOf(2, { scripts: [stands, judges(refuted, refuted)] }), finding);
    expect(result).toMatchObject({ outcome: "undecided", finding: { severity: "P0", status: finding.status } });
    expect(result.hearing.because).toContain("the bar");
  });

  test("upheld as it was, or with another severity, by at most one step", async () => {
    const finding = earlier(10, { severity: "P1", raisedBy: ["ada"] });
    const same = panelOf(2, { scripts: [stands, judges({ ruling: "upheld" }, { ruling: "upheld" })] });
    expect(await reopen(same, finding)).toMatchObject({ outcome: "upheld", finding: { severity: "P1" } });
    const lower = { ruling: "upheld", severity: "P2" } as const;
    const other = panelOf(2, { scripts: [stands, judges(lower, lower)] });
    expect(await reopen(other, finding)).toMatchObject({ outcome: "revised", finding: { severity: "P2" } });
  });

  test("nobody is left to judge: it stands as long as one of those who raised it stands by it", async () => {
    const finding = earlier(10, { raisedBy: ["ada", "bob"] });
    const result = await reopen(panelOf(2, { scripts: [gives, stands] }), finding);
    expect(result).toMatchObject({ outcome: "upheld", hearing: { because: "bob stands by it" } });
  });

  test("nobody who raised it answers: that is no ruling, and no seat judges alone", async () => {
    const finding = earlier(10, { raisedBy: ["ada"] });
    const dead = { argue: [new Error("out of reach")] };
    const result = await reopen(panelOf(2, { scripts: [dead, judges()] }), finding);
    expect(result).toMatchObject({ outcome: "unheard", finding, hearing: { ruling: "undecided" } });
    expect(result.failures).toEqual([{ seat: "ada", step: "hearing", reason: "out of reach" }]);
  });

  test("one of two who raised it does not answer and the other gives it up: not withdrawn", async () => {
    const finding = earlier(10, { raisedBy: ["ada", "bob"] });
    const result = await reopen(panelOf(2, { scripts: [{ argue: [new Error("late")] }, gives] }), finding);
    expect(result.outcome).toBe("undecided");
  });
});
