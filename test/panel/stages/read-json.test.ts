import { describe, expect, test } from "vitest";
import { readJson } from "../../../src/panel/stages/read-json.ts";
import { processorSeconds } from "../../support/processor-time.ts";

const value = { findings: [{ title: "a } b", quote: 'x = "{"', list: [1, { y: null }] }] };
const json = JSON.stringify(value);

const only = (answer: string) => {
  const { documents, faults } = readJson(answer);
  return documents.length === 1 && faults.length === 0 ? documents[0] : { documents, faults };
};

describe("readJson finds the document", () => {
  test.each([
    ["alone", json],
    ["with a byte order mark", `\ufeff${json}`],
    ["in a fence", `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``],
    ["in two fences", `\`\`\`\n\`\`\`json\n${json}\n\`\`\`\n\`\`\``],
    ["in prose with braces", `I read { return x } and catch {} and [1]. Here:\n${json}\nThat is {all} of it.`],
    ["after thinking that drafts it", `<think>Maybe {"findings":[]}? No.</think>\n${json}`],
    ["in a string", JSON.stringify(json)],
  ])("%s", (_name, answer) => {
    expect(only(answer)).toEqual({ value, repaired: false });
  });

  test.each([
    ["trailing commas", '{"a":[1,2,],}', { a: [1, 2] }],
    ["comments", '{"a": 1, // it\'s one\n /* { */ "b": "// no"}', { a: 1, b: "// no" }],
    ["single quotes", `{'a': 'it\\'s "b" \\n {', "c": "it's"}`, { a: 'it\'s "b" \n {', c: "it's" }],
    ["a raw line break and a raw tab", '{"a":"one\ntwo\tthree"}', { a: "one\ntwo\tthree" }],
    ["bare keys", '{a: 1, b_c: "x"}', { a: 1, b_c: "x" }],
    ["a bare key beside a value of its name", '{a: "b", b: "b"}', { a: "b", b: "b" }],
    ["a missing comma", '{"a":[1 2]}', { a: [1, 2] }],
    ["words of Python", '{"a": True, "b": None}', { a: true, b: null }],
  ])("repairs %s, and says so", (_name, answer, expected) => {
    expect(only(answer)).toEqual({ value: expected, repaired: true });
  });

  test("every document, in its order", () => {
    expect(readJson('{"a":1}\nthen\n{"a":2}').documents.map((one) => one.value)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test("the complete parts of one that is cut off, and says that it is", () => {
    const cut = '{"findings":[{"title":"a"},{"title":"b"},{"title":"c';
    expect(readJson(cut)).toMatchObject({
      documents: [{ value: { title: "a" } }, { value: { title: "b" } }],
      isCut: true,
      mended: null,
    });
  });
});

describe("readJson finds nothing in", () => {
  test.each([
    ["nothing", " \n", "it is empty"],
    ["prose", "No findings, all good {really}.", "there is no JSON object in it"],
    ["an empty object", "{}", "there is no JSON object in it"],
    ["a cut string", '{"a":"b', "its JSON is cut off"],
    ["a cut string with a bracket", '{"a":"b}', "its JSON is cut off"],
    ["a cut comment", '{"a":1 /* b', "its JSON is cut off"],
    ["deep nesting", `{"a":${"[".repeat(200)}${"]".repeat(200)}}`, "it is nested deeper than 100 levels"],
    ["more than a million characters", `{"a":"${"x".repeat(1_000_000)}"}`, "it is longer than 1000000 characters"],
  ])("%s", (_name, answer, reason) => {
    expect(readJson(answer)).toMatchObject({ documents: [], faults: [reason] });
  });

  test("a key given twice is a fault, and nothing is guessed", () => {
    expect(readJson('{"a":1,"\\u0061":[]}')).toEqual({
      documents: [],
      mended: null,
      isCut: false,
      faults: ["it gives the key a twice"],
      text: '{"a":1,"\\u0061":[]}',
    });
  });
});

describe("hostile answers", () => {
  test("a key named __proto__ is a key", () => {
    const [document] = readJson('{"a":1,"__proto__":{"polluted":true}}').documents;
    expect(Object.keys(Object(document?.value))).toEqual(["a", "__proto__"]);
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("polluted");
  });

  test.each([
    ["open braces", '{"'.repeat(400_000)],
    ["braces and spaces", "{ ".repeat(400_000)],
    ["open comments", `{"a":1${"/*/".repeat(300_000)}`],
    ["slashes", `{"a":${"/".repeat(900_000)}`],
    ["backslashes", `{"a":"${"\\".repeat(900_000)}`],
    ["escapes", `{"a":"${'\\"'.repeat(400_000)}"}`],
    ["quotes", `{"a":${"'".repeat(900_000)}`],
    ["many documents", '{"a":1} '.repeat(100_000)],
    ["many keys", `{${Array.from({ length: 70_000 }, (_, index) => `"k${index}":1`).join()}}`],
    ["many commas", `{"a":[${",".repeat(900_000)}]}`],
  ])("H63 %s are read in linear time", async (_name, answer) => {
    expect(await processorSeconds(() => readJson(answer))).toBeLessThan(1.5);
  });
});
