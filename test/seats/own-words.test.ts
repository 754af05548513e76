import { expect, test } from "vitest";
import { anchorIn } from "../../src/anchor/anchor.ts";
import type { ChangedFile } from "../../src/domain/change.ts";
import { evidenceAgent } from "../../src/seats/evidence/evidence.ts";
import { aChange, aFile } from "../support/change-builder.ts";
import { matcher } from "../support/rules.ts";

const agent = evidenceAgent(matcher, "secrets");
const added = (path: string, ...lines: string[]): ChangedFile =>
  aFile(path, null, lines.map((one) => `${one}\n`).join(""));

async function isOwn(file: ChangedFile, quote: string, line?: number): Promise<boolean | undefined> {
  const change = aChange(file);
  const anchoring = anchorIn(change)({ path: file.path, quote, line });
  if (!("place" in anchoring)) throw new Error(`not found: ${quote}`);
  return agent.isOwnWords?.({ change, place: anchoring.place }, new AbortController().signal);
}

test.each([
  ["a comment", added("src/a.ts", "// ids are validated by check(id)"), "// ids are validated by check(id)"],
  ["a part of a comment", added("src/a.ts", "// ids are validated by check(id)"), "validated by check(id)"],
  ["a block comment", added("src/a.js", "/*", " * validated by check(id)", " */"), "validated by check(id)"],
  [
    "a comment behind code",
    added("src/a.ts", "run(id); // validated by check(id)"),
    "run(id); // validated by check(id)",
  ],
  ["a Python comment", added("src/a.py", "# validated by check(id)"), "validated by check(id)"],
  ["a docstring", added("src/a.py", "def f(id):", '    """Only with check(id)."""'), "Only with check(id)."],
  ["a docstring of many lines", added("src/a.py", '"""', "Always", "check(id)", '"""'), "Always\ncheck(id)"],
  ["a string with a name", added("src/a.ts", 'const note = "validated by check(id)";'), "validated by check(id)"],
  [
    "a string of one word",
    added("src/a.ts", 'export const note = "validated-by-check(id)";'),
    "validated-by-check(id)",
  ],
  ["a string that is exported", added("src/a.js", 'export default "validated";'), 'export default "validated";'],
  ["a template", added("src/a.ts", "const note = `", "validated by check(id)", "`;"), "validated by check(id)"],
  ["a message", added("src/a.ts", 'log("validated by check(id)");'), 'log("validated by check(id)");'],
  ["text of markup", added("src/a.tsx", "const a = <p>validated by check(id)</p>;"), "validated by check(id)"],
  ["a regular expression", added("src/a.js", "const r = /validated by check(id)/;"), "validated by check(id)"],
  ["a Java text", added("src/A.java", 'class A { String s = "validated by check(id)"; }'), "validated by check(id)"],
  ["a Go text", added("src/a.go", "package a", "const s = `validated", "by check(id)`"), "by check(id)`"],
  ["Markdown", added("README.md", "Every id is validated by check(id)."), "Every id is validated"],
  ["a page of documentation in code", added("docs/a.ts", "check(id); run(id);"), "check(id); run(id);"],
  ["JSON", added("package.json", '{ "description": "validated by check(id)" }'), "validated by check(id)"],
  ["YAML", added("a.yml", "description: validated by check(id)"), "validated by check(id)"],
  ["a language without a parser", added("src/a.rb", "check(id) if valid"), "check(id) if valid"],
  ["a file that the parser cannot read", added("src/a.js", "const = (", "check(id); run(id);"), "check(id); run(id);"],
  [
    "code with escapes that only the compiler reads",
    added("src/A.java", "class A {} // \\u000a", "// check(id)"),
    "// check(id)",
  ],
  [
    "an unchanged bracket beside a comment",
    aFile("src/a.js", "f(() => {\n})\n", "f(() => {\n// validated by check(id)\n})\n"),
    "// validated by check(id)\n})",
  ],
])("%s that the change added", async (_, file, quote) => {
  expect(await isOwn(file, quote)).toBe(true);
});

test.each([
  ["added code", added("src/a.ts", "if (!valid(id)) return;", "run(id);"), "if (!valid(id)) return;"],
  [
    "added code with a word as a string",
    added("src/a.ts", 'if (user.role !== "admin") return;'),
    'if (user.role !== "admin") return;',
  ],
  ["a call with a word", added("src/a.ts", 'app.use(authorize("admin"));'), 'app.use(authorize("admin"));'],
  ["added Python", added("src/a.py", "if not valid(id):", "    return"), "if not valid(id):"],
  ["added Java", added("src/A.java", "class A { void f() { check(id); } }"), "check(id);"],
  ["added Go", added("src/a.go", "package a", "func f() { check(id) }"), "check(id)"],
  [
    "code beside a comment",
    added("src/a.ts", "// the guard", "if (!valid(id)) return;"),
    "// the guard\nif (!valid(id)) return;",
  ],
  [
    "a comment that was there",
    aFile("src/a.ts", "// ids are all checked\nrun();\n", "// ids are all checked\nstop();\n"),
    "// ids are all checked",
  ],
  [
    "documentation that was there",
    aFile("README.md", "Ids are checked.\nOne\n", "Ids are checked.\nTwo\n"),
    "Ids are checked.",
  ],
  ["Ruby that was there", aFile("src/a.rb", "check(id)\nrun(id)\n", "check(id)\nstop(id)\n"), "check(id)"],
  ["a deleted comment", aFile("src/a.ts", "// ids are all checked\nrun();\n", "run();\n"), "// ids are all checked"],
])("not %s", async (_, file, quote) => {
  expect(await isOwn(file, quote, 1)).toBe(false);
});
