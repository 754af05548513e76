import { describe, expect, test } from "vitest";
import { proposeStage } from "../../../src/panel/stages/propose.ts";
import { readReply, Unusable } from "../../../src/panel/stages/reply.ts";
import { readArgument, readBallot, readRuling } from "../../support/replies.ts";
import { item, json, p0, p2, replyForms } from "../../support/reply-forms.ts";

const read = (answer: string) => {
  const { reply, repairs, isCut } = readReply(answer, proposeStage.reply);
  return { drafts: reply.findings.items.map(({ draft }) => draft), repairs, isCut };
};

describe("forms of a reply", () => {
  test.each(replyForms)("%s keeps the P0", (_name, answer, repairs) => {
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
