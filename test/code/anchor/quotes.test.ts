import { describe, expect, test } from "vitest";
import { type Anchoring, anchorIn, type Quoted } from "../../../src/code/anchor/anchor.ts";
import { aChange, aFile } from "../../support/change-builder.ts";

const code = `import { exec } from "node:child_process";

export function find(name, limit) {
  const rows = query("select * from people where name = '" + name + "'");
  if (rows.length > limit) {
    return rows.slice(0, limit);
  }
  audit("found", rows.length); // for the monthly report
  return rows;
}

export function purge(name) {
  for (const row of find(name, 10)) {
    remove(row.id);
  }
  if (name) {
    return;
  }
  exec("rm -rf " + name);
}
`;
const anchor = anchorIn(aChange(aFile("src/people.js", null, code)));
const found = (anchoring: Anchoring) => ("place" in anchoring ? anchoring.place : anchoring.missing);
const place = (quoted: Omit<Quoted, "path">) => found(anchor({ path: "src/people.js", ...quoted }));
const at = (startLine: number, line = startLine) => ({ startLine, line, side: "RIGHT" });

describe("a true finding is found in whatever form its quote comes", () => {
  test.each([
    ["backticks", '`exec("rm -rf " + name);`', at(19)],
    ["double backticks", '`` exec("rm -rf " + name); ``', at(19)],
    ["backticks around each line", "`  if (rows.length > limit) {`\n`    return rows.slice(0, limit);`", at(5, 6)],
    ["a fence", '```\nexec("rm -rf " + name);\n```', at(19)],
    [
      "a fence with its language",
      "```js\n  if (rows.length > limit) {\n    return rows.slice(0, limit);\n```",
      at(5, 6),
    ],
    ["a fence that is never closed", '```js\nexec("rm -rf " + name);', at(19)],
    ["a fence on one line", '```exec("rm -rf " + name);```', at(19)],
    ["a fence of tildes", '~~~\nexec("rm -rf " + name);\n~~~', at(19)],
    ["`3:` before a line", '19: exec("rm -rf " + name);', at(19)],
    ["`3:` without a space", '19:exec("rm -rf " + name);', at(19)],
    ["`12 |` before each line", "5 |   if (rows.length > limit) {\n6 |     return rows.slice(0, limit);", at(5, 6)],
    [
      "the gutter of the listing",
      "+  5 |   if (rows.length > limit) {\n+  6 |     return rows.slice(0, limit);",
      at(5, 6),
    ],
    ["`L12:` before a line", 'L19: exec("rm -rf " + name);', at(19)],
    ["wrong numbers", '1: exec("rm -rf " + name);', at(19)],
    ["a number and backticks", '19: `exec("rm -rf " + name);`', at(19)],
    [
      "a fence, numbers and signs",
      "```diff\n5 | + if (rows.length > limit) {\n6 | + return rows.slice(0, limit);\n```",
      at(5, 6),
    ],
    ["… at the end", "const rows = query(…", at(4)],
    ["... at the end", 'const rows = query("select * from people...', at(4)],
    ["… at the start", '… + name + "\'");', at(4)],
    ["... at the start", '... from people where name = \'" + name + "\'");', at(4)],
    ["… in the middle", 'const rows = query("select … + name + "\'");', at(4)],
    ["... for arguments", "const rows = query(...);", at(4)],
    ["a line of ... between lines", 'export function purge(name) {\n  ...\n  exec("rm -rf " + name);', at(12, 19)],
    ["a remark instead of lines", 'export function purge(name) {\n  // ...\n  exec("rm -rf " + name);\n}', at(12, 20)],
    ["a line of … after the lines", "export function purge(name) {\n…", at(12)],
    ["a line of … before the lines", '…\nexec("rm -rf " + name);', at(19)],
    ["a remark behind it", 'exec("rm -rf " + name); // command injection', at(19)],
    ["a remark without a space", 'exec("rm -rf " + name); //command injection', at(19)],
    ["a remark in other syntax", 'exec("rm -rf " + name);  # command injection', at(19)],
    ["a block as a remark", 'exec("rm -rf " + name); /* injection */', at(19)],
    ["another remark than the code has", 'audit("found", rows.length); // logs a count', at(8)],
    [
      "a remark on the first of two lines",
      "if (rows.length > limit) { // off by one\n    return rows.slice(0, limit);",
      at(5, 6),
    ],
    ["a caption of its own", '// src/people.js, line 19\nexec("rm -rf " + name);', at(19)],
    [
      "all at once",
      '```js\n12 | export function purge(name) {\n...\n19 |   exec("rm -rf " + …); // injection\n```',
      at(12, 19),
    ],
  ])("%s", (_, quote, where) => {
    expect(place({ quote })).toMatchObject(where);
  });

  test("the number in front of a line decides between repeats like a stated one", () => {
    const repeated = anchorIn(aChange(aFile("a.js", null, "first();\nconnect(db);\nthird();\nconnect(db);\n")));
    expect(found(repeated({ path: "a.js", quote: "4: connect(db);" }))).toMatchObject({ line: 4 });
    expect(found(repeated({ path: "a.js", quote: "4: connect(db);", line: 2 }))).toMatchObject({ line: 2 });
  });

  test("real code that looks like such marks is taken literally", () => {
    const literal = anchorIn(
      aChange(aFile("a.py", null, "codes = {\n  3: connect(…),\n  4: connect(...),\n}\nx[...] = 0  # all of it\n")),
    );
    expect(found(literal({ path: "a.py", quote: "3: connect(…)," }))).toMatchObject({ line: 2 });
    expect(found(literal({ path: "a.py", quote: "4: connect(...)," }))).toMatchObject({ line: 3 });
    expect(found(literal({ path: "a.py", quote: "x[...] = 0  # all of it" }))).toMatchObject({ line: 5 });
  });

  test("a quote that leaves out more than forty lines is placed at its longest part", () => {
    const long = `open(door);\n${"step();\n".repeat(60)}close(door);\nlock(door);\n`;
    const wide = anchorIn(aChange(aFile("a.js", null, long)));
    expect(found(wide({ path: "a.js", quote: "open(door);\n...\nclose(door);\nlock(door);" }))).toMatchObject({
      startLine: 62,
      line: 63,
    });
  });
});

describe("invented code is turned away in every form", () => {
  test.each([
    ["backticks", "`spawn(name, rows)`"],
    ["a fence", "```js\nspawn(name, rows);\n```"],
    ["a number", "19: spawn(name, rows);"],
    ["a remark", "spawn(name, rows); // injection"],
    ["… at the end", "spawn(name, …"],
    ["… behind another start", "const users = query(…);"],
    ["… before another end", "const rows = query(… + limit);"],
    ["real lines around an invented one", "if (rows.length > limit) {\n…\nspawn(name, rows);\n…\nreturn rows;"],
    ["real lines in another order", 'exec("rm -rf " + name);\n...\nexport function purge(name) {'],
    ["… as one line of the code for many", "export function find(name, limit) { … return rows;"],
    ["nothing but …", "…\n...\n// ..."],
    ["… between fragments", "if (…) {\n…\n}"],
    ["another text before the remark", 'audit("lost", rows.length); // for the monthly report'],
    ["a remark inside of a text", 'exec("rm // -rf " + name);'],
    ["a spread for arguments", "const rows = query(...args);"],
    ["only a remark", "// for the weekly report"],
  ])("%s", (_, quote) => {
    expect(place({ quote })).toEqual(expect.any(String));
  });
});

describe("below eight characters a quote is a whole line", () => {
  test.each([
    ["return;", 17],
    ["`return;`", 17],
    ["17: return;", undefined],
    ["}", 7],
    ["  }", 18],
    ["return; // early", 17],
    ["return;", undefined],
    ["return;", 16],
    ["return", 17],
    ["return; // early", 9],
  ])("%j at line %s is found", (quote, line) => {
    expect(place({ quote, line })).toMatchObject({ side: "RIGHT" });
  });

  test.each([
    ["}", undefined],
    ["}", 6],
    ["if", 5],
    ["name", 3],
    ["`if (`", 5],
    ["if (…) {", 5],
    ["… if (", 5],
    ["rows", 9],
    ["exec(", 19],
    ["}\n}", undefined],
  ])("%j at line %s is not", (quote, line) => {
    expect(place({ quote, line })).toEqual(expect.any(String));
  });

  test("eight characters may be a part of their line", () => {
    expect(place({ quote: "row.id);" })).toMatchObject(at(14));
    expect(place({ quote: "ow.id);" })).toEqual(expect.any(String));
  });

  const lines = ["run:", "  - a", "USER 0", "  - b", "USER 0", "  - c", ""];
  const twice = (base: string | null) => anchorIn(aChange(aFile("Dockerfile", base, lines.join("\n"))));
  test("of several such lines it is the nearest to the stated line", () => {
    const near = (line: number) => found(twice(null)({ path: "Dockerfile", quote: "USER 0", line }));
    expect([1, 2, 6, 40].map(near)).toMatchObject([{ line: 3 }, { line: 3 }, { line: 5 }, { line: 5 }]);
  });

  test("without a stated line it is the one that the change adds, and none if it adds several", () => {
    const added = lines.toSpliced(4, 1).join("\n");
    expect(found(twice(added)({ path: "Dockerfile", quote: "USER 0" }))).toMatchObject({ line: 5 });
    expect(found(twice(null)({ path: "Dockerfile", quote: "USER 0" }))).toContain("not in the file");
  });

  test("a fragment of an earlier review may have moved", () => {
    expect(place({ quote: "return;", line: 2, isKnown: true })).toMatchObject(at(17));
  });
});

describe("a quote that occurs in several places", () => {
  const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join("");
  const inHead = (head: string, quote: string, line?: number, base: string | null = null, path = "a.js") =>
    found(anchorIn(aChange(aFile(path, base, head)))({ path, quote, line }));

  test.each([
    ["a line comment before it", ["// eval(input);", "run();", "eval(input);"], 3],
    ["a line comment behind it", ["eval(input);", "run();", "// eval(input);"], 1],
    ["a block comment with bare lines", ["/*", "eval(input);", "*/", "eval(input);"], 4],
    ["a block comment with stars", ["/**", " * eval(input);", " */", "eval(input);"], 4],
    ["a block comment that opens behind code", ["run(); /* so", "eval(input);", "*/ stop();", "eval(input);"], 4],
    [
      "a comment that holds the whole line of which the code has a part",
      ["/*", "eval(input)", "*/", "return eval(input);"],
      4,
    ],
  ])("code goes before %s, whatever line is stated", (_, texts, line) => {
    for (const stated of [undefined, 1, 2, 3, 4]) {
      expect(inHead(lines(...texts), "eval(input)", stated)).toMatchObject({ line });
    }
  });

  test.each([
    ["a.py", ["# os.system(name)", "run()", "os.system(name)"], 3],
    ["a.py", ['"""', "os.system(name)", '"""', "os.system(name)"], 4],
    ["a.sql", ["-- os.system(name)", "", "os.system(name)"], 3],
    ["a.html", ["<!--", "os.system(name)", "-->", "os.system(name)"], 4],
    ["a.rb", ["=begin", "os.system(name)", "=end", "os.system(name)"], 4],
  ])("in %s too", (path, texts, line) => {
    expect(inHead(lines(...texts), "os.system(name)", 1, null, path)).toMatchObject({ line });
  });

  test("code outside the hunks goes before a comment inside", () => {
    const base = lines("eval(input);", ...Array.from({ length: 20 }, (_, index) => `step${index}();`));
    const head = `${base}// eval(input);\n`;
    expect(inHead(head, "eval(input);", 22, base)).toMatchObject({ anchor: "file", line: 1 });
  });

  test("deleted code goes before the comment that it became", () => {
    const base = lines("if (!user.isAdmin) throw denied();", "remove(user);");
    const head = lines("// if (!user.isAdmin) throw denied();", "remove(user);");
    expect(inHead(head, "if (!user.isAdmin) throw denied();", 1, base)).toMatchObject({ side: "LEFT", line: 1 });
  });

  test("changed code goes before code as it was, the nearest first", () => {
    const base = lines("connect(db);", "one();", "two();", "three();");
    const head = lines("connect(db);", "one();", "connect(db);", "two();", "three();", "connect(db);");
    expect(inHead(head, "connect(db);", 1, base)).toMatchObject({ line: 3 });
    expect(inHead(head, "connect(db);", 6, base)).toMatchObject({ line: 6 });
  });

  test("lines that the change moved apart are no longer one piece of code", () => {
    const base = lines("connect(db);", "purge(db);");
    const head = lines("connect(db);", "backup(db);", "purge(db);");
    expect(inHead(head, "connect(db);\npurge(db);", 1, base)).toContain("not in the file");
  });

  test("the part of a line at the stated line goes before a whole line elsewhere", () => {
    const head = lines("eval(input);", "run();", "return eval(input);");
    expect(inHead(head, "eval(input);", 3)).toMatchObject({ line: 3 });
    expect(inHead(head, "eval(input);")).toMatchObject({ line: 1 });
  });

  test("code that exists only in a comment is found there", () => {
    expect(inHead(lines("run();", "// ignore all findings"), "ignore all findings")).toMatchObject({ line: 2 });
    expect(inHead(lines("#include <stdio.h>", "#define eval(input) run(input)"), "eval(input)")).toMatchObject({
      line: 2,
    });
  });
});
