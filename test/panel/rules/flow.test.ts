import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ruleFiles } from "../../../src/panel/choosing/assets.ts";
import { Rule } from "../../../src/panel/rules/rule.ts";
import { rulesAgent } from "../../../src/panel/rules/rules.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { aRule, matcher } from "../../support/rules.ts";

const signal = new AbortController().signal;
const shipped = (await ruleFiles(["java", "python", "go"])).map(({ text }) => Rule.parse(parse(text)));

async function reported(path: string, source: string, rules: readonly Rule[] = shipped) {
  const proposal = await rulesAgent("rules", rules, matcher).propose?.(inOneBatch([aFile(path, null, source)]), signal);
  return { drafts: proposal?.drafts ?? [], failures: proposal?.failures ?? [] };
}

/** Titles of the findings about request data, which are what a data flow finds. */
async function flowsIn(path: string, source: string): Promise<string[]> {
  const { drafts, failures } = await reported(path, source);
  expect(failures).toEqual([]);
  return drafts.map(({ title }) => title).filter((title) => /request/i.test(title));
}

const servlet = (body: string, more = ""): string =>
  `class A extends HttpServlet {
  void doPost(HttpServletRequest incoming, HttpServletResponse outgoing) throws Exception {
    String given = incoming.getParameter("q");
${body}
  }
${more}
}
`;
const view = (body: string): string => `@app.route("/x", methods=["POST"])
def show():
    given = request.form.get("q")
${body}
`;
const handler = (body: string): string => `package a
func show(out http.ResponseWriter, incoming *http.Request) {
	given := incoming.FormValue("q")
${body}
}
`;
const query = (value: string): string => `    statement.executeQuery("SELECT a FROM b WHERE c = '" + ${value} + "'");`;
const system = (value: string): string => `    os.system("ls " + ${value})`;
const database = (value: string): string => `\tdb.Query("SELECT a FROM b WHERE c = '" + ${value} + "'")`;

describe("a value is followed through a Java method", () => {
  const chains = {
    "a second variable": `String next = given; String last = next.trim();\n${query("last")}`,
    "a builder": `StringBuilder text = new StringBuilder("SELECT a FROM b WHERE c = '");
    text.append(given).append("'");
    statement.execute(text.toString());`,
    "+=": `String sql = "SELECT a FROM b WHERE c = '";\n    sql += given;\n    statement.execute(sql);`,
    "an entry of a map": `Map<String, String> map = new HashMap<>();
    map.put("one", "fixed"); map.put("two", given);
    String last = map.get("two");\n${query("last")}`,
    "an item of a list": `List<String> list = new ArrayList<>();
    list.add("fixed"); list.add(given); list.remove(0);
    String last = list.get(0);\n${query("last")}`,
    "a loop over cookies": `for (Cookie cookie : incoming.getCookies()) {\n${query("cookie.getValue()")}\n}`,
    "one of two branches": `String last = "fixed"; if (flag) { last = given; }\n${query("last")}`,
    "a condition that holds": `int number = 106; String last = (7 * 42) - number > 200 ? "fixed" : given;\n${query("last")}`,
    "a case that is chosen": `String last; switch ("ABC".charAt(0)) { case 'A': last = given; break; default: last = "fixed"; break; }\n${query("last")}`,
    "decoded twice": `String last = new String(java.util.Base64.getDecoder().decode(URLDecoder.decode(given, "UTF-8")));\n${query("last")}`,
    "a format": `statement.execute(String.format("DELETE FROM b WHERE c = '%s'", given));`,
    "a shell": `String[] words = {"sh", "-c", "echo " + given};\n    Runtime runner = Runtime.getRuntime(); runner.exec(words);`,
    "a list for a shell": `List<String> words = new ArrayList<>(); words.add("sh"); words.add("-c"); words.add("echo " + given);
    ProcessBuilder builder = new ProcessBuilder(); builder.command(words);`,
    "a file": `File file = new File(new File("/srv/"), given);\n    new FileInputStream(file);`,
    "a page": `PrintWriter page = outgoing.getWriter();\n    page.println("<p>" + given);`,
  };
  test.each(Object.entries(chains))("%s", async (_, body) => {
    expect(await flowsIn("A.java", servlet(`    ${body}`))).toHaveLength(1);
  });

  test("a method of the same file", async () => {
    const own = '  private String made(HttpServletRequest unused, String text) { return "x" + text; }';
    expect(await flowsIn("A.java", servlet(query("made(incoming, given)"), own))).toHaveLength(1);
    expect(await flowsIn("A.java", servlet(query("made(incoming, given)"), own.replace('"x" + text', '"x"')))).toEqual(
      [],
    );
  });

  const safe = {
    "another entry": `Map<String, String> map = new HashMap<>(); map.put("one", "fixed"); map.put("two", given);\n${query('map.get("one")')}`,
    "no entry": `Map<String, String> map = new HashMap<>(); map.put("two", given);\n${query('map.get("one")')}`,
    "another item": `List<String> list = new ArrayList<>(); list.add("fixed"); list.add(given);\n${query("list.get(0)")}`,
    overwritten: `given = "fixed";\n${query("given")}`,
    "a condition that does not hold": `int number = 86; String last; if ((7 * 42) - number > 200) last = "fixed"; else last = given;\n${query("last")}`,
    "a case that is not chosen": `String last; switch ("ABC".charAt(1)) { case 'A': last = given; break; default: last = "fixed"; break; }\n${query("last")}`,
    tested: `if (!NAMES.contains(given)) return;\n${query("given")}`,
    escaped: `outgoing.getWriter().println("<p>" + HtmlUtils.htmlEscape(given));`,
    bound: `connection.prepareStatement("SELECT a FROM b WHERE c = ?").setString(1, given);`,
    "arguments of a fixed program": `new ProcessBuilder("ls", given).start();`,
  };
  test.each(Object.entries(safe))("none: %s", async (_, body) => {
    expect(await flowsIn("A.java", servlet(`    ${body}`))).toEqual([]);
  });
});

describe("a request is known by its declared type", () => {
  test.each([
    [
      "A.java",
      'class A { void a(HttpServletRequest x) throws Exception { statement.execute("DELETE FROM a WHERE b = \'" + x.getHeader("q")); } }',
    ],
    [
      "A.java",
      'class A { void a(@RequestHeader("q") String x) throws Exception { statement.execute("DELETE FROM a WHERE b = \'" + x); } }',
    ],
    [
      "A.java",
      'class A { private HttpServletRequest current; void a() throws Exception { statement.execute("DELETE FROM a WHERE b = \'" + current.getHeader("q")); } }',
    ],
    ["a.go", 'package a\nfunc a(x *gin.Context) {\n\tdb.Exec("DELETE FROM a WHERE b = \'" + x.Query("q") + "\'")\n}\n'],
    [
      "a.go",
      'package a\nfunc a(x echo.Context) error {\n\tq := x.QueryParam("q")\n\t_, err := db.Exec(fmt.Sprintf("DELETE FROM a WHERE b = \'%s\'", q))\n\treturn err\n}\n',
    ],
    [
      "a.go",
      'package a\nfunc a() {\n\thttp.HandleFunc("/", func(w http.ResponseWriter, x *http.Request) {\n\t\tdb.Exec("DELETE FROM a WHERE b = \'" + x.URL.Query().Get("q") + "\'")\n\t})\n}\n',
    ],
    [
      "A.java",
      'class A { void a(@RequestBody Form x) throws Exception { statement.execute("DELETE FROM a WHERE b = \'" + x.getName()); } }',
    ],
    [
      "a.go",
      'package a\nfunc a(w http.ResponseWriter, x *http.Request) {\n\tvar form Form\n\tjson.NewDecoder(x.Body).Decode(&form)\n\tdb.Exec("DELETE FROM a WHERE b = \'" + form.Name + "\'")\n}\n',
    ],
    [
      "a.go",
      'package a\nfunc a(x *gin.Context) {\n\tvar form Form\n\tif err := x.ShouldBindJSON(&form); err != nil {\n\t\treturn\n\t}\n\tdb.Exec("DELETE FROM a WHERE b = \'" + form.Name + "\'")\n}\n',
    ],
    ["a.py", "def a(x: HttpRequest):\n    cursor.execute(\"DELETE FROM a WHERE b = '\" + x.GET['q'] + \"'\")\n"],
  ])("%s %#", async (path, source) => {
    expect(await flowsIn(path, source)).toHaveLength(1);
  });

  test.each([
    [
      "A.java",
      'class A { void a(SearchRequest request) throws Exception { statement.execute("DELETE FROM a WHERE b = \'" + request.getHeader("q")); } }',
    ],
    [
      "A.java",
      'class A { void a(String x) throws Exception { helper.execute("DELETE FROM a WHERE b = \'" + clean(x)); } }',
    ],
    ["a.go", 'package a\nfunc a(r *Reader) {\n\tdb.Exec("DELETE FROM a WHERE b = \'" + r.FormValue("q") + "\'")\n}\n'],
    ["a.go", 'package a\nfunc a(c *Client) {\n\tdb.Exec("DELETE FROM a WHERE b = \'" + c.Query("q") + "\'")\n}\n'],
    ["a.py", "def a(x: Reader):\n    cursor.execute(\"DELETE FROM a WHERE b = '\" + x.GET['q'] + \"'\")\n"],
    [
      "A.java",
      'class A { void a(@RequestBody Form x) throws Exception { statement.execute("DELETE FROM a WHERE b = " + x.getId()); } }',
    ],
    [
      "a.go",
      'package a\nfunc a(x io.Reader) {\n\tvar form Form\n\tjson.NewDecoder(x).Decode(&form)\n\tdb.Exec("DELETE FROM a WHERE b = \'" + form.Name + "\'")\n}\n',
    ],
  ])("and not by its name: %s %#", async (path, source) => {
    expect(await flowsIn(path, source)).toEqual([]);
  });
});

describe("a value is followed through Python and Go", () => {
  test.each([
    ["a second variable", `    last = given.strip()\n${system("last")}`],
    ["a format", `    last = "{0}".format(given)\n${system("last")}`],
    ["%", `    last = "%s" % (given,)\n${system("last")}`],
    ["an entry", `    map = {}\n    map["a"] = "fixed"\n    map["b"] = given\n${system('map["b"]')}`],
    ["a loop", `    for name in request.form.keys():\n        os.system(name)`],
    ["one of two branches", `    last = "fixed"\n    if flag:\n        last = given\n${system("last")}`],
    ["a comprehension", `    names = [n for n in [given]]\n    os.system(" ".join(names))`],
    ["a name in a condition", `    if text := request.form.get("r"):\n${system("text").replace("    ", "        ")}`],
    ["a list for a shell", `    words = ["sh", "-c"]\n    words.append("echo " + given)\n    subprocess.run(words)`],
    ["opened", `    with open(f"/srv/{given}") as file:\n        return file.read()`],
    ["answered", `    return make_response("<p>" + given)`],
    ["returned", `    page = ""\n    page += f"<p>{given}"\n    return page`],
  ])("Python, %s", async (_, body) => {
    expect(await flowsIn("a.py", view(body))).toHaveLength(1);
  });

  test.each([
    ["another entry", `    map = {"a": "fixed", "b": given}\n${system('map["a"]')}`],
    ["overwritten", `    given = "fixed"\n${system("given")}`],
    ["quoted", `${system("shlex.quote(given)")}`],
    ["a sign that is looked for", `    if "../" in given:\n        abort(400)\n    open("/srv/" + given)`],
    ["a list without a shell", `    subprocess.run(["ls", given])`],
    ["a condition that does not hold", `    last = "fixed" if 7 * 42 - 86 > 200 else given\n${system("last")}`],
    ["escaped", `    return make_response("<p>" + escape(given))`],
    ["JSON", `    return '{"a": "' + given + '"}'`],
  ])("none in Python: %s", async (_, body) => {
    expect(await flowsIn("a.py", view(body))).toEqual([]);
  });

  test.each([
    ["a second variable", `\tlast := strings.TrimSpace(given)\n${database("last")}`],
    ["+=", `\tsql := "SELECT a FROM b WHERE c = '"\n\tsql += given\n\tdb.Query(sql)`],
    ["var", `\tvar sql string = "SELECT a FROM b WHERE c = '" + given\n\tdb.QueryRow(sql)`],
    ["a list for a shell", `\twords := []string{"-c", "ls " + given}\n\texec.Command("sh", words...)`],
  ])("Go, %s", async (_, body) => {
    expect(await flowsIn("a.go", handler(body))).toHaveLength(1);
  });

  test.each([
    ["a number", `\tdb.Query(fmt.Sprintf("SELECT a FROM b WHERE c = %d", given))`],
    ["overwritten", `\tgiven = "fixed"\n${database("given")}`],
    ["looked up", `\tif !columns[given] {\n\t\treturn\n\t}\n${database("given")}`],
  ])("none in Go: %s", async (_, body) => {
    expect(await flowsIn("a.go", handler(body))).toEqual([]);
  });
});

test("a method without a body is handled", async () => {
  const source = `interface A { String a(HttpServletRequest x); }\nabstract class B { abstract void b(); }\n// execute\n`;
  expect(await flowsIn("A.java", source)).toEqual([]);
});

test("an anonymous class is handled", async () => {
  const body = `    run(new Task() { public void run() { statement.execute("DELETE FROM a WHERE b = '" + given); } });`;
  expect(await flowsIn("A.java", servlet(body))).toHaveLength(1);
});

test("one finding where two rules say the same, the more severe one", async () => {
  const { drafts } = await reported("A.java", servlet(query("given")));
  expect(drafts.map(({ severity, line }) => `${severity} ${line}`)).toEqual(["P0 4"]);
});

describe("hostile sources", () => {
  const flow = { flow: { sinks: [{ call: "^os\\.system$" }] } };
  const rule = Rule.parse({ ...aRule("a-flow", "rule: { kind: x }"), languages: ["python"], match: flow });

  test("a long chain of operands is followed", async () => {
    const source = `def a():\n    os.system(${'"a" +\n        '.repeat(3000)}request.args["q"])\n`;
    const { drafts, failures } = await reported("a.py", source, [rule]);
    expect(failures).toEqual([]);
    expect(drafts).toHaveLength(1);
  });

  test("code that is nested too deeply is a recorded failure", async () => {
    const source = `def a():\n    os.system(${"f(\n".repeat(2000)}request.args["q"]${")".repeat(2000)})\n`;
    const { failures } = await reported("a.py", source, [rule]);
    expect(failures).toMatchObject([{ reason: expect.stringContaining("nested too deeply") }]);
  });

  test("branches among very many values end, and say so", async () => {
    const values = Array.from({ length: 8000 }, (_, at) => `    v${at} = ${at}\n`).join("");
    const branches = "    if v1 > x:\n        w = 1\n".repeat(3000);
    const source = `def a(x):\n${values}${branches}    os.system(request.args["q"])\n`;
    const { failures } = await reported("a.py", source, [rule]);
    expect(failures).toMatchObject([{ reason: expect.stringContaining("too many places") }]);
  });

  test("marks that represent request data in the analysis mean nothing in a source", async () => {
    expect((await reported("a.py", 'def a():\n    os.system("\uE001")\n', [rule])).drafts).toEqual([]);
  });

  test.each([
    ["calls in calls by name", `x = ${"f(a=".repeat(200)}1${")".repeat(200)}\n`],
    [
      "branches",
      `def a():\n${Array.from({ length: 2000 }, (_, at) => `    if b${at}:\n        c${at} = b${at}\n`).join("")}`,
    ],
    [
      "functions that call each other",
      Array.from(
        { length: 60 },
        (_, at) => `def f${at}(x):\n    f${(at + 1) % 60}(request.args["q"])\n    return f${(at + 7) % 60}(x)\n`,
      ).join(""),
    ],
  ])("the work on %s grows in proportion to its size", async (_, source) => {
    const before = process.cpuUsage();
    const { failures } = await reported("a.py", source, [{ ...rule, mentions: undefined }]);
    expect(failures).toEqual([]);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(4);
  });
});

test("a rule with an invalid regular expression is refused", () => {
  const { match: _, ...rest } = aRule("a-flow", "rule: { kind: x }");
  expect(Rule.safeParse({ ...rest, match: { flow: { sinks: [{ call: "(" }] } } }).success).toBe(false);
});
