import { describe, expect, test } from "vitest";
import { astGrepAssets } from "../../../src/panel/choosing/assets.ts";
import { astGrepMatcher } from "../../../src/panel/rules/ast-grep.ts";
import { rulesAgent } from "../../../src/panel/rules/rules.ts";
import { linesAsRead } from "../../../src/panel/rules/scan-guards.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";

const matcher = astGrepMatcher(astGrepAssets);
const pattern = { rule: { pattern: "run($A)" } };
const place = (line: number, startColumn: number, endColumn: number) => ({
  ...{ startLine: line, startColumn, endLine: line, endColumn },
});

describe("code after a line break that editors do not show is code", () => {
  test.each([
    ["javascript", "a();\n// x\rrun(y)\n", place(2, 5, 11)],
    ["javascript", "a();\n// x\u2028run(y)\n", place(2, 5, 11)],
    ["typescript", "a();\n// x\u2029run(y)\n", place(2, 5, 11)],
    ["tsx", "a();\n// x\rrun(y)\n", place(2, 5, 11)],
    ["python", "a()\n# x\rrun(y)\n", place(2, 4, 10)],
    ["python", "a()\r\n# x\r# z\rrun(y)\r\n", place(2, 8, 14)],
    ["java", "class A {\n// x\rvoid f() { run(y); } }\n", place(2, 16, 22)],
  ])("%s %j", async (language, source, expected) => {
    expect(await matcher.scan(language, source, [pattern])).toEqual([{ status: "matched", matches: [expected] }]);
  });

  test.each(["\r", "\u0085", "\u2028", "\u2029"])("yaml %j", async (end) => {
    const [scan] = await matcher.scan("yaml", `on: push\n# x${end}run: y\n`, [{ rule: { pattern: "run: y" } }]);
    expect(scan).toEqual({ status: "matched", matches: [place(2, 4, 10)] });
  });

  test("it is still a comment where the language goes on", async () => {
    for (const [language, source] of [
      ["python", "# x\u2028run(y)\n"],
      ["java", "// x\u2028run(y)\n"],
      ["javascript", "// x\u0085run(y)\n"],
    ] as const)
      expect(await matcher.scan(language, source, [pattern])).toEqual([{ status: "matched", matches: [] }]);
  });

  test("a match over several lines keeps its position in the file", async () => {
    const [scan] = await matcher.scan("python", "# a\rrun(\n  y)\n", [pattern]);
    expect(scan).toEqual({
      status: "matched",
      matches: [{ startLine: 1, startColumn: 4, endLine: 2, endColumn: 4 }],
    });
  });

  test("lines that the grammar cannot read are counted there too", async () => {
    expect(await matcher.faults("python", "# x\rdef f(:\n")).toBeGreaterThan(0);
  });

  test("the rules seat reports it on the line of the diff", async () => {
    const rule = {
      ...{ id: "run", languages: ["python" as const], severity: "P1" as const, category: "security" as const },
      ...{ platform: "web" as const, title: "Something is run here", message: "It should not be run." },
      ...{ failurePath: "input → run → harm", fix: "Do not run it.", match: pattern },
    };
    const file = aFile("a.py", "a()\n", "a()\n# x\rrun(y)\nb()\n");
    const proposal = await rulesAgent("rules", [rule], matcher).propose?.(
      inOneBatch([file]),
      new AbortController().signal,
    );
    expect(proposal?.drafts).toMatchObject([{ path: "a.py", line: 2, quote: "# x\rrun(y)" }]);
  });
});

test("a source without such breaks stays as it is", () => {
  const match = place(3, 1, 2);
  for (const source of ["a\r\nb\n", "a\u2028b", ""]) {
    const { text, placed } = linesAsRead("python", source);
    expect([text, placed(match)]).toEqual([source, match]);
  }
  expect(linesAsRead("go", "a\rb").text).toBe("a\rb");
});
