import { describe, expect, test } from "vitest";
import { anchorIn } from "../../../src/code/anchor/anchor.ts";
import type { Dossier } from "../../../src/domain/answers.ts";
import type { Finding } from "../../../src/domain/finding.ts";
import type { Memory } from "../../../src/domain/memory/item.ts";
import { openDebate } from "../../../src/panel/asking/context.ts";
import type { Seat } from "../../../src/panel/stages/index.ts";
import { debateMemory } from "../../../src/review/earlier/debate-memory.ts";
import { type Challenge, hearAgain, type ReopenedHearing } from "../../../src/review/hearing/second-hearing.ts";
import { aChange } from "../../support/change-builder.ts";
import { earlier, proofAt, twoFiles } from "../../support/debate-table.ts";
import { anItem, memoryOf } from "../../support/memory.ts";
import { argument, panelOf, ruling } from "../../support/scripted-agent.ts";

const challenge: Challenge = { by: "ann", text: "The caller checks it in line 3." };

const situation = { offline: [], raised: ({ severity }: Finding) => severity, isEarlier: () => true };
const remembering = (memory: Memory) => ({ memory: debateMemory(memory, situation) });

function reopen(
  seats: readonly Seat[],
  finding: Finding,
  more: Partial<Parameters<typeof hearAgain>[2]> = {},
): Promise<ReopenedHearing> {
  return hearAgain(finding, [challenge], {
    panel: seats,
    adjudication: "supreme-court",
    excerptOf: () => "10 step10(input);",
    raised: ({ severity }) => severity,
    cap: () => undefined,
    anchor: anchorIn(aChange(...twoFiles)),
    memory: debateMemory(undefined, situation),
    context: openDebate(() => undefined, new AbortController().signal),
    ...more,
  });
}

const gives = { argue: [argument({ argument: "They are right.", concede: true })] };
const stands = { argue: [argument({ argument: "Line 3 checks another input." })] };
const judges = (...said: Parameters<typeof ruling>[0][]) => ({ argue: [], judge: said.map((one) => ruling(one)) });

describe("a hearing that a person reopens", () => {
  test("withdraws a finding when all its raisers hear the person and concede", async () => {
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

  test("H80 a finding that all raisers concede but others agreed with falls only by a ruling of non-raisers", async () => {
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
      expect(kept.hearing.because).toMatch(
        /^every seat that raised it gave it up, but bob, cyd agreed with it before, /,
      );
    }
    expect((await ruledBy({ ruling: "refuted" }, { ruling: "upheld" })).outcome).toBe("undecided");
  });

  test("stays undecided when all concede, a seat that agreed is gone, and no judge is left", async () => {
    const agreed = { agree: ["gone"], dispute: [], abstain: [] };
    const finding = earlier(10, { raisedBy: ["ada"], votes: agreed });
    const { outcome, hearing } = await reopen(panelOf(1, { scripts: [gives] }), finding);
    expect([outcome, hearing.because]).toEqual(["undecided", expect.stringContaining("no seat is left to judge")]);
  });

  test("does not count a raiser who also agreed as a second voice", async () => {
    const votes = { agree: ["bob"], dispute: [], abstain: [] };
    const finding = earlier(10, { raisedBy: ["ada", "bob"], votes });
    expect((await reopen(panelOf(3, { scripts: [gives, gives, judges()] }), finding)).outcome).toBe("withdrawn");
  });

  test("asks non-raisers to judge in both orders when one raiser does not concede", async () => {
    const finding = earlier(10, { raisedBy: ["ada"] });
    const both = judges({ ruling: "refuted", reason: "Line 3 returns." }, { ruling: "refuted", reason: "It returns." });
    const { outcome, hearing } = await reopen(panelOf(2, { scripts: [stands, both] }), finding);
    expect(outcome).toBe("withdrawn");
    expect(hearing.rulings.map(({ order }) => order)).toEqual(["advocate-first", "skeptic-first"]);
    expect(hearing.because).toBe("Line 3 returns.");
  });

  test("a judge that rules by the order changes nothing", async () => {
    const finding = earlier(10, { raisedBy: ["ada"] });
    const seats = panelOf(2, { scripts: [stands, judges({ ruling: "refuted" }, { ruling: "upheld" })] });
    expect(await reopen(seats, finding)).toMatchObject({ outcome: "undecided", finding });
  });

  test("H80 one judge's ruling does not remove a protected finding, however well the person argues", async () => {
    const finding = earlier(10, { severity: "P0", raisedBy: ["ada"] });
    const refuted = ruling({ ruling: "refuted", evidence: [proofAt(3)] });
    const result = await reopen(panelOf(2, { scripts: [stands, judges(refuted, refuted)] }), finding);
    expect(result).toMatchObject({ outcome: "undecided", finding: { severity: "P0", status: finding.status } });
    expect(result.hearing.because).toContain("the bar");
  });

  test("upholds it as it was, or at another severity by one step at most", async () => {
    const finding = earlier(10, { severity: "P1", raisedBy: ["ada"] });
    const same = panelOf(2, { scripts: [stands, judges({ ruling: "upheld" }, { ruling: "upheld" })] });
    expect(await reopen(same, finding)).toMatchObject({ outcome: "upheld", finding: { severity: "P1" } });
    const lower = { ruling: "upheld", severity: "P2" } as const;
    const other = panelOf(2, { scripts: [stands, judges(lower, lower)] });
    expect(await reopen(other, finding)).toMatchObject({ outcome: "revised", finding: { severity: "P2" } });
  });

  test("without a judge it stays as long as one raiser does not concede", async () => {
    const finding = earlier(10, { raisedBy: ["ada", "bob"] });
    const result = await reopen(panelOf(2, { scripts: [gives, stands] }), finding);
    expect(result).toMatchObject({ outcome: "upheld", hearing: { because: "bob still defends it" } });
  });

  test("rules nothing when no raiser answers, and no seat judges alone", async () => {
    const finding = earlier(10, { raisedBy: ["ada"] });
    const dead = { argue: [new Error("out of reach")] };
    const result = await reopen(panelOf(2, { scripts: [dead, judges()] }), finding);
    expect(result).toMatchObject({ outcome: "unheard", finding, hearing: { ruling: "undecided" } });
    expect(result.failures).toEqual([{ seat: "ada", step: "hearing", reason: "out of reach" }]);
  });

  test("does not withdraw it when one of two raisers concedes and the other does not answer", async () => {
    const finding = earlier(10, { raisedBy: ["ada", "bob"] });
    const result = await reopen(panelOf(2, { scripts: [{ argue: [new Error("late")] }, gives] }), finding);
    expect(result.outcome).toBe("undecided");
  });

  test("a ruling that upholds it narrows it: the narrower text replaces the old one, and both are kept", async () => {
    const finding = earlier(10, { raisedBy: ["ada"], detail: "Line 10 fails for every input." });
    const narrowed = "Line 10 fails for an input that line 3 does not check.";
    const upheld = { ruling: "upheld", narrowed } as const;
    const one = await reopen(panelOf(2, { scripts: [stands, judges(upheld, upheld)] }), finding);
    expect(one).toMatchObject({
      outcome: "upheld",
      narrowed,
      finding: { detail: narrowed, narrowedFrom: finding.detail },
    });
    const lower = { ...upheld, severity: "P2" } as const;
    const other = await reopen(panelOf(2, { scripts: [stands, judges(lower, lower)] }), finding);
    expect(other).toMatchObject({ outcome: "revised", narrowed, finding: { severity: "P2", detail: narrowed } });
  });

  test.each([
    ["one order only", [{ ruling: "upheld", narrowed: "Line 10 fails for an input." }, { ruling: "upheld" }]],
    ["two rulings that differ", [{ ruling: "upheld", narrowed: "Line 10 fails." }, { ruling: "refuted" }]],
  ] as const)("%s narrows nothing", async (_what, said) => {
    const finding = earlier(10, { raisedBy: ["ada"], detail: "Line 10 fails for every input." });
    const result = await reopen(panelOf(2, { scripts: [stands, judges(...said)] }), finding);
    expect(result).toMatchObject({ narrowed: null, finding });
  });

  test("its raisers see what the team decided before, as in the hearing of a review", async () => {
    const heard: Dossier[] = [];
    const listens = {
      argue: ({ dossier }: { dossier: Dossier }) => {
        heard.push(dossier);
        return argument({ argument: "It still holds." });
      },
    };
    const item = anItem({ title: "Line 10 fails" });
    const finding = earlier(10, { raisedBy: ["ada"], title: "Line 10 fails" });
    const result = await reopen(panelOf(1, { scripts: [listens] }), finding, remembering(memoryOf(item)));
    expect(heard[0]?.said.map(({ role }) => role)).toEqual(["memory", "person"]);
    expect(heard[0]?.said[0]?.text).toContain(item.reason);
    expect(result.remembered).toEqual([item]);
    const grave = { ...finding, severity: "P0" } as const;
    const other = await reopen(panelOf(1, { scripts: [listens] }), grave, remembering(memoryOf(item)));
    expect(heard[1]?.said.map(({ role }) => role)).toEqual(["person"]);
    expect(other.remembered).toEqual([]);
  });
});
