import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGlob } from "../../../src/code/snapshot/glob.ts";
import { grepPattern } from "../../../src/code/snapshot/pattern.ts";

const lines = [
  "total(1)",
  "a-b_c",
  "x.y",
  "[z]",
  "a^b",
  "aab",
  "12-34",
  "  tab\there",
  "back\\slash",
  "{}",
  "$x|y",
  "?",
];

describe("a regular expression means for grep -E the same as in JavaScript", () => {
  test.each([
    ...[String.raw`total\(\d+\)`, String.raw`^\s+\w+`, String.raw`[\w.]+\.y`, String.raw`[^\s\w]`, String.raw`[\]z]`],
    ...[
      String.raw`[\^]`,
      String.raw`[a\-z]-`,
      String.raw`\d{2}-\d{2,}`,
      "(?:a|x)+b",
      "a+?b",
      "[[]z",
      String.raw`\[z\]`,
    ],
    ...[
      String.raw`\bhere`,
      String.raw`\t`,
      String.raw`[\t]h`,
      String.raw`\\s`,
      String.raw`\{\}`,
      "{}",
      String.raw`\$x\|`,
    ],
    ...[String.raw`[\\]`, String.raw`^\?$`, String.raw`\D-\D`, String.raw`\S\.\S`, "^[^-]+$", "a.b|x.y"],
  ])("%s", (regex) => {
    const read = grepPattern(regex);
    const pattern = "pattern" in read ? read.pattern : "";
    const input = `${lines.join("\n")}\n`;
    let found = "";
    try {
      found = execFileSync("grep", ["-E", "-e", pattern], {
        input,
        encoding: "utf8",
        env: { PATH: process.env["PATH"], LC_ALL: "C" },
      });
    } catch {
      // grep ends with 1 if no line matches.
    }
    expect(found.split("\n").filter(Boolean)).toEqual(lines.filter((line) => new RegExp(regex).test(line)));
  });

  test.each([
    [String.raw`=(.)\1`, "a back reference"],
    ["(?=a)", "look-around"],
    ["(?<name>a)", "a named group"],
    ["(?i)a", "a flag"],
    [String.raw`\u0041`, String.raw`the escape \u`],
    [String.raw`[\S]`, "a bracket with an escape"],
    ["[ü]", "a bracket"],
    ["[a", "not closed"],
    ["a\\", "a backslash at its end"],
    ["(a{20}){20}", "repeats more than 200 times"],
    ["a".repeat(301), "is longer than 300 characters"],
  ])("%s is refused: %s", (regex, why) => {
    expect(grepPattern(regex)).toEqual({ refused: expect.stringContaining(why) });
  });
});

describe("a glob", () => {
  test.each<[string, readonly string[]]>([
    ["**", ["a.ts", "src/a.ts", "src/x/b.js"]],
    ["*.ts", ["a.ts", "src/a.ts"]],
    ["/*.ts", ["a.ts"]],
    ["src/*", ["src/a.ts"]],
    ["src/**", ["src/a.ts", "src/x/b.js"]],
    ["**/x/*.js", ["src/x/b.js"]],
    ["src/**/b.js", ["src/x/b.js"]],
    ["src/**/a.ts", ["src/a.ts"]],
    ["./src/?.ts", ["src/a.ts"]],
    ["{src/x,lib}/*", ["src/x/b.js"]],
    ["*.{ts,js}", ["a.ts", "src/a.ts", "src/x/b.js"]],
    ["src", []],
    ["a[.]ts", []],
  ])("%s takes %j", (glob, paths) => {
    const read = readGlob(glob);
    const all = ["a.ts", "src/a.ts", "src/x/b.js"];
    expect("refused" in read ? read : all.filter((path) => read.matches(path))).toEqual(paths);
    if (!("refused" in read)) for (const path of paths) expect(path.startsWith(read.folder)).toBe(true);
  });

  test("any pattern ends quickly", () => {
    const part = fc.constantFrom("*", "**", "a", "?", "/", "{a,b}", "**/");
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 80 }).map((parts) => parts.join("")),
        (glob) => {
          const read = readGlob(glob);
          if (!("refused" in read)) read.matches("a/".repeat(100) + "a".repeat(200));
        },
      ),
      { numRuns: 200 },
    );
  });
});
