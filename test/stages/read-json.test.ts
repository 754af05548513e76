import { describe, expect, test } from "vitest";
import { readJson } from "../../src/stages/read-json.ts";
import { processorSeconds } from "../support/processor-time.ts";

const value = { findings: [{ title: "a } b", quote: 'x = "{"', list: [1, { y: null }] }] };
const json = JSON.stringify(value);

describe("readJson finds the document", () => {
  test.each([
    ["alone", json],
    ["with a byte order mark", `\ufeff${json}`],
    ["in a fence", `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``],
    ["in two fences", `\`\`\`\n\`\`\`json\n${json}\n\`\`\`\n\`\`\``],
    ["in prose with braces", `I read { return x } and catch {} and [1]. Here:\n${json}\nThat is {all} of it.`],
    ["after thinking that drafts it", `<think>Maybe {"findings":[]}? No.</think>\n${json}`],
    ["said twice", `${json}\n${json}`],
  ])("%s", (_name, answer) => {
    expect(readJson(answer)).toEqual({ ok: true, value, repaired: false });
  });

  test.each([
    ["trailing commas", '{"a":[1,2,],}', { a: [1, 2] }],
    ["comments", '{"a": 1, // it\'s one\n /* { */ "b": "// no"}', { a: 1, b: "// no" }],
    ["single quotes", `{'a': 'it\\'s "b" \\n {', "c": "it's"}`, { a: 'it\'s "b" \n {', c: "it's" }],
  ])("mends %s, and says so", (_name, answer, expected) => {
    expect(readJson(answer)).toEqual({ ok: true, value: expected, repaired: true });
  });
});

describe("readJson refuses", () => {
  test.each([
    ["nothing", " \n", "it is empty"],
    ["prose", "No findings, all good {really}.", "there is no JSON object in it"],
    ["an empty object", "{}", "there is no JSON object in it"],
    ["JSON in a string", JSON.stringify('{"a":1}'), "there is no JSON object in it"],
    ["a cut document", json.slice(0, -3), "its JSON is cut off"],
    ["a cut string", '{"a":"b', "its JSON is cut off"],
    ["a cut string with a bracket", '{"a":"b}', "its JSON is cut off"],
    ["a cut comment", '{"a":1 /* b', "its JSON is cut off"],
    ["a missing value", '{"a":}', "its JSON is not valid"],
    ["a missing comma", '{"a":[1 2]}', "its JSON is not valid"],
    ["a bare word", '{"a":undefined}', "its JSON is not valid"],
    ["two commas", '{"a":[1,,]}', "its JSON is not valid"],
    ["crossed brackets", '{"a":[1}', "its brackets do not match"],
    ["a key given twice", '{"findings":[{"a":1}],"f\\u0069ndings":[]}', "it gives the key findings twice"],
    ["deep nesting", `{"a":${"[".repeat(200)}${"]".repeat(200)}}`, "it is nested deeper than 100 levels"],
    ["more than a million characters", `{"a":"${"x".repeat(1_000_000)}"}`, "it is longer than 1000000 characters"],
    ["an answer after an unfinished one", `{"findings":[{"title":"cut\n\n${json}`, "its brackets do not match"],
  ])("%s", (_name, answer, reason) => {
    expect(readJson(answer)).toEqual({ ok: false, reason });
  });

  test("H06 two different documents, such as one that was repeated from the diff", () => {
    const echo = '{"findings":[],"residualRisks":[],"openQuestions":[]}';
    for (const answer of [
      `${echo}\n${json}`,
      `The file holds ${echo}.\n\`\`\`json\n${json}\n\`\`\``,
      `${json}\n[${echo}]`,
    ]) {
      expect(readJson(answer)).toEqual({ ok: false, reason: "there are 2 different JSON documents in it" });
    }
  });

  test("a document of the diff beside a broken one of its own", () => {
    expect(readJson(`{"findings":[]}\n{"findings":[{"severity":"P0" "title":"x"}]}`).ok).toBe(false);
  });
});

describe("hostile answers", () => {
  test("a key named __proto__ is a key", () => {
    const reading = readJson('{"a":1,"__proto__":{"polluted":true}}');
    expect(reading.ok && Object.keys(Object(reading.value))).toEqual(["a", "__proto__"]);
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
