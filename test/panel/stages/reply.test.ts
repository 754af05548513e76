import { describe, expect, test } from "vitest";
import {
  idUnder,
  readArgument,
  readBallot,
  readComposition,
  readProposal,
  readRuling,
  readValidation,
} from "../../support/replies.ts";

const [f1, f2, f3] = ["F1", "F2", "F3"].map(idUnder);
const finding = {
  severity: "P1",
  category: "crash",
  title: "It breaks",
  detail: "Because.",
  path: "a.ts",
  quote: "x();",
};
const proposal = (findings: unknown, more: object = {}): ReturnType<typeof readProposal> =>
  readProposal(JSON.stringify({ findings, residualRisks: [], openQuestions: [], ...more }));
const draftsOf = (reading: ReturnType<typeof readProposal>) => (reading.ok ? reading.value.drafts : reading.reason);

describe("a proposal", () => {
  test("keeps the fields of the agreed form, and no others", () => {
    const full = { ...finding, line: 3, failurePath: "a → b", fix: "f", suggestion: "  y();" };
    expect(
      proposal([{ ...full, verdict: "pass", __proto__: null }], { residualRisks: ["r", 5, ""], openQuestions: ["q"] }),
    ).toEqual({
      ok: true,
      value: { drafts: [full], dropped: [], failures: [], residualRisks: ["r"], openQuestions: ["q"] },
    });
  });

  test("an empty list is a good answer", () => {
    expect(proposal([])).toMatchObject({ ok: true, value: { drafts: [] } });
  });

  test.each([
    ["a list that is missing", '{"residualRisks":[]}'],
    ["a list that is an object", '{"findings":{"0":{}}}'],
    ["a list that is null", '{"findings":null}'],
    ["a list under another spelling of its key", '{"Findings":[]}'],
    ["a list whose items are all broken", '{"findings":[{"title":"x"},7]}'],
  ])("%s is a failure, never an empty list", (_name, answer) => {
    expect(readProposal(answer)).toMatchObject({ ok: false });
  });

  test("a list that is empty only after a repair is a failure", () => {
    const hidden = '{"findings":[/* {"severity":"P0"} */]}';
    expect(readProposal(hidden)).toEqual({ ok: false, reason: 'its JSON is not valid and "findings" is empty' });
    expect(readProposal('{"findings":[],}')).toMatchObject({ ok: false });
    expect(draftsOf(readProposal(`{'findings':[${JSON.stringify(finding)},],}`))).toHaveLength(1);
  });

  test("H23 severities are read upwards, and an unknown one counts as P1 and is named", () => {
    const severities = ["p0", "P0 ", "CRITICAL", "minor", "P3", null, 0, { $gt: 0 }, undefined, "x".repeat(41)];
    const reading = proposal(severities.map((severity) => ({ ...finding, severity })));
    expect(reading.ok && reading.value.drafts.map(({ severity }) => severity)).toEqual([
      ...["P0", "P0", "P0", "P2"],
      ...Array.from({ length: 6 }, () => "P1"),
    ]);
    expect(reading.ok && reading.value.failures.map(({ reason }) => reason)).toEqual(
      ['"P3"', "null", "0", '{"$gt":0}', "missing", "a longer text"].map(
        (given) =>
          `part of its answer is broken: "${finding.title}": its severity is ${given}, which is none of P0, P1, P2; it counts as P1`,
      ),
    );
  });

  test("H23 a reply without one severity that can be read is not used, and is not said to count", () => {
    const reading = proposal([{ ...finding, severity: "P3" }]);
    expect(reading).toEqual({
      ok: false,
      reason: `no severity in it can be read: "${finding.title}": its severity is "P3", which is none of P0, P1, P2`,
    });
  });

  test("H23 of several words the gravest counts, and an unknown word is P0 where the finding says how it comes to harm", () => {
    const words = ["P0 (critical)", "**P0**", "severity: high", "minor/major", "catastrophic!!", "apocalyptic"];
    const read = (more: object) => {
      const reading = proposal(words.map((severity) => ({ ...finding, severity, ...more })));
      return reading.ok && reading.value.drafts.map(({ severity }) => severity);
    };
    expect(read({})).toEqual(["P0", "P0", "P1", "P1", "P0", "P1"]);
    expect(read({ failurePath: "a → b" })).toEqual(["P0", "P0", "P1", "P1", "P0", "P0"]);
  });

  test.each([
    [12, 12],
    ["12", 12],
    ["10-12", 10],
    [0, undefined],
    [-1, undefined],
    [3.5, undefined],
    [1e9, undefined],
    ["L12", undefined],
    [[12], undefined],
    [null, undefined],
  ])("H22 line %j is %j", (line, expected) => {
    const reading = proposal([{ ...finding, line }]);
    expect(reading.ok && reading.value.drafts[0]?.line).toBe(expected);
  });

  test("a path is kept as it is", () => {
    expect(draftsOf(proposal([{ ...finding, path: " src/a.ts:10-12" }]))).toMatchObject([{ path: " src/a.ts:10-12" }]);
  });

  test("long texts end at a character, a suggestion is whole or not there", () => {
    const long = "👍🏽".repeat(3_000);
    const [draft] = (() => {
      const drafts = draftsOf(proposal([{ ...finding, title: long, detail: long, suggestion: long, quote: long }]));
      return typeof drafts === "string" ? [] : drafts;
    })();
    expect(draft?.title).toMatch(/^(?:👍🏽){40,50} … \(cut\)$/u);
    expect(draft?.detail).toMatch(/^(?:👍🏽)+ … \(cut\)$/u);
    expect(draft?.detail.length).toBeLessThanOrEqual(4_000);
    expect(draft?.quote).toMatch(/^(?:👍🏽)+$/u);
    expect(draft).not.toHaveProperty("suggestion");
  });

  test("wrong optional fields are ignored, and unknown categories become other", () => {
    const odd = { ...finding, category: "Style!", detail: null, fix: 5, failurePath: [], quote: undefined };
    expect(draftsOf(proposal([odd]))).toEqual([
      { severity: "P1", category: "other", title: "It breaks", detail: "", path: "a.ts", quote: "" },
    ]);
    expect(draftsOf(proposal([{ ...finding, category: "Error Handling" }]))).toMatchObject([
      { category: "error-handling" },
    ]);
  });

  test.each([
    ["SQL Injection", "security"],
    ["vulnerability", "security"],
    ["Security / correctness", "security"],
    [["correctness", "security"], "security"],
    ["XSS", "security"],
    ["authorization", "security"],
    ["CWE-89", "security"],
    ["PII leak", "privacy"],
    ["data_loss", "data-loss"],
    [["crash"], "crash"],
    ["style", "other"],
    [7, "other"],
    [[{ toString: 1 }], "other"],
  ])("the category %j is read as %s: protection is never guessed away", (category, read) => {
    expect(draftsOf(proposal([{ ...finding, category }]))).toMatchObject([{ category: read }]);
  });

  test.each([
    ["a title that is missing", { title: undefined }, { title: "Because." }],
    ["a title that is a number", { title: 7 }, { title: "Because." }],
    ["a title that is a list", { title: ["It", "breaks"] }, { title: "It breaks" }],
    ["neither title nor detail", { title: null, detail: " " }, { title: "Untitled finding", detail: "" }],
    ["a detail of lines", { title: "", detail: ["One.", "Two."] }, { title: "One.", detail: "One.\nTwo." }],
    ["a failure path of steps", { failurePath: ["a ", "", "b"] }, { failurePath: "a → b" }],
    [
      "steps that are objects",
      { failurePath: { steps: [{ n: 1, step: "a" }, { step: "b" }] } },
      { failurePath: "a → b" },
    ],
    ["a fix of lines", { fix: ["f", "g"] }, { fix: "f\ng" }],
    ["a quote of lines", { quote: ["x();\n", "", "  y();"] }, { quote: "x();\n\n  y();" }],
    ["a quote of lines with the gutter", { quote: ["+ 12 | a();", "  13 |   b();"] }, { quote: "a();\n  b();" }],
    ["numbered lines", { quote: [{ line: 12, text: "a();" }] }, { quote: "a();" }],
  ])("%s is read", (_name, given, expected) => {
    expect(draftsOf(proposal([{ ...finding, ...given }]))).toEqual([{ ...finding, ...expected }]);
  });

  test.each(["failure_path", "failure-path", "FailurePath", "failure path"])("the key %s is failurePath", (key) => {
    const expected = [{ ...finding, failurePath: "a → b" }];
    expect(draftsOf(proposal([{ ...finding, [key]: "a → b" }]))).toEqual(expected);
    expect(draftsOf(proposal([{ [key]: "a → b", ...finding, failurePath: null }]))).toEqual(expected);
  });

  test("of two spellings our own goes first, unless nothing is in it", () => {
    const path = (more: object) => draftsOf(proposal([{ ...finding, ...more }]));
    for (const given of [
      { failure_path: "other", failurePath: "own" },
      { failurePath: "own", failure_path: "other" },
      { failurePath: " ", failure_path: "own" },
      { failure_path: "own", failurePath: [] },
    ]) {
      expect(path(given)).toMatchObject([{ failurePath: "own" }]);
    }
  });

  test("remarks may be spelled with underscores", () => {
    const more = { residualRisks: undefined, residual_risks: ["r"], openQuestions: undefined, open_questions: ["q"] };
    expect(proposal([], more)).toMatchObject({ value: { residualRisks: ["r"], openQuestions: ["q"] } });
  });

  test("a quote loses the listing's gutter, if every line has it", () => {
    const quotes = ["+ 12 | a();\n  13 |   b();", "7 | c", "a | b\n1 | 2"];
    expect(draftsOf(proposal(quotes.map((quote) => ({ ...finding, quote }))))).toMatchObject([
      { quote: "a();\n  b();" },
      { quote: "c" },
      { quote: "a | b\n1 | 2" },
    ]);
  });

  test("lone surrogates and huge numbers do no harm", () => {
    const answer = `{"findings":[{"severity":"P1","title":"\\ud800","path":"a","quote":"b","line":1e999}]}`;
    expect(draftsOf(readProposal(answer))).toHaveLength(1);
  });
});

describe("a ballot", () => {
  test("an unknown verdict is an abstention, broken evidence is left out", () => {
    const evidence = [{ path: "a.ts", line: "3", quote: "x" }, { path: "a.ts" }, { path: "", quote: "x" }, 7];
    const votes = [
      { id: "F1", verdict: "dispute", reason: "r", severity: "P9", evidence },
      { id: "F2", verdict: "reject", reason: 5, evidence: "none" },
      { id: 2, verdict: "agree" },
      { id: "F3", verdict: "duplicate", of: "F1", severity: "high" },
    ];
    expect(readBallot(JSON.stringify({ votes }))).toEqual({
      ok: true,
      value: {
        votes: [
          { finding: f1, verdict: "dispute", reason: "r", evidence: [{ path: "a.ts", line: 3, quote: "x" }] },
          { finding: f2, verdict: "abstain", reason: "", evidence: [] },
          { finding: f3, verdict: "duplicate", of: f1, severity: "P1", reason: "", evidence: [] },
        ],
        missed: [],
        dropped: ["a vote on 2, which is no item"],
      },
    });
  });

  test("votes count although a missed finding is broken; the loss is counted", () => {
    const reading = readBallot(
      JSON.stringify({ votes: [{ id: "F1", verdict: "agree" }], missed: [finding, { title: "x" }] }),
    );
    expect(reading).toMatchObject({
      ok: true,
      value: { missed: [finding], dropped: [expect.stringMatching(/^missed\[1\]: /)] },
    });
  });
});

describe("a ballot or a ruling of another form", () => {
  const evidence = { path: "a.ts", quote: ["x();", "y();"] };
  const read = [{ path: "a.ts", quote: "x();\ny();" }];

  test.each([
    ["a list", [{ ...finding, title: "", failure_path: ["a", "b"] }]],
    ["a lone object", { ...finding, title: "", failure_path: ["a", "b"] }],
  ])("missed findings are read from %s", (_name, missed) => {
    const votes = [{ id: "F1", verdict: "dispute", reason: ["r", "s"], evidence }];
    expect(readBallot(JSON.stringify({ votes, missed }))).toEqual({
      ok: true,
      value: {
        votes: [{ finding: f1, verdict: "dispute", reason: "r\ns", evidence: read }],
        missed: [{ ...finding, title: "Because.", failurePath: "a → b" }],
        dropped: [],
      },
    });
  });

  test("evidence and reasons of lines are read in rulings, arguments and approvals", () => {
    const ruling = readRuling(JSON.stringify({ ruling: "refuted", reason: ["r", "s"], evidence: [evidence] }));
    expect(ruling).toMatchObject({ value: { reason: "r\ns", evidence: read } });
    expect(readArgument(JSON.stringify({ argument: "a", evidence: [evidence] }))).toMatchObject({
      value: { evidence: read },
    });
    const items = [{ id: "F1", verdict: "reject", reason: ["r", "s"], evidence: [evidence] }];
    expect(readValidation(JSON.stringify({ items }))).toMatchObject({ value: [{ reason: "r\ns", evidence: read }] });
  });
});

describe("a hearing", () => {
  test("only a plain true concedes", () => {
    for (const concede of ["true", 1, null, undefined, false]) {
      expect(readArgument(JSON.stringify({ argument: "a", concede }))).toMatchObject({
        ok: true,
        value: { concede: false },
      });
    }
    expect(readArgument('{"argument":"a","concede":true,"evidence":[]}')).toMatchObject({ value: { concede: true } });
  });

  test("an argument without words, and a ruling that is none, are failures", () => {
    expect(readArgument('{"argument":" ","concede":true}')).toMatchObject({ ok: false });
    expect(readRuling('{"ruling":"dismissed","reason":"r"}')).toMatchObject({ ok: false });
    expect(readRuling('{"ruling":"refuted","reason":"r","severity":"blocker"}')).toEqual({
      ok: true,
      value: { ruling: "refuted", severity: "P0", reason: "r", evidence: [] },
    });
  });
});

describe("wordings", () => {
  test("a composition needs its summary and items", () => {
    expect(readComposition('{"items":[{"id":"F1","title":"t","body":"b"}]}')).toMatchObject({ ok: false });
    expect(readComposition('{"summary":"s","items":[{"id":"F1"}]}')).toMatchObject({ ok: false });
    expect(readComposition('{"summary":"s","items":[{"id":"F1","title":"t","body":"b","severity":"P2"}]}')).toEqual({
      ok: true,
      value: { summary: "s", items: [{ finding: f1, title: "t", body: "b" }] },
    });
  });

  test("an answer that neither approves nor rejects is not an approval", () => {
    const items = [
      { id: "F1", verdict: "approve" },
      { id: "F2", verdict: "ok" },
    ];
    expect(readValidation(JSON.stringify({ items }))).toEqual({
      ok: true,
      value: [{ finding: f1, verdict: "approve", reason: "", evidence: [] }],
    });
  });
});
