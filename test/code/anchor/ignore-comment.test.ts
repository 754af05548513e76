import { describe, expect, test } from "vitest";
import { ignoreCommentIn, stoodBefore } from "../../../src/review/gate/ignore-comments.ts";
import { aFile } from "../../support/change-builder.ts";

const said = { rules: ["js-eval"], reason: "a constant", isAlone: true };

describe("ignoreCommentIn", () => {
  test.each([
    ["// pr-debate-ignore js-eval: a constant", "a.js"],
    ["  //pr-debate-ignore   js-eval : a constant  ", "a.ts"],
    ["/* pr-debate-ignore js-eval: a constant */", "a.go"],
    ["{/* pr-debate-ignore js-eval: a constant */}", "a.tsx"],
    ["# pr-debate-ignore js-eval: a constant", "a.py"],
    ["    # pr-debate-ignore js-eval: a constant", ".github/workflows/a.yml"],
    ["<!-- pr-debate-ignore js-eval: a constant -->", "a.html"],
    ["# pr-debate-ignore js-eval: a constant", "Makefile"],
  ])("%s in %s", (line, path) => {
    expect(ignoreCommentIn(line, path)).toEqual(said);
  });

  test("beside code it applies to its own line", () => {
    expect(ignoreCommentIn("eval(x); // pr-debate-ignore js-eval: a constant", "a.js")).toEqual({
      ...said,
      isAlone: false,
    });
  });

  test("several rules, a reason with colons, no reason, no rule", () => {
    expect(ignoreCommentIn("# pr-debate-ignore a, b: see: x", "a.py")).toMatchObject({
      rules: ["a", "b"],
      reason: "see: x",
    });
    expect(ignoreCommentIn("# pr-debate-ignore a", "a.py")).toMatchObject({ rules: ["a"], reason: "" });
    expect(ignoreCommentIn("# pr-debate-ignore: x", "a.py")).toMatchObject({ rules: [], reason: "x" });
  });

  test.each([
    ["# pr-debate-ignore js-eval: x", "a.js"],
    ["// pr-debate-ignore js-eval: x", "a.py"],
    ["// pr-debate-ignored js-eval: x", "a.js"],
    ["const text = 'pr-debate-ignore js-eval: x';", "a.js"],
    [`// pr-debate-ignore js-eval: ${"x".repeat(3_000)}`, "a.js"],
  ])("no comment of ours: %s in %s", (line, path) => {
    expect(ignoreCommentIn(line, path)).toBeNull();
  });

  test("H63 a hostile line takes almost no time", () => {
    const started = process.cpuUsage().user;
    ignoreCommentIn(`${"#".repeat(900)}${"*/ ".repeat(300)} pr-debate-ignor pr-debate-ignore`, "Makefile");
    expect(process.cpuUsage().user - started).toBeLessThan(500_000);
  });
});

describe("stoodBefore", () => {
  const mark = "// pr-debate-ignore js-eval: a constant";
  const stood = (base: string | null, head: string): boolean => {
    const number = head.split("\n").findIndex((line) => line.includes("pr-debate-ignore")) + 1;
    const comment = ignoreCommentIn(head.split("\n")[number - 1] ?? "", "a.js");
    if (comment === null) throw new Error("no comment");
    return stoodBefore(aFile("a.js", base, head), number, comment);
  };

  test.each<[string, string | null, string, boolean]>([
    ["the line below it changed", `a();\n${mark}\neval(b);\n`, `a();\n${mark}\neval(c);\n`, true],
    ["lines above came in", `${mark}\neval(b);\n`, `x();\ny();\n${mark}\neval(c);\n`, true],
    ["it is new", "eval(b);\n", `${mark}\neval(b);\n`, false],
    ["the file is new", null, `${mark}\neval(b);\n`, false],
    ["a line was inserted below it", `${mark}\neval(b);\n`, `${mark}\neval(evil);\neval(b);\n`, false],
    ["beside code that changed", `eval(b); ${mark}\n`, `eval(c); ${mark}\n`, true],
    ["beside code that had none", "eval(b);\n", `eval(c); ${mark}\n`, false],
    ["copied beside another line", `eval(b); ${mark}\n`, `eval(c); ${mark}\neval(d); ${mark}\n`, false],
    ["with another reason", `${mark} so far\neval(b);\n`, `${mark}\neval(b);\n`, false],
    ["for another rule", `${mark.replace("js-eval", "js-sql")}\neval(b);\n`, `${mark}\neval(b);\n`, false],
  ])("%s", (_, base, head, expected) => {
    expect(stood(base, head)).toBe(expected);
  });
});
