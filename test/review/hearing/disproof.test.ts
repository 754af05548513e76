import { describe, expect, test } from "vitest";
import { anchorIn } from "../../../src/code/anchor/anchor.ts";
import type { Dossier } from "../../../src/domain/answers.ts";
import type { Evidence } from "../../../src/domain/debate.ts";
import { openDebate } from "../../../src/panel/asking/context.ts";
import { evidenceAgent } from "../../../src/panel/evidence/evidence.ts";
import type { BallotRequest } from "../../../src/panel/stages/ballot.ts";
import type { Seat } from "../../../src/panel/stages/index.ts";
import { debateMemory } from "../../../src/review/earlier/debate-memory.ts";
import { withoutOwnWords } from "../../../src/review/hearing/own-words.ts";
import { hearAgain } from "../../../src/review/hearing/second-hearing.ts";
import { aChange, aFile } from "../../support/change-builder.ts";
import { code, draftAt, earlier, hold, text } from "../../support/debate-table.ts";
import { matcher } from "../../support/rules.ts";
import {
  abstaining,
  agreeing,
  argument,
  ballot,
  disputing,
  panelOf,
  proposal,
  ruleSeat,
  ruling,
  type Script,
} from "../../support/scripted-agent.ts";

const refuting = () =>
  ruleSeat("evidence", {
    examine: ({ findings }) => findings.map(({ id }) => ({ finding: id, effect: "refute", reason: "only a comment" })),
  });
const p0 = draftAt(10, { severity: "P0", category: "crash" });
const raiser: Script = { propose: () => proposal(p0) };

describe("a code check that speaks against a protected finding", () => {
  test("removes it when no second seat supports it", async () => {
    const outcome = await hold([...panelOf(3, { scripts: [raiser] }), refuting()]);
    expect(outcome.findings).toEqual([]);
    expect(outcome.eliminated).toMatchObject([{ eliminatedAt: "gate", eliminatedBecause: "evidence: only a comment" }]);
    expect(outcome.rounds[0]?.objections).toMatchObject([{ effect: "refute" }]);
  });

  test.each<[string, Script[]]>([
    ["a second seat agrees", [raiser, { ballot: agreeing }]],
    ["a second seat raised it", [raiser, raiser]],
    ["a second seat raised it as less", [raiser, { propose: () => proposal({ ...p0, severity: "P2" }) }]],
    ["a second seat says that it is missing", [raiser, { ballot: ballot(() => ({}), [p0]) }]],
  ])("leads to a hearing when %s", async (_, scripts) => {
    const heard: Dossier[] = [];
    const argue: Script["argue"] = ({ dossier }) => {
      heard.push(dossier);
      return argument();
    };
    const judge: Script["judge"] = () => ruling({ ruling: "refuted" });
    const all = [...scripts, {}, {}].map((script) => ({ ...script, argue, judge }));
    const outcome = await hold([...panelOf(4, { scripts: all }), refuting()]);
    expect(outcome.findings).toMatchObject([{ status: "disputed", title: p0.title }]);
    expect(outcome.eliminated).toEqual([]);
    expect(heard[0]?.said.map((said) => said.text)).toContain("A check by code, evidence: only a comment.");
  });

  test("is shown to voters, and a hearing may still uphold the finding", async () => {
    const asked: BallotRequest[] = [];
    const voter: Script = {
      ballot: (request) => {
        asked.push(request);
        return agreeing(request);
      },
    };
    const upholds: Script = { judge: () => ruling() };
    const outcome = await hold([...panelOf(3, { scripts: [raiser, voter, upholds] }), refuting()]);
    expect(outcome.findings).toMatchObject([{ status: "accepted", severity: "P0" }]);
    expect([...(asked[0]?.said.values() ?? [])]).toEqual([["A check by code, evidence: only a comment."]]);
  });

  test("also counts against a finding that was called missed", async () => {
    const late: Script = { ballot: ballot(() => ({}), [p0]) };
    const other: Script = { propose: () => proposal(draftAt(40, { severity: "P0" })) };
    const removed = await hold([...panelOf(3, { scripts: [other, late] }), refuting()]);
    expect(removed.eliminated).toContainEqual(
      expect.objectContaining({ title: p0.title, eliminatedBecause: "evidence: only a comment" }),
    );
    const believer: Script = { ...other, ballot: agreeing };
    const kept = await hold([...panelOf(3, { scripts: [believer, late] }), refuting()]);
    expect(kept.findings).toMatchObject([{ title: p0.title, status: "disputed" }]);
  });

  test("removes an unprotected finding, also where other seats support it", async () => {
    const p1: Script = { propose: () => proposal(draftAt(10)) };
    const outcome = await hold([...panelOf(3, { scripts: [p1, p1, { ballot: agreeing }] }), refuting()]);
    expect(outcome.eliminated).toMatchObject([{ eliminatedAt: "gate" }]);
  });
});

describe("a seat raises the same defect on a comment", () => {
  const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");
  const evidence: Seat = { ...ruleSeat("evidence", {}), agent: evidenceAgent(matcher, "secrets") };
  const claim = {
    severity: "P0" as const,
    category: "crash" as const,
    title: "Input is evaluated",
    detail: "It runs.",
  };
  const file = aFile("src/a.ts", null, lines("// check(input);", "open();", "eval(input);"));
  const onCode = draftAt(3, { ...claim, quote: "eval(input);", line: 3 });
  const onComment = draftAt(1, { ...claim, quote: "// check(input);", line: 1 });
  const obedient: Script = {
    ballot: disputing({ path: "src/a.ts", quote: "// check(input);" }),
    judge: () => ruling({ ruling: "refuted" }),
  };

  test.each<[string, Script[]]>([
    ["before the honest seat", [{ propose: () => proposal(onComment) }, { propose: () => proposal(onCode) }]],
    ["after it", [{ propose: () => proposal(onCode) }, { propose: () => proposal(onComment) }]],
    ["as the honest seat's own second claim", [{ propose: () => proposal(onCode, onComment) }, obedient]],
  ])("%s: the finding stays at the code", async (_, scripts) => {
    const outcome = await hold([...panelOf(3, { scripts: [...scripts, obedient] }), evidence], { files: [file] });
    expect(outcome.findings.some(({ line, severity }) => line === 3 && severity === "P0")).toBe(true);
    expect(outcome.eliminated.some(({ quote }) => quote.includes("eval"))).toBe(false);
  });

  test("in a comment that only the parser recognizes: no check removes another seat's finding on the code", async () => {
    const hidden = aFile("src/a.ts", null, lines("open();/* now", "check(input);", "*/", "eval(input);"));
    const p1 = { ...claim, severity: "P1" as const };
    const scripts = [
      { propose: () => proposal(draftAt(2, { ...p1, quote: "check(input);", line: 2 })) },
      { propose: () => proposal(draftAt(4, { ...p1, quote: "eval(input);", line: 4 })) },
    ];
    const outcome = await hold([...panelOf(2, { scripts }), evidence], { files: [hidden] });
    expect(outcome.findings).toMatchObject([
      { quote: "check(input);", alsoReported: [{ at: { quote: "eval(input);" } }] },
    ]);
    const alone = await hold([...panelOf(2, { scripts: scripts.slice(0, 1) }), evidence], { files: [hidden] });
    expect(alone.findings).toEqual([]);
  });

  test("on a later push, by the seat that raised it: the finding still points at the code", async () => {
    const known = earlier(3, { ...claim, quote: "eval(input);", raisedBy: ["ada"] });
    const near = { ...onComment, title: "Input is evaluated here" };
    const outcome = await hold([...panelOf(3, { scripts: [{ propose: () => proposal(near) }] }), evidence], {
      files: [file],
      previous: [known],
    });
    expect(outcome.findings).toMatchObject([{ id: known.id, line: 3, quote: "eval(input);", severity: "P0" }]);
  });

  test.each([
    ["before it", ["// eval(input);", "open();", "eval(input);"], 3],
    ["behind it, at the old line", ["open();", "eval(input);", "// eval(input);"], 2],
    ["as a whole line of a block", ["/*", "eval(input);", "*/", "if (input) eval(input);"], 4],
  ])("a push adds a decoy %s: the earlier finding stays at the code", async (_, texts, line) => {
    const known = earlier(3, { ...claim, quote: "eval(input);", raisedBy: ["ada"] });
    const outcome = await hold([...panelOf(3), evidence], {
      files: [aFile("src/a.ts", null, lines(...texts))],
      previous: [known],
    });
    expect(outcome.findings).toMatchObject([{ id: known.id, line, severity: "P0" }]);
  });

  test("on a later push in the same words but on code: that code is tracked from then on", async () => {
    const known = earlier(1, { ...claim, quote: "// check(input);", raisedBy: ["ada"] });
    const again = { ...onCode, quote: "open();\neval(input);" };
    const outcome = await hold([...panelOf(3, { scripts: [{ propose: () => proposal(again) }] }), evidence], {
      files: [file],
      previous: [known],
    });
    expect(outcome.findings).toMatchObject([{ id: known.id, alsoReported: [{ at: { quote: again.quote } }] }]);
    expect(outcome.eliminated).toEqual([]);
  });

  test.each([
    ["removes the code", "decoy(input);"],
    ["leaves only a comment of the code", "check(input);"],
  ])("a push %s that one raiser quoted: the other raiser's code remains", async (_, quote) => {
    const place = { path: "src/a.ts", anchor: "hunk", side: "RIGHT", startLine: 3, line: 3 } as const;
    const at = { ...place, quote: "eval(input);" };
    const alsoReported = [{ seat: "bob", severity: "P0" as const, title: claim.title, at }];
    const known = earlier(1, { ...claim, quote, raisedBy: ["ada", "bob"], alsoReported });
    const outcome = await hold([...panelOf(3), evidence], { files: [file], previous: [known] });
    expect(outcome.findings).toMatchObject([{ id: known.id, line: 3, quote: "eval(input);" }]);
  });
});

describe("evidence that the change itself added", () => {
  const base = text(12);
  const note = "// Callers check(input) first, so step10 is safe.";
  const head = `${note}\nconst safe = "check(input) runs before";\n${base.replace(code(5), "checked(input, 5);")}`;
  const files = [aFile("src/a.ts", base, head), aFile("README.md", null, "Callers check(input) first.\n")];
  const change = aChange(...files);
  const evidence: Seat = { ...ruleSeat("evidence", {}), agent: evidenceAgent(matcher, "secrets") };
  const own: Evidence[] = [
    { path: "src/a.ts", quote: note },
    { path: "src/a.ts", quote: "check(input) runs before" },
    { path: "README.md", quote: "Callers check(input) first." },
  ];
  const against = (cited: Evidence, more: Script = {}): Script => ({
    ballot: disputing(cited),
    argue: () => argument({ evidence: [cited] }),
    judge: () => ruling({ ruling: "refuted", evidence: [cited] }),
    ...more,
  });
  const held = (cited: Evidence) =>
    hold([...panelOf(3, { scripts: [raiser, against(cited), against(cited)] }), evidence], { files });

  test.each(own)("$quote removes no protected finding, and a vote that cites it is not a dispute", async (cited) => {
    const outcome = await held(cited);
    expect(outcome.findings).toMatchObject([{ severity: "P0", votes: { dispute: [] } }]);
    expect(outcome.eliminated).toEqual([]);
    expect(outcome.rounds[0]?.ballots[0]?.votes).toMatchObject([
      { verdict: "abstain", reason: expect.stringContaining("words that the change itself added") },
    ]);
    expect(JSON.stringify(outcome.hearings)).not.toContain('"quote"');
  });

  test.each([
    ["code that the change added", "checked(input, 5);"],
    ["code of the base", code(12)],
  ])("%s is accepted as evidence", async (_, quote) => {
    const outcome = await held({ path: "src/a.ts", quote });
    expect(outcome.eliminated).toMatchObject([{ severity: "P0", eliminatedAt: "hearing" }]);
  });

  test("evidence that cannot be checked does not count", async () => {
    const broken: Seat = {
      ...ruleSeat("evidence", {}),
      agent: { isOwnWords: async () => Promise.reject(new Error("no")) },
    };
    const cited = { path: "src/a.ts", quote: code(12) };
    const outcome = await hold([...panelOf(3, { scripts: [raiser, against(cited), against(cited)] }), broken], {
      files,
    });
    expect(outcome.findings).toMatchObject([{ severity: "P0" }]);
  });

  test("is accepted against unprotected findings", async () => {
    const cited = { path: "README.md", quote: "Callers check(input) first." };
    const p1: Script = { propose: () => proposal(draftAt(10)) };
    const no: Script = { ballot: disputing(cited) };
    const outcome = await hold([...panelOf(3, { scripts: [p1, no, no] }), evidence], { files });
    expect(outcome.eliminated).toMatchObject([{ severity: "P1", eliminatedAt: "ballot" }]);
  });

  test.each(own)("$quote does not count in a reopened hearing either", async (cited) => {
    const anchor = anchorIn(change);
    const reheard = async (one: Evidence) => {
      const judging = against(one, { ballot: abstaining });
      const table = [...panelOf(3, { scripts: [{ argue: () => argument() }, judging, judging] }), evidence];
      const seats = withoutOwnWords(table, change, anchor).filter(({ counted }) => counted);
      return hearAgain(earlier(10, { severity: "P0", raisedBy: ["ada"] }), [{ by: "ann", text: "See the note." }], {
        panel: seats,
        cap: () => undefined,
        adjudication: "unanimous",
        excerptOf: () => "",
        raised: ({ severity }) => severity,
        anchor,
        memory: debateMemory(undefined, { offline: [], raised: ({ severity }) => severity, isEarlier: () => true }),
        context: openDebate(() => undefined, new AbortController().signal),
      });
    };
    expect(await reheard(cited)).toMatchObject({ outcome: "undecided" });
    expect(await reheard({ path: "src/a.ts", quote: code(12) })).toMatchObject({ outcome: "withdrawn" });
  });
});
