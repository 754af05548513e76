/**
 * Forms in which models write suggestions. `{{` and `}}` stand around the lines that the suggestion replaces; `offered` is what one click puts
 * there, `out` is a part of the reason why nothing is offered.
 */
export interface Form {
  readonly name: string;
  readonly path: string;
  readonly file: string;
  readonly suggestion: string;
  readonly fix?: string;
  readonly offered?: string;
  readonly out?: string;
}

const ts = "export function f(a: number) {\n  const b = a;\n{{  return eval(b);}}\n}\n";
const block = "export function f(a: number) {\n  if (a) {\n{{    run(a);}}\n  }\n  return a;\n}\n";
const py = "def f(a):\n    if a:\n{{        return eval(a)}}\n    return a\n";
const go = "package a\n\nfunc f(a int) int {\n\tb := a\n{{\treturn b}}\n}\n";
const java = "class A {\n    int f(int a) {\n        int b = a;\n{{        return b;}}\n    }\n}\n";
const ruby = "class A\n  def f(a)\n{{    eval(a)}}\n  end\nend\n";
const yaml = "jobs:\n  build:\n{{    image: latest}}\n    steps: 1\n";
const make = "build: main.c\n{{\tgcc main.c}}\n\nclean:\n\trm -f a.out\n";
const docker = "FROM node:22\nWORKDIR /app\n{{USER 0}}\nCMD node app.js\n";
const sql = "CREATE TABLE a (\n{{  id INT,}}\n  name TEXT\n);\n";
const css = ".a {\n{{  color: red;}}\n}\n.b {\n  margin: 0;\n}\n";
const rust = "fn f(a: i32) -> i32 {\n{{    a.unwrap()}}\n}\n\nfn g() {}\n";
const two = "export function f(a: number) {\n{{  if (a) {\n    run(a);\n  }}}\n  return a;\n}\n";

const good: readonly Form[] = [
  {
    name: "as it should be",
    path: "a.ts",
    file: ts,
    suggestion: "  return JSON.parse(b);",
    offered: "  return JSON.parse(b);",
  },
  { name: "a fence", path: "a.ts", file: ts, suggestion: "```ts\n  return b;\n```", offered: "  return b;" },
  {
    name: "a suggestion fence",
    path: "a.py",
    file: py,
    suggestion: "```suggestion\n        return a + 1\n```\n",
    offered: "        return a + 1",
  },
  {
    name: "a fence of tildes",
    path: "a.go",
    file: go,
    suggestion: "~~~go\n\treturn b + 1\n~~~",
    offered: "\treturn b + 1",
  },
  {
    name: "a fence that is not closed",
    path: "a.ts",
    file: ts,
    suggestion: "```ts\n  return b;",
    offered: "  return b;",
  },
  {
    name: "words around a fence",
    path: "a.rb",
    file: ruby,
    suggestion: "Use this instead:\n```ruby\n    a.to_i\n```\nThis is the safe way.",
    offered: "    a.to_i",
  },
  { name: "backticks", path: "a.ts", file: ts, suggestion: "`return b;`", offered: "  return b;" },
  {
    name: "a plus before every line",
    path: "a.ts",
    file: ts,
    suggestion: "+  const c = b;\n+  return c;",
    offered: "  const c = b;\n  return c;",
  },
  {
    name: "line numbers",
    path: "a.ts",
    file: ts,
    suggestion: "3 |   const c = b;\n4 |   return c;",
    offered: "  const c = b;\n  return c;",
  },
  {
    name: "line numbers and plus",
    path: "a.py",
    file: py,
    suggestion: "+ 3 |         return a",
    offered: "        return a",
  },
  { name: "line numbers with colons", path: "a.rb", file: ruby, suggestion: "3:     a.to_i", offered: "    a.to_i" },
  {
    name: "a diff of the line",
    path: "a.ts",
    file: ts,
    suggestion: "-  return eval(b);\n+  return b;",
    offered: "  return b;",
  },
  {
    name: "a diff with its header",
    path: "a.ts",
    file: ts,
    suggestion: "@@ -2,3 +2,3 @@\n   const b = a;\n-  return eval(b);\n+  return b;\n }",
    offered: "  return b;",
  },
  {
    name: "a diff of one of the lines",
    path: "a.ts",
    file: two,
    suggestion: "-    run(a);\n+    walk(a);",
    offered: "  if (a) {\n    walk(a);\n  }",
  },
  {
    name: "a diff with line numbers",
    path: "a.ts",
    file: ts,
    suggestion: "- 3 |   return eval(b);\n+ 3 |   return b;",
    offered: "  return b;",
  },
  {
    name: "entities",
    path: "a.ts",
    file: ts,
    suggestion: "  return b &gt; 1 &amp;&amp; b &lt; 3 ? b : f(&quot;a&quot;);".replace("f(&quot;a&quot;)", "a"),
    offered: "  return b > 1 && b < 3 ? b : a;",
  },
  {
    name: "entities for quotation marks",
    path: "a.py",
    file: py,
    suggestion: "        return d[&quot;a&quot;] if a &gt; 1 else 0",
    offered: '        return d["a"] if a > 1 else 0',
  },
  {
    name: "an entity that the fix needs",
    path: "a.ts",
    file: ts,
    suggestion: '  return b.replaceAll("<", "&lt;");',
    offered: '  return b.replaceAll("<", "&lt;");',
  },
  { name: "no indentation", path: "a.ts", file: block, suggestion: "walk(a);", offered: "    walk(a);" },
  {
    name: "no indentation, with a block",
    path: "a.ts",
    file: block,
    suggestion: "if (a > 1) {\n  run(a);\n}",
    offered: "    if (a > 1) {\n      run(a);\n    }",
  },
  {
    name: "a trimmed first line",
    path: "a.ts",
    file: two,
    suggestion: "if (a > 1) {\n    run(a);\n  }",
    offered: "  if (a > 1) {\n    run(a);\n  }",
  },
  {
    name: "a trimmed first line in Python",
    path: "a.py",
    file: "def f(a):\n    x = 1\n{{    return eval(a)}}\n",
    suggestion: "if a:\n        return 1\n    return 2",
    offered: "    if a:\n        return 1\n    return 2",
  },
  {
    name: "Python with its own levels",
    path: "a.py",
    file: py,
    suggestion: "if a > 1:\n    return 1\nreturn 2",
    offered: "        if a > 1:\n            return 1\n        return 2",
  },
  {
    name: "Python that lost all indentation, in the form of the quote",
    path: "a.py",
    file: "def f(a):\n{{    if a:\n        return eval(a)}}\n    return a\n",
    suggestion: "if a > 1:\nreturn int(a)",
    offered: "    if a > 1:\n        return int(a)",
  },
  {
    name: "braces that lost all indentation",
    path: "a.ts",
    file: ts,
    suggestion: "if (b) {\nreturn b;\n}\nreturn a;",
    offered: "  if (b) {\n    return b;\n  }\n  return a;",
  },
  {
    name: "blanks in a file with tabs",
    path: "a.go",
    file: go,
    suggestion: "    if b > 0 {\n        return b\n    }\n    return 0",
    offered: "\tif b > 0 {\n\t\treturn b\n\t}\n\treturn 0",
  },
  {
    name: "tabs in a file with blanks",
    path: "A.java",
    file: java,
    suggestion: "\t\tif (b > 0) {\n\t\t\treturn b;\n\t\t}\n\t\treturn 0;",
    offered: "        if (b > 0) {\n            return b;\n        }\n        return 0;",
  },
  {
    name: "blanks for the tab of a recipe",
    path: "Makefile",
    file: make,
    suggestion: "    gcc -Wall main.c",
    offered: "\tgcc -Wall main.c",
  },
  {
    name: "a recipe without its tab, over two lines",
    path: "build/rules.mk",
    file: make,
    suggestion: "mkdir -p out\ngcc -o out/a main.c",
    offered: "\tmkdir -p out\n\tgcc -o out/a main.c",
  },
  {
    name: "a rule of make with its recipe in blanks",
    path: "Makefile",
    file: "{{build: main.c\n\tgcc main.c}}\n\nx:\n\ty\n",
    suggestion: "build: main.c a.h\n  gcc main.c",
    offered: "build: main.c a.h\n\tgcc main.c",
  },
  { name: "blank lines around it", path: "a.ts", file: ts, suggestion: "\n  return b;\n\n", offered: "  return b;" },
  {
    name: "CRLF for a file with LF",
    path: "a.ts",
    file: ts,
    suggestion: "  const c = b;\r\n  return c;\r\n",
    offered: "  const c = b;\n  return c;",
  },
  {
    name: "YAML without indentation",
    path: "a.yml",
    file: yaml,
    suggestion: "image: node:22",
    offered: "    image: node:22",
  },
  {
    name: "Dockerfile",
    path: "Dockerfile",
    file: docker,
    suggestion: "RUN adduser app \\\n  && chown app /app\nUSER app",
    offered: "RUN adduser app \\\n  && chown app /app\nUSER app",
  },
  { name: "SQL", path: "a.sql", file: sql, suggestion: "  id INT PRIMARY KEY,", offered: "  id INT PRIMARY KEY," },
  {
    name: "CSS without indentation",
    path: "a.css",
    file: css,
    suggestion: "color: var(--red);\nborder: 0;",
    offered: "  color: var(--red);\n  border: 0;",
  },
  {
    name: "Rust",
    path: "a.rs",
    file: rust,
    suggestion: "    let a = a + 1;\n    let a = a * 2;\n    a",
    offered: "    let a = a + 1;\n    let a = a * 2;\n    a",
  },
  {
    name: "a closing bracket before another one",
    path: "a.ts",
    file: block,
    suggestion: "    if (a > 1) {\n      run(a);\n    }",
    offered: "    if (a > 1) {\n      run(a);\n    }",
  },
  { name: "the lines are deleted", path: "a.ts", file: block, suggestion: "", fix: "Remove the call.", offered: "" },
  {
    name: "a second method of the name with other parameters",
    path: "A.java",
    file: "class A {\n    void f(int a) {}\n{{    int b;}}\n}\n",
    suggestion: "    void f(String a) {}",
    offered: "    void f(String a) {}",
  },
  {
    name: "an error reused in Go",
    path: "a.go",
    file: "package a\n\nfunc f() error {\n\tx, err := g()\n{{\tuse(x)}}\n\treturn err\n}\n",
    suggestion: "\ty, err := h(x)\n\tuse(y)",
    offered: "\ty, err := h(x)\n\tuse(y)",
  },
  {
    name: "a getter beside its setter",
    path: "a.ts",
    file: "class A {\n  set x(v: number) {}\n{{  y = 1;}}\n}\n",
    suggestion: "  get x() {\n    return 1;\n  }",
    offered: "  get x() {\n    return 1;\n  }",
  },
  {
    name: "words in a document",
    path: "docs/a.md",
    file: "# A\n\n{{Use the old way.}}\n",
    suggestion: "Use the new way instead of the old one.",
    offered: "Use the new way instead of the old one.",
  },
  {
    name: "a spread",
    path: "a.ts",
    file: ts,
    suggestion: "  return [...b, ...(a ? [a] : [])];",
    offered: "  return [...b, ...(a ? [a] : [])];",
  },
  {
    name: "an export at the top",
    path: "a.ts",
    file: "const a = 1;\n{{const b = 2;}}\n",
    suggestion: "export const b = 2;",
    offered: "export const b = 2;",
  },
];

const tags: Form = {
  name: "tags in entities",
  path: "a.tsx",
  file: "export const A = () => (\n  <div>\n{{    <p>{name}</p>}}\n  </div>\n);\n",
  suggestion: "    &lt;p&gt;{clean(name)}&lt;/p&gt;",
  offered: "    <p>{clean(name)}</p>",
};

const bad: readonly Form[] = [
  {
    name: "the line before, in Python",
    path: "a.py",
    file: "def f(a):\n{{    return eval(a)}}\n",
    suggestion: "def f(a):\n    return int(a)",
    out: "repeats the line before",
  },
  { name: "a broken bracket", path: "a.ts", file: ts, suggestion: "  return (b;", out: "syntax" },
  { name: "one brace too many", path: "a.ts", file: block, suggestion: "    walk(a);\n  }", out: "syntax" },
  { name: "broken Go", path: "a.go", file: go, suggestion: "\tif b > 0 return b", out: "syntax" },
  { name: "broken Java", path: "A.java", file: java, suggestion: "        return b", out: "syntax" },
  { name: "broken Ruby", path: "a.rb", file: ruby, suggestion: "    if a\n      a.to_i", out: "syntax" },
  { name: "broken Rust", path: "a.rs", file: rust, suggestion: "    match a {", out: "syntax" },
  {
    name: "broken PHP",
    path: "a.php",
    file: "<?php\nfunction f($a) {\n{{    return eval($a);}}\n}\n",
    suggestion: "    return intval($a;",
    out: "syntax",
  },
  {
    name: "broken C",
    path: "a.c",
    file: "int f(int a) {\n{{    return a;}}\n}\n",
    suggestion: "    if (a { return 1; }",
    out: "syntax",
  },
  { name: "broken YAML", path: "a.yml", file: yaml, suggestion: "    image: [node", out: "syntax" },
  {
    name: "a YAML key that is there",
    path: "a.yaml",
    file: yaml,
    suggestion: "    image: node\n    steps: 2",
    out: "syntax",
  },
  { name: "broken JSON", path: "a.json", file: '{\n{{  "a": 1}}\n}\n', suggestion: '  "a": 1,', out: "syntax" },
  {
    name: "a line of a shell in a Dockerfile",
    path: "Dockerfile",
    file: docker,
    suggestion: "chown app /app",
    out: "syntax",
  },
  {
    name: "a CSS block that is not closed",
    path: "a.css",
    file: css,
    suggestion: "  color: blue;\n}\n.c {\n  .d {",
    out: "syntax",
  },
  { name: "a SQL bracket", path: "a.sql", file: sql, suggestion: "  id INT CHECK (id > 0,", out: "syntax" },
  {
    name: "Python that lost all indentation",
    path: "a.py",
    file: py,
    suggestion: "if a > 1:\nreturn int(a)\nreturn 0",
    out: "indentation is lost",
  },
  {
    name: "YAML that lost all indentation",
    path: "a.yml",
    file: yaml,
    suggestion: "image:\nname: node\ntag: 22",
    out: "indentation is lost",
  },
  {
    name: "the line before",
    path: "a.ts",
    file: ts,
    suggestion: "  const b = a;\n  return b;",
    out: "repeats the line before",
  },
  {
    name: "the line after",
    path: "a.py",
    file: py,
    suggestion: "        return int(a)\n    return a",
    out: "repeats the line after",
  },
  {
    name: "the line before, in SQL",
    path: "a.sql",
    file: sql,
    suggestion: "CREATE TABLE a (\n  id INT PRIMARY KEY,",
    out: "repeats the line before",
  },
  {
    name: "the line after, in CSS",
    path: "a.css",
    file: ".a {\n{{  color: red;}}\n  margin: 0;\n}\n",
    suggestion: "  color: blue;\n  margin: 0;",
    out: "repeats the line after",
  },
  {
    name: "both lines after",
    path: "a.ts",
    file: block,
    suggestion: "    walk(a);\n  }\n  return a;",
    out: "repeats the line after",
  },
  {
    name: "a name again, in TypeScript",
    path: "a.ts",
    file: "function f(x: number) {\n  const a = x;\n  use(a);\n{{  run(a);}}\n}\n",
    suggestion: "  const a = 2;\n  run(a);",
    out: "declares a again",
  },
  {
    name: "the name of a parameter",
    path: "a.js",
    file: "function f(user) {\n{{  run(user);}}\n}\n",
    suggestion: "  const user = load();\n  run(user);",
    out: "declares user again",
  },
  {
    name: "an import again",
    path: "a.ts",
    file: 'import { a } from "a";\n{{const b = 1;}}\n',
    suggestion: 'import { a } from "c";\nconst b = a;',
    out: "declares a again",
  },
  {
    name: "a function again, in Python",
    path: "a.py",
    file: "def f(a):\n    return a\n\n\n{{x = 1}}\n",
    suggestion: "def f(a):\n    return 2\n\n\nx = f(1)",
    out: "declares f again",
  },
  {
    name: "a name again, in Go",
    path: "a.go",
    file: go,
    suggestion: "\tb := 2\n\treturn b + 1",
    out: "declares b again",
  },
  {
    name: "a name again, in Java",
    path: "A.java",
    file: java,
    suggestion: "        int b = 2;\n        return b;",
    out: "declares b again",
  },
  {
    name: "a function again, in Rust",
    path: "a.rs",
    file: "fn g() {}\n{{fn h() {}}}\n",
    suggestion: "fn g() {}\nfn h() { g() }",
    out: "repeats the line before",
  },
  {
    name: "a function again, in C",
    path: "a.c",
    file: "int g(void) { return 1; }\nint x;\n{{int h(void) { return 2; }}}\n",
    suggestion: "int g(void) { return 3; }\nint h(void) { return g(); }",
    out: "declares g again",
  },
  {
    name: "a method again, in Ruby",
    path: "a.rb",
    file: "class A\n  def f\n    1\n  end\n\n{{  attr_reader :x}}\nend\n",
    suggestion: "  def f\n    2\n  end",
    out: "declares f again",
  },
  {
    name: "a method again, in PHP",
    path: "a.php",
    file: "<?php\nclass A {\n    function f() {}\n    public $y;\n{{    public $x;}}\n}\n",
    suggestion: "    function f() { return 1; }",
    out: "declares f again",
  },
  {
    name: "words, in TypeScript",
    path: "a.ts",
    file: ts,
    suggestion: "Use JSON.parse instead of eval here.",
    out: "words",
  },
  { name: "words, in Ruby", path: "a.rb", file: ruby, suggestion: "Validate the input before the call", out: "words" },
  { name: "words, in SQL", path: "a.sql", file: sql, suggestion: "Add a primary key to the table.", out: "words" },
  { name: "words, in CSS", path: "a.css", file: css, suggestion: "Consider using `var(--red)` instead", out: "words" },
  {
    name: "an export in a block",
    path: "a.ts",
    file: block,
    suggestion: "    export function g() {\n      run(a);\n    }",
    out: "syntax",
  },
  {
    name: "an export in an if without a block",
    path: "a.js",
    file: "function f(a) {\n  if (a)\n{{    run(a);}}\n}\n",
    suggestion: "    export function g() {}",
    out: "syntax",
  },
  {
    name: "an import in a block",
    path: "a.ts",
    file: block,
    suggestion: '    import { x } from "x";\n    x(a);',
    out: "syntax",
  },
  {
    name: "a return outside functions",
    path: "a.py",
    file: "a = 1\n{{b = eval(a)}}\n",
    suggestion: "return int(a)",
    out: "syntax",
  },
  {
    name: "an await in a function that is not async",
    path: "a.ts",
    file: ts,
    suggestion: "  return await parse(b);",
    out: "syntax",
  },
  { name: "the same line", path: "a.ts", file: ts, suggestion: "return eval(b);", out: "changes nothing" },
  {
    name: "the same line, fenced and marked",
    path: "a.py",
    file: py,
    suggestion: "```python\n+        return eval(a)\n```",
    out: "changes nothing",
  },
  {
    name: "dots",
    path: "a.py",
    file: py,
    suggestion: "        x = int(a)\n        ...\n        return x",
    out: "leaves code out",
  },
  {
    name: "dots in a remark",
    path: "a.ts",
    file: ts,
    suggestion: "  const c = b;\n  // ...\n  return c;",
    out: "leaves code out",
  },
  {
    name: "the rest unchanged",
    path: "a.go",
    file: go,
    suggestion: "\tb = b + 1\n\t// rest of the function remains unchanged\n\treturn b",
    out: "leaves code out",
  },
  {
    name: "existing code",
    path: "A.java",
    file: java,
    suggestion: "        // existing code\n        return b + 1;",
    out: "leaves code out",
  },
  {
    name: "other fields, in SQL",
    path: "a.sql",
    file: sql,
    suggestion: "  id INT PRIMARY KEY,\n  -- other columns stay the same",
    out: "leaves code out",
  },
  { name: "dots in CSS", path: "a.css", file: css, suggestion: "  color: blue;\n  /* ... */", out: "leaves code out" },
  {
    name: "a diff of other lines",
    path: "a.ts",
    file: ts,
    suggestion: "@@ -1,2 +1,2 @@\n-  const z = 1;\n+  const z = 2;",
    out: "diff of other lines",
  },
  {
    name: "a diff that changes a line beside",
    path: "a.ts",
    file: ts,
    suggestion: "-  const b = a;\n-  return eval(b);\n+  const c = a;\n+  return c;",
    out: "diff of other lines",
  },
  {
    name: "two fences",
    path: "a.ts",
    file: ts,
    suggestion: "```ts\n  return b;\n```\n```ts\n  return a;\n```",
    out: "several blocks",
  },
  {
    name: "a masked secret",
    path: "a.ts",
    file: ts,
    suggestion: '  return login("[secret api-key abcdefghijklmnop]");',
    out: "secret",
  },
  { name: "a redacted secret", path: "a.yml", file: yaml, suggestion: "    image: [redacted api key]", out: "secret" },
  { name: "an empty text", path: "a.ts", file: block, suggestion: "\n", fix: "Check the input.", out: "empty" },
];

export const forms: readonly Form[] = [...good, tags, ...bad];

/** The head file of a form, and the lines that are quoted. */
export function headOf({ file }: Form): {
  readonly text: string;
  readonly startLine: number;
  readonly line: number;
  readonly quote: string;
} {
  const start = file.indexOf("{{");
  const end = file.indexOf("}}", start) + (/^\}\}\}/.test(file.slice(file.indexOf("}}", start))) ? 1 : 0);
  const quote = file.slice(start + 2, end);
  const startLine = file.slice(0, start).split("\n").length;
  return {
    text: file.slice(0, start) + quote + file.slice(end + 2),
    startLine,
    line: startLine + quote.split("\n").length - 1,
    quote,
  };
}
