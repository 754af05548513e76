import { expect, test } from "vitest";
import type { ChangedFile } from "../../../src/domain/change.ts";
import type { Finding } from "../../../src/domain/finding.ts";
import { evidenceAgent } from "../../../src/panel/evidence/evidence.ts";
import { aChange, aFile } from "../../support/change-builder.ts";
import { aFinding } from "../../support/review-builder.ts";
import { matcher } from "../../support/rules.ts";

const agent = evidenceAgent(matcher, "secrets");
const examine = (file: ChangedFile, finding: Partial<Finding>) =>
  agent.examine?.(
    {
      change: aChange(file),
      findings: [aFinding({ path: file.path, side: "RIGHT", anchor: "hunk", raisedBy: ["rules"], ...finding })],
    },
    new AbortController().signal,
  );

const commented = aFile("src/a.ts", null, "run();\n// eval(input)\n/* eval(a)\n   eval(b) */\nrun(); // eval(c)\n");

test.each([
  ["a line comment", { line: 2, quote: "// eval(input)" }],
  ["lines of a block comment", { startLine: 3, line: 4, quote: "/* eval(a)\n   eval(b) */" }],
])("refutes a finding on %s", async (_, place) => {
  expect(await examine(commented, place)).toMatchObject([
    { effect: "refute", reason: expect.stringContaining("comment") },
  ]);
});

test.each([
  ["code before a comment", { line: 5, quote: "eval(c)" }],
  ["code", { line: 1, quote: "run();" }],
  ["code and comment together", { startLine: 1, line: 2, quote: "run();\n// eval(input)" }],
  ["the base side", { line: 2, quote: "// eval(input)", side: "LEFT" as const }],
  ["a quote whose place in the file is not known", { line: 2, quote: "eval(somewhere)" }],
])("does not refute %s", async (_, place) => {
  expect(await examine(commented, place)).toEqual([]);
});

test("never touches what the secrets seat raised, in comments and in tests", async () => {
  expect(
    await examine({ ...commented, path: "test/a.ts" }, { line: 2, quote: "// eval(input)", raisedBy: ["secrets"] }),
  ).toEqual([]);
});

test.each([
  ["test/login.ts", true],
  ["src/login.test.ts", true],
  ["pkg/login_test.go", true],
  ["app/test_login.py", true],
  ["src/latest/login.ts", false],
  ["src/contest.ts", false],
])("code in %s counts one step lower: %s", async (path, lowered) => {
  const objections = await examine(aFile(path, null, "eval(x);\n"), { line: 1 });
  expect(objections?.some(({ effect }) => effect === "lower")).toBe(lowered);
});

test.each<[path: string, importers: string[] | null, lowered: boolean]>([
  ["src/mocks/pay.js", ["src/checkout.js"], false],
  ["src/mocks/pay.js", ["src/checkout.test.js"], true],
  ["src/mocks/pay.js", [], true],
  ["src/mocks/pay.js", null, false],
  ["src/spec/price.ts", ["src/cart.ts", "test/price.ts"], false],
  ["app/test_login.py", ["app/main.py"], false],
  ["app/test_login.py", null, true],
  ["test/helper.ts", ["src/main.ts"], false],
])("code in %s that %j import counts one step lower: %s", async (path, importers, lowered) => {
  const change = aChange(aFile(path, null, "eval(x);\n"));
  const findings = [aFinding({ path, line: 1, side: "RIGHT", anchor: "hunk", raisedBy: ["rules"] })];
  const request = { change, findings, importers: async () => importers };
  const objections = await agent.examine?.(request, new AbortController().signal);
  expect(objections?.some(({ effect }) => effect === "lower")).toBe(lowered);
});

test("a Java comment is a comment", async () => {
  const file = aFile("src/A.java", null, "class A {\n  // Runtime.exec(x)\n}\n");
  expect(await examine(file, { line: 2, quote: "Runtime.exec(x)" })).toMatchObject([{ effect: "refute" }]);
});
