import { describe, expect, test } from "vitest";
import { proposeStage } from "../../src/stages/propose.ts";
import { type ReplyRepair, readReply, Unusable } from "../../src/stages/reply.ts";
import { readArgument, readBallot, readRuling } from "../support/replies.ts";

const p0 = {
  severity: "P0",
  category: "security",
  title: "The id is not checked",
  detail: 'Call it with "1 OR 1=1".',
  path: "src/a.ts",
  line: 3,
  quote: "run(id);",
  failurePath: "id → run → every row",
};
const p2 = { ...p0, severity: "P2", category: "other", title: "Slow loop", quote: "for (;;) {}" };
const { path, quote, detail, category, ...others } = p0;
const otherNames = { ...others, file_path: path, code_snippet: quote, description: detail, type: category };
const whole = { findings: [p0], residualRisks: [], openQuestions: [] };
const json = JSON.stringify(whole);
const pretty = JSON.stringify(whole, null, 2);
const item = JSON.stringify(p0);
const rawBreak = json.replace("Call it", "Call\nit");

/** [form, answer, what had to be repaired]: each must give the one P0. */
const forms: readonly (readonly [name: string, answer: string, repairs: readonly ReplyRepair[]])[] = [
  ["strict", json, []],
  ["in a fence", `\`\`\`json\n${pretty}\n\`\`\``, []],
  ["in a fence after prose", `Here is my review:\n\`\`\`\n${pretty}\n\`\`\`\nDone.`, []],
  ["after thinking", `<think>{"findings":[]} would be wrong</think>${json}`, []],
  ["with prose and braces behind it", `${json}\nI looked at {a} and { b }.`, []],
  ["said twice", `${json}\n${json}`, []],
  ["with a byte order mark", `\ufeff${json}`, []],
  ["as a JSON string", JSON.stringify(json), []],
  ["raw line break in a string", rawBreak, ["syntax"]],
  ["raw tab in a string", json.replace("Call it", "Call\tit"), ["syntax"]],
  ["trailing comma in the list", json.replace("}],", "},],"), ["syntax"]],
  ["trailing comma in the object", json.replace(/\}$/, ",}"), ["syntax"]],
  ["line comment", pretty.replace('"residualRisks"', '// nothing else\n  "residualRisks"'), ["syntax"]],
  ["block comment", json.replace('"findings":', '"findings":/* one */'), ["syntax"]],
  [
    "single quotes",
    "{'findings':[{'severity':'P0','category':'security','title':'t','detail':'d','path':'src/a.ts','quote':'run(id);'}]}",
    ["syntax"],
  ],
  ["bare keys", json.replace(/"(severity|category|title|findings)":/g, "$1:"), ["syntax"]],
  [
    "typographic quotation marks",
    "{\u201cfindings\u201d:[{\u201cseverity\u201d:\u201cP0\u201d,\u201ccategory\u201d:\u201csecurity\u201d,\u201ctitle\u201d:\u201ct\u201d,\u201cdetail\u201d:\u201cd\u201d,\u201cpath\u201d:\u201csrc/a.ts\u201d,\u201cquote\u201d:\u201crun(id);\u201d}]}",
    ["syntax"],
  ],
  ["words of Python", json.replace('"line":3', '"line":None'), ["syntax"]],
  ["missing comma between fields", json.replace('"P0","category"', '"P0" "category"'), ["syntax"]],
  ["missing comma between lines", pretty.replace('"P0",', '"P0"'), ["syntax"]],
  ["a quotation mark that is not escaped", json.replaceAll('\\"', '"'), ["syntax"]],
  ["an apostrophe that is escaped", json.replace("Call it", "Don\\'t call it"), ["syntax"]],
  ["a bare list", `[${item}]`, ["wrapping"]],
  ["a bare list in a fence", `\`\`\`json\n[${item}]\n\`\`\``, ["wrapping"]],
  ["one wrapper object", `{"review":${json}}`, ["wrapping"]],
  ["two wrapper objects", `{"result":{"output":${json}}}`, ["wrapping"]],
  ["a wrapper with other fields", `{"status":"done","answer":${json}}`, ["wrapping"]],
  ["a wrapper that holds text", JSON.stringify({ result: json }), ["wrapping"]],
  ["a list of one reply", `[${json}]`, ["wrapping"]],
  ["the list as text", JSON.stringify({ findings: JSON.stringify([p0]) }), ["wrapping"]],
  ["one item instead of the list", JSON.stringify({ findings: p0 }), ["wrapping"]],
  ["another spelling of the key", JSON.stringify({ Findings: [p0] }), ["wrapping"]],
  ["one item alone", item, ["loose items"]],
  ["an empty list beside a list under another name", JSON.stringify({ findings: [], security: [p0] }), ["loose items"]],
  ["the names of other tools", JSON.stringify({ findings: [otherNames] }), []],
  ["a place in one text", json.replace('"path":"src/a.ts","line":3', '"location":"src/a.ts"'), []],
  ["an empty draft before it", `{"findings":[]}\n${json}`, ["several documents"]],
  ["an empty one behind it", `${json}\n{"findings":[]}`, ["several documents"]],
  ["another draft before it", `${JSON.stringify({ findings: [p2] })}\nFinal:\n${json}`, ["several documents"]],
  ["a code object in the prose", `The default is {"retries": 3}.\n${json}`, []],
  ["cut behind the list", `${json.slice(0, json.indexOf("}]") + 1)}`, ["loose items", "cut off"]],
  ["cut inside the next item", `{"findings":[${item},{"severity":"P2","title":"Sl`, ["loose items", "cut off"]],
];

const read = (answer: string) => {
  const { reply, repairs, isCut } = readReply(answer, proposeStage.reply);
  return { drafts: reply.findings.items.map(({ draft }) => draft), repairs, isCut };
};

describe("forms of a reply", () => {
  test.each(forms)("%s keeps the P0", (_name, answer, repairs) => {
    const { drafts, ...form } = read(answer);
    expect(drafts).toMatchObject([{ severity: "P0", category: "security", path: "src/a.ts", quote: "run(id);" }]);
    expect(form.repairs).toEqual(repairs);
  });

  test("items under further names are read with those of the list, except what the seat let go", () => {
    const drafts = (name: string) =>
      read(JSON.stringify({ findings: [p2], [name]: [p0] })).drafts.map(({ severity }) => severity);
    expect(drafts("critical")).toEqual(["P2", "P0"]);
    for (const name of ["unsafe", "reviewComments", "checks", "must_be_fixed", "verifiedFindings", "non_negotiable"])
      expect(drafts(name)).toEqual(["P2", "P0"]);
    for (const name of ["rejected_candidates", "falsePositives", "ruled-out", "checked", "alreadyFixed", "nonIssues"])
      expect(drafts(name)).toEqual(["P2"]);
  });

  test("a file that is listed without a word about it is no finding", () => {
    expect(() => read('{"findings":[{"path":"src/a.ts"}]}')).toThrow("it has neither words nor a quote");
    expect(read('{"findings":[],"files":[{"path":"src/a.ts","summary":"fine","severity":"none"}]}').drafts).toEqual([]);
  });

  test("one item after the other without a list", () => {
    expect(read(`${item}\n${JSON.stringify(p2)}`).drafts).toMatchObject([{ severity: "P0" }, { severity: "P2" }]);
  });

  test("a reply that is cut after five items keeps all five", () => {
    const five = Array.from({ length: 5 }, (_, index) => JSON.stringify({ ...p0, title: `t${index}` }));
    const { drafts, isCut } = read(`{"findings":[${five.join()},{"severity":"P0","title":"t5","quo`);
    expect(drafts.map(({ title }) => title)).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    expect(isCut).toBe(true);
  });

  test("the items of a cut reply stand before those of the next one, each once", () => {
    const rest = JSON.stringify({ findings: [p0, p2] });
    const { reply } = readReply(rest, proposeStage.reply, { earlier: [p0] });
    expect(reply.findings.items.map(({ draft }) => draft.severity)).toEqual(["P0", "P2"]);
  });

  test("the vendor's word that it was cut counts, too", () => {
    expect(readReply(json, proposeStage.reply, { isTruncated: true }).isCut).toBe(true);
  });
});

describe("never read as no findings", () => {
  test.each([
    ["a list that is empty only after a repair", '{"findings":[/* {"severity":"P0"} */]}'],
    ["an empty list with a trailing comma", '{"findings":[],}'],
    ["an empty bare list in a wrapper", '{"review":{"findings":[]}}'],
    ["an empty list under another spelling", '{"Findings":[]}'],
    ["an empty list before a broken one", '{"findings":[]}\n{"findings":[{"severity":"P0" : "x"}]}'],
    ["an empty list before a cut one", '{"findings":[]}\n{"findings":[{"severity":"P0","ti'],
    ["a key given twice", `{"findings":[],"findings":[]}`],
    ["null", '{"findings":null}'],
    ["an empty list that was cut", '{"findings":['],
    ["words", "No findings."],
  ])("%s", (_name, answer) => {
    expect(() => readReply(answer, proposeStage.reply)).toThrow(Unusable);
  });

  test("an empty list that the vendor cut", () => {
    expect(() => readReply('{"findings":[]}', proposeStage.reply, { isTruncated: true })).toThrow(Unusable);
  });

  test("an empty list beside an object of the prose is a good answer", () => {
    expect(readReply('It sets {"retries": 3}.\n{"findings":[]}', proposeStage.reply).repairs).toEqual([]);
  });
});

describe("the other stages read the same forms", () => {
  const votes = [{ id: "F1", verdict: "dispute", reason: "no", evidence: [] }];
  test.each([
    ["a bare list", JSON.stringify(votes)],
    ["a wrapper", JSON.stringify({ ballot: { votes, missed: [] } })],
    ["a trailing comma", JSON.stringify({ votes, missed: [] }).replace("}],", "},],")],
    [
      "a draft before it",
      `${JSON.stringify({ votes: [{ ...votes[0], verdict: "agree" }] })}\n${JSON.stringify({ votes })}`,
    ],
  ])("a ballot as %s", (_name, answer) => {
    expect(readBallot(answer)).toMatchObject({ ok: true, value: { votes: [{ verdict: "dispute" }] } });
  });

  test("an argument and a ruling under a wrapper, with a trailing comma", () => {
    const argument = '{"result":{"argument":"It holds.","concede":false,"evidence":[],}}';
    expect(readArgument(argument)).toMatchObject({ ok: true, value: { argument: "It holds.", concede: false } });
    const ruling = '{"ruling":{"ruling":"upheld","reason":"r","evidence":[]}}';
    expect(readRuling(ruling)).toMatchObject({ ok: true, value: { ruling: "upheld" } });
  });
});
