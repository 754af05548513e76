import { describe, expect, test } from "vitest";
import { fingerprintOf } from "../../../src/code/anchor/fingerprint.ts";
import type { Silencing } from "../../../src/domain/baseline.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";
import type { Draft } from "../../../src/domain/finding.ts";
import { secretRuleId } from "../../../src/domain/rule-info.ts";
import type { Candidate } from "../../../src/review/gate/gate.ts";
import { remarksOnComments } from "../../../src/review/gate/ignore-comments.ts";
import { isSilencedNow, nothingSilenced, silenceFindings } from "../../../src/review/gate/silence.ts";
import { aFile } from "../../support/change-builder.ts";
import { draftAt, earlier, hold } from "../../support/debate-table.ts";
import { aFinding } from "../../support/review-builder.ts";
import { panelOf, proposal, ruleSeat } from "../../support/scripted-agent.ts";

const rule = "js-eval";
const quote = "eval(value);";

function aCandidate(line: number, draft: Partial<Draft> = {}, seat = "rules"): Candidate {
  const place = { path: "a.js", anchor: "hunk", side: "RIGHT", startLine: line, line } as const;
  const words = {
    severity: "P1",
    category: "security",
    title: "eval runs a text",
    detail: "d",
    path: "a.js",
    quote,
  } as const;
  return { seat, place, draft: { ...words, rule, ...draft } };
}

const fingerprint = fingerprintOf({ rule, path: "a.js", quote });
const known = { fingerprint, rule, severity: "P1", path: "a.js", count: 1, reason: "" } as const;
const file = (base: string | null, head: string): ChangedFile => aFile("a.js", base, head);
const plainFile = file("x();\n", `x();\n${quote}\n`);
const hear = (candidates: Candidate[], silencing: Partial<Silencing>, own: ChangedFile = plainFile) =>
  silenceFindings(candidates, [own], ["rules", "secrets"], { ...nothingSilenced, ...silencing });

describe("a rule that is switched off", () => {
  test("lists its findings with the reason, and keeps other findings", () => {
    const { kept, silenced } = hear([aCandidate(2), aCandidate(2, { rule: "js-sql" })], {
      off: new Map([[rule, "our sandbox"]]),
    });
    expect(silenced).toEqual([
      {
        rule,
        severity: "P1",
        title: "eval runs a text",
        path: "a.js",
        line: 2,
        by: "setting",
        reason: "our sandbox",
        fingerprint,
      },
    ]);
    expect(kept).toMatchObject([{ draft: { rule: "js-sql" } }]);
  });

  test("never silences a model's finding, even if it names a rule", () => {
    const { kept, silenced } = hear([aCandidate(2, {}, "amy")], {
      off: new Map([[rule, "x"]]),
      baseline: [known],
      blockOn: "never",
    });
    expect(kept).toHaveLength(1);
    expect(silenced).toEqual([]);
  });

  test.each<[string, Partial<Silencing>]>([
    ["a switch", { off: new Map([[secretRuleId, " "]]) }],
    [
      "a baseline",
      {
        baseline: [
          { ...known, rule: secretRuleId, fingerprint: fingerprintOf({ rule: secretRuleId, path: "a.js", quote }) },
        ],
      },
    ],
  ])("%s without a reason does not silence a secret at P0, and a note states it", (_, silencing) => {
    const secret = aCandidate(2, { rule: secretRuleId, severity: "P0" }, "secrets");
    const { kept, notes } = hear([secret], silencing);
    expect(kept).toHaveLength(1);
    expect(notes.join()).toContain("only with a reason");
    expect(hear([secret], { off: new Map([[secretRuleId, "a fake"]]) }).kept).toEqual([]);
    expect(hear([aCandidate(2, { rule: secretRuleId, severity: "P1" }, "secrets")], silencing).kept).toEqual([]);
  });
});

describe("the baseline", () => {
  test("lists known findings, wherever they are in the file now", () => {
    const moved = file("x();\n", `${"y();\n".repeat(40)}  ${quote}\n`);
    expect(hear([aCandidate(41, { quote: `  ${quote}` })], { baseline: [known] }, moved)).toMatchObject({
      kept: [],
      silenced: [{ by: "baseline", line: 41 }],
    });
  });

  test.each([
    ["another file", { path: "b.js" }],
    ["another rule", { rule: "js-sql" }],
    ["other code", { quote: "eval(other);" }],
  ])("does not know the finding in %s", (_, draft) => {
    expect(hear([aCandidate(2, draft)], { baseline: [known] }).kept).toHaveLength(1);
  });

  test("reports one more copy of the code as new, touched or not", () => {
    const twice = `x();\n${quote}\n${quote}\n`;
    expect(hear([aCandidate(2), aCandidate(3)], { baseline: [known] }, file("x();\n", twice))).toMatchObject({
      kept: [{}],
      silenced: [{}],
    });
    const added = hear([aCandidate(3)], { baseline: [known] }, file(`x();\n${quote}\n`, twice));
    expect(added.kept).toHaveLength(1);
    expect(
      hear([aCandidate(2), aCandidate(3)], { baseline: [{ ...known, count: 2 }] }, file("x();\n", twice)).kept,
    ).toEqual([]);
  });
});

describe("a comment beside the code", () => {
  const mark = `// pr-debate-ignore ${rule}: a constant`;
  const fresh = file("x();\n", `x();\n${mark}\n${quote}\n`);
  const old = file(`x();\n${mark}\neval(1);\n`, `x();\n${mark}\n${quote}\n`);

  test("silences a non-blocking finding if the comment is new", () => {
    expect(hear([aCandidate(3)], {}, fresh).silenced).toMatchObject([{ by: "comment", reason: "a constant" }]);
    expect(hear([aCandidate(3, { severity: "P0" })], { blockOn: "never" }, fresh).kept).toEqual([]);
  });

  test.each([
    ["P0", "P0"],
    ["P1", "P1"],
  ] as const)("silences no %s where %s blocks if the comment is new, and a note states it", (severity, blockOn) => {
    const { kept, notes } = hear([aCandidate(3, { severity })], { blockOn }, fresh);
    expect(kept).toHaveLength(1);
    expect(notes).toEqual([
      expect.stringMatching(/^a\.js:2: .*does not silence the P[01] of js-eval: it is not at the base/),
    ]);
  });

  test("silences blocking findings too if the base has the comment there", () => {
    expect(hear([aCandidate(3, { severity: "P0" })], {}, old)).toMatchObject({
      kept: [],
      silenced: [{ severity: "P0" }],
      notes: [],
    });
  });

  test("is looked up in the diff's own lines without the whole file", () => {
    expect(hear([aCandidate(3)], {}, { ...fresh, headText: undefined }).kept).toEqual([]);
  });

  test.each([
    ["for another rule", `// pr-debate-ignore js-sql: a constant\n${quote}\n`, 3],
    ["without a reason", `// pr-debate-ignore ${rule}\n${quote}\n`, 3],
    ["two lines above", `${mark}\n\n${quote}\n`, 4],
    ["beside the code above", `y(); ${mark}\n${quote}\n`, 3],
    ["below", `${quote}\n${mark}\n`, 2],
  ])("one %s silences nothing", (_, lines, line) => {
    expect(hear([aCandidate(line)], {}, file("x();\n", `x();\n${lines}`)).kept).toHaveLength(1);
  });

  test("does not apply to a deleted guard", () => {
    const place = { path: "a.js", anchor: "hunk", side: "LEFT", startLine: 3, line: 3 } as const;
    expect(hear([{ ...aCandidate(3), place }], {}, fresh).kept).toHaveLength(1);
  });
});

describe("remarksOnComments", () => {
  const remarks = (line: string): string[] => remarksOnComments([file("x();\n", `x();\n${line}\n`)], [rule, "js-sql"]);

  test("reports an unknown rule, a missing reason and a missing rule", () => {
    expect(remarks("// pr-debate-ignore js-evil: x")).toEqual([
      'a.js:2: the comment pr-debate-ignore names the unknown rule "js-evil". Did you mean "js-eval"?',
    ]);
    expect(remarks("// pr-debate-ignore js-eval")).toEqual([expect.stringContaining("gives no reason")]);
    expect(remarks("// pr-debate-ignore")).toEqual([expect.stringContaining("names no rule")]);
    expect(remarks("// pr-debate-ignore js-eval: a constant")).toEqual([]);
  });

  test("condenses a hundred comments into a few remarks", () => {
    expect(remarks("// pr-debate-ignore x: y\n".repeat(100).trim())).toHaveLength(11);
  });
});

describe("isSilencedNow: a finding of an earlier push", () => {
  const told = aFinding({ rule, fingerprint, raisedBy: ["rules"] });
  const now = hear([aCandidate(2)], { baseline: [known] });
  const isSilenced = (finding = told, heard: Pick<typeof now, "kept" | "silenced"> = now): boolean =>
    isSilencedNow(finding, heard, ["rules", "secrets"]);

  test("is true when its rule reported it again and was silenced", () => {
    expect(isSilenced()).toBe(true);
    expect(isSilenced(told, { kept: [], silenced: [] })).toBe(false);
    expect(isSilenced(told, { ...now, kept: hear([aCandidate(2)], {}).kept })).toBe(false);
  });

  test("is false when a model raised it too, a person dismissed it, or votes raised its severity", () => {
    expect(isSilenced({ ...told, severity: "P0" })).toBe(false);
    expect(isSilenced({ ...told, severity: "P2" })).toBe(true);
    expect(isSilenced({ ...told, raisedBy: ["rules", "amy"] })).toBe(false);
    expect(isSilenced({ ...told, alsoReported: [{ seat: "amy", severity: "P1", title: "t" }] })).toBe(false);
    expect(isSilenced({ ...told, status: "dismissed" })).toBe(false);
  });
});

describe("in a debate", () => {
  const own = { ...draftAt(10), rule };
  const off: Silencing = { ...nothingSilenced, off: new Map([[rule, "ours"]]) };
  const before = earlier(10, {
    rule,
    fingerprint: fingerprintOf({ rule, path: own.path, quote: own.quote }),
    raisedBy: ["rules"],
  });
  const rules = () => ruleSeat("rules", { propose: [proposal(own)] });

  test("a silenced finding reaches no ballot, and the earlier one goes", async () => {
    const seats = [...panelOf(2, { scripts: [{ ballot: [] }, { ballot: [] }] }), rules()];
    const outcome = await hold(seats, { silencing: off, previous: [before] });
    expect(outcome).toMatchObject({
      findings: [],
      eliminated: [],
      silenced: [{ rule, by: "setting", reason: "ours" }],
    });
  });

  test("without a setting of the base it is a finding with its rule and fingerprint", async () => {
    const { findings, silenced } = await hold([rules()], {});
    expect(findings).toMatchObject([{ rule, fingerprint: before.fingerprint }]);
    expect(silenced).toEqual([]);
  });

  test("a model that reports the same is heard", async () => {
    const amy = panelOf(2, { scripts: [{ propose: [proposal(draftAt(10))] }, {}] });
    expect((await hold([...amy, rules()], { silencing: off })).findings).toMatchObject([{ severity: "P1" }]);
  });
});
