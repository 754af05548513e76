import type { ReplyRepair } from "../../src/panel/stages/reply.ts";

export const p0 = {
  severity: "P0",
  category: "security",
  title: "The id is not checked",
  detail: 'Call it with "1 OR 1=1".',
  path: "src/a.ts",
  line: 3,
  quote: "run(id);",
  failurePath: "id → run → every row",
};
export const p2 = { ...p0, severity: "P2", category: "other", title: "Slow loop", quote: "for (;;) {}" };
const { path, quote, detail, category, ...others } = p0;
const otherNames = { ...others, file_path: path, code_snippet: quote, description: detail, type: category };
const whole = { findings: [p0], residualRisks: [], openQuestions: [] };
export const json = JSON.stringify(whole);
const pretty = JSON.stringify(whole, null, 2);
export const item = JSON.stringify(p0);
const rawBreak = json.replace("Call it", "Call\nit");

/** [form, answer, what had to be repaired]: each must give the one P0. */
export const replyForms: readonly (readonly [name: string, answer: string, repairs: readonly ReplyRepair[]])[] = [
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
