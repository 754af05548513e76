import { expect, test } from "vitest";
import { anchorIn } from "../../../src/code/anchor/anchor.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";
import { evidenceAgent } from "../../../src/panel/evidence/evidence.ts";
import { aChange, aFile } from "../../support/change-builder.ts";
import { matcher } from "../../support/rules.ts";

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
  [
    "a comment of a language without a parser",
    added("src/a.rb", "# check(id) if valid", "run(id)"),
    "check(id) if valid",
  ],
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

/** Evidence counts by its code: [file, cited line, does it count]. */
const evidenceLines: readonly (readonly [path: string, line: string, counts: boolean])[] = [
  ["src/a.ts", 'if (!user) throw new Error("no such user");', true],
  ["src/a.ts", 'throw new ForbiddenError("not your invoice");', true],
  ["src/a.ts", "run(id); // validated by check(id)", true],
  ["src/a.ts", 'audit(user, "was let in");', true],
  ["src/a.ts", 'const note = "was let in by the gateway";', false],
  ["src/a.ts", 'log("this is safe");', false],
  ["src/a.ts", 'return "this is safe";', false],
  ["src/a.tsx", 'return user.isAdmin ? "all of it" : null;', true],
  ["src/a.py", 'raise PermissionError("not an admin")', true],
  ["src/a.py", 'assert user.is_admin, "not an admin"', true],
  ["src/a.py", '"""The caller has checked the user."""', false],
  ["src/A.java", 'class A { void f() { if (u == null) throw new E("no user"); } }', true],
  ["src/a.go", 'func f() { if u == nil { return fmt.Errorf("no such user %s", id) } }', true],
  ["src/a.rb", 'raise Forbidden, "not your invoice" unless invoice.owner == user', true],
  ["src/a.rb", "before_action :authenticate_user!", true],
  ["src/a.rb", "# the user is authenticated", false],
  ["src/a.rb", 'puts "the user is authenticated"', false],
  ["src/a.php", "if (!is_numeric($id)) { throw new Exception('bad id given'); }", true],
  ["src/a.php", "// the id is numeric", false],
  ["src/a.rs", 'let id: u32 = raw.parse().expect("not a number");', true],
  ["src/a.rs", "fn f<'a>(x: &'a str) -> Option<&'a str> { check(x) }", true],
  ["src/a.rs", '/* outer */ println!("this is checked");', false],
  ["src/a.c", "if (len > sizeof(buf)) return -1;", true],
  ["src/a.c", 'puts("length was checked");', false],
  ["src/a.cs", 'if (!User.IsInRole("Admin")) throw new Exception("not an admin");', true],
  ["src/a.kt", 'require(id > 0) { "id must be positive" }', true],
  ["src/a.swift", "guard let user = session.user else { return }", true],
  ["db/a.sql", "ALTER TABLE invoices ADD CHECK (amount > 0);", true],
  ["db/a.sql", "-- amounts are always positive", false],
  ["run.sh", '[ -n "$DIR" ] || exit 1', true],
  ["run.sh", "# DIR is always set", false],
  ["a.tf", 'acl = "private"', true],
  ["a.tf", 'description = "reachable from inside only"', false],
  ["Dockerfile", "USER appuser", true],
  ["k8s/a.yml", "runAsNonRoot: true", true],
  ["k8s/a.yml", "description: runs as an ordinary user", false],
  [".github/workflows/a.yml", "run: npm ci --ignore-scripts", true],
  ["src/a.lua", "if not user then error('no such user') end", true],
  ["src/a.hs", "-- total by construction", false],
  ["src/a.ex", "def show(conn, %{id: id}) when is_integer(id), do: render(conn, id)", true],
  ["src/a.weird", "check(id) if valid", true],
  ["src/a.weird", "# check(id) if valid", false],
  ["src/a.js", "const broken = (; check(id); run(id);", true],
];

test.each(evidenceLines)("evidence in %s: %s counts: %s", async (path, line, counts) => {
  expect(await isOwn(added(path, line), line)).toBe(!counts);
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
