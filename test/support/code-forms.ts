/** The forms in which real models write paths and quotes. Each row is a file or some lines of code of its own, and how a seat states it. */
export interface FormOfPath {
  readonly name: string;
  readonly path: string;
  readonly stated: string;
  /** Where the row is a line that occurs twice in its file, the stated path alone says which is meant. */
  readonly isSecond?: true;
}

const numbered = (index: number): string => `src/paths/at${index}.groovy`;

const statedPaths: readonly (readonly [name: string, state: (path: string) => string, isSecond?: true])[] = [
  ["a/ of a diff", (path) => `a/${path}`],
  ["b/ of a diff", (path) => `b/${path}`],
  ["w/ of a diff with mnemonic prefixes", (path) => `w/${path}`],
  ["i/ of a diff with mnemonic prefixes", (path) => `i/${path}`],
  ["./", (path) => `./${path}`],
  ["a leading /", (path) => `/${path}`],
  ["an absolute path", (path) => `/home/runner/work/shop/shop/${path}`],
  ["an absolute path of Windows", (path) => `C:\\work\\shop\\${path.replaceAll("/", "\\")}`],
  ["a home folder", (path) => `~/code/shop/${path}`],
  ["backslashes", (path) => path.replaceAll("/", "\\")],
  ["doubled backslashes", (path) => path.replaceAll("/", "\\\\")],
  [":12", (path) => `${path}:3`, true],
  [":12-15", (path) => `${path}:3-4`, true],
  [":12:3", (path) => `${path}:3:7`, true],
  [":L12", (path) => `${path}:L3`, true],
  ["#L12", (path) => `${path}#L3`, true],
  ["#L12-L15", (path) => `${path}#L3-L4`, true],
  ["#L12C5-L15C9", (path) => `${path}#L3C1-L4C2`, true],
  ["(12,3)", (path) => `${path}(3,7)`, true],
  [", line 12", (path) => `${path}, line 3`, true],
  [" (lines 12-15)", (path) => `${path} (lines 3-4)`, true],
  [" line 12", (path) => `${path} line 3`, true],
  ["a trailing colon", (path) => `${path}:`],
  ["a full stop", (path) => `${path}.`],
  ["blanks around it", (path) => ` ${path} \n`],
  ["backticks", (path) => `\`${path}\``],
  ["quotation marks", (path) => `"${path}"`],
  ["bold", (path) => `**${path}**`],
  ["angle brackets", (path) => `<${path}>`],
  ["a Markdown link", (path) => `[at](${path}#L3)`, true],
  ["a label", (path) => `path: ${path}`],
  ["the line of a diff", (path) => `+++ b/${path}`],
  ["percent escapes", (path) => encodeURIComponent(path)],
  ["an address on GitHub", (path) => `https://github.com/octo/shop/blob/main/${path}#L3`, true],
  ["an address of a file", (path) => `file:///srv/shop/${path}`],
  ["a doubled slash", (path) => path.replace("/", "//")],
  ["a dot inside", (path) => path.replace("/", "/./")],
  ["a folder up and down", (path) => path.replace("/", "/lib/../")],
  ["a rename", (path) => `src/old.groovy => ${path}`],
  ["a rename in braces", (path) => path.replace("paths", "{old => paths}")],
  ["a symbol behind it", (path) => `${path}::total`],
  ["a call behind it", (path) => `${path}#total()`],
  ["a remark behind it", (path) => `${path} (new file)`],
  ["only the end", (path) => path.replace("src/", "")],
  ["only the name", (path) => path.replace("src/paths/", "")],
  ["the name of the repository in front", (path) => `shop/${path}`],
  ["all at once", (path) => `\`b\\${path.replaceAll("/", "\\")}:3:1\``, true],
];

export const formsOfPath: readonly FormOfPath[] = [
  ...statedPaths.map(([name, state, isSecond], index) => {
    const path = numbered(index);
    return { name, path, stated: state(path), ...(isSecond === true ? { isSecond } : {}) };
  }),
  { name: "a percent sign for a blank", path: "src/odd/two words.groovy", stated: "src/odd/two%20words.groovy" },
  { name: "letters in two characters", path: "src/odd/größe.groovy", stated: "src/odd/größe.groovy".normalize("NFD") },
  { name: "letters in one character", path: "src/odd/cafe\u0301.groovy", stated: "src/odd/caf\u00e9.groovy" },
  { name: "git's quotation marks", path: "src/odd/naïve.groovy", stated: '"src/odd/na\\303\\257ve.groovy"' },
  {
    name: "git's quotation marks and prefix",
    path: "src/odd/日本.groovy",
    stated: '"b/src/odd/\\346\\227\\245\\346\\234\\254.groovy"',
  },
  { name: "a prefix before a file of the root", path: "deploy.groovy", stated: "b/deploy.groovy" },
  { name: "a leading / before a file of the root", path: "build.groovy", stated: "/build.groovy" },
  {
    name: "an address of a file of the root",
    path: "release.groovy",
    stated: "https://github.com/octo/shop/blob/main/release.groovy?plain=1#L3",
    isSecond: true,
  },
  { name: "an escape of ours", path: "src/odd/na\u200bme.groovy", stated: "src/odd/na\\u200bme.groovy" },
  { name: "an HTML entity", path: "src/odd/this&that.groovy", stated: "src/odd/this&amp;that.groovy" },
];

/** The text of a file of the table of paths: its third line, or both of its telling lines. */
function textAt(index: number, { isSecond }: FormOfPath): string {
  const telling = `  ledger${index}.post(amount)`;
  return [telling, "  audit.start()", telling, ""].slice(isSecond === true ? 0 : 1).join("\n");
}

export interface FormOfQuote {
  readonly name: string;
  readonly code: string;
  readonly quote: string;
  /** How far the stated line is off; left out: none is stated. */
  readonly off?: number;
}

export const formsOfQuote: readonly FormOfQuote[] = [
  { name: "+", code: "total1 = price.of(cart)", quote: "+total1 = price.of(cart)" },
  { name: "-", code: "total2 = price.of(cart)", quote: "-  total2 = price.of(cart)" },
  { name: "12 |", code: "total3 = price.of(cart)", quote: "12 | total3 = price.of(cart)" },
  { name: "+ 12 |", code: "total4 = price.of(cart)", quote: "+  12 |   total4 = price.of(cart)" },
  { name: "12:", code: "total5 = price.of(cart)", quote: "12: total5 = price.of(cart)" },
  { name: "Line 12:", code: "total6 = price.of(cart)", quote: "Line 12: total6 = price.of(cart)" },
  {
    name: "cat -n",
    code: "total7 = price.of(cart)\nsend(total7)",
    quote: "  12\ttotal7 = price.of(cart)\n  13\tsend(total7)",
  },
  { name: "a fence", code: "total8 = price.of(cart)", quote: "```groovy\ntotal8 = price.of(cart)\n```" },
  { name: "backticks", code: "total9 = price.of(cart)", quote: "`total9 = price.of(cart)`" },
  { name: "quotation marks around it", code: "total10 = price.of(cart)", quote: '"total10 = price.of(cart)"' },
  { name: "typographic marks around it", code: "total11 = price.of(cart)", quote: "“total11 = price.of(cart)”" },
  { name: "tags around it", code: "total12 = price.of(cart)", quote: "<code>total12 = price.of(cart)</code>" },
  { name: "the sign of a quotation", code: "total13 = price.of(cart)", quote: "> total13 = price.of(cart)" },
  { name: "the head of a hunk", code: "total14 = price.of(cart)", quote: "@@ -1,2 +1,3 @@\n+total14 = price.of(cart)" },
  {
    name: "the names of a diff",
    code: "total15 = price.of(cart)",
    quote: "--- a/x.groovy\n+++ b/x.groovy\n+total15 = price.of(cart)",
  },
  { name: "\\u000d", code: "total16 = price.of(cart)", quote: "total16 = price.of(cart)\\u000d" },
  {
    name: "an escape of ours for a letter",
    code: 'name17 = "a\u200bdmin" + cart',
    quote: 'name17 = "a\\u200Bdmin" + cart',
  },
  {
    name: "an escape of JSON for a letter",
    code: 'name18 = "é" + cart.owner',
    quote: 'name18 = "\\u00e9" + cart.owner',
  },
  {
    name: "a line break of two characters",
    code: "total19 = price.of(cart)\nsend(total19)",
    quote: "total19 = price.of(cart)\\nsend(total19)",
  },
  {
    name: "a tab of two characters",
    code: "\ttotal20 = price.of(cart)\n\tsend(total20)",
    quote: "\\ttotal20 = price.of(cart)\\n\\tsend(total20)",
  },
  { name: "quotation marks escaped twice", code: 'name21 = "a" + cart.owner', quote: 'name21 = \\"a\\" + cart.owner' },
  { name: "&gt;", code: "if (total22 > limit) stop()", quote: "if (total22 &gt; limit) stop()" },
  {
    name: "&lt; and &amp;",
    code: "if (total23 < limit && open) stop()",
    quote: "if (total23 &lt; limit &amp;&amp; open) stop()",
  },
  { name: "&quot;", code: 'name24 = "a" + cart.owner', quote: "name24 = &quot;a&quot; + cart.owner" },
  { name: "&#39;", code: "name25 = 'a' + cart.owner", quote: "name25 = &#39;a&#39; + cart.owner" },
  { name: "&#x27;", code: "name26 = 'a' + cart.owner", quote: "name26 = &#x27;a&#x27; + cart.owner" },
  { name: "&apos;", code: "name27 = 'a' + cart.owner", quote: "name27 = &apos;a&apos; + cart.owner" },
  { name: "&nbsp;", code: "total28 = price.of(cart)", quote: "total28&nbsp;=&nbsp;price.of(cart)" },
  { name: "&amp;gt;", code: "if (total29 > limit) stop()", quote: "if (total29 &amp;gt; limit) stop()" },
  { name: "typographic quotation marks", code: 'name30 = "a" + cart.owner', quote: "name30 = “a” + cart.owner" },
  { name: "typographic apostrophes", code: "name31 = 'a' + cart.owner", quote: "name31 = ‘a’ + cart.owner" },
  { name: "an apostrophe that the code has", code: 'text32 = "can’t open"', quote: 'text32 = "can\'t open"' },
  { name: "a dash", code: "total33 = price.of(cart) - rebate", quote: "total33 = price.of(cart) – rebate" },
  { name: "blanks within the line", code: "total34 = price.of(cart)", quote: "total34   =   price.of(cart)" },
  { name: "no blanks around an operator", code: "total35 = price.of(cart) + fee", quote: "total35=price.of(cart)+fee" },
  { name: "blanks within brackets", code: "total36 = price.of(cart, fee)", quote: "total36 = price.of( cart, fee )" },
  { name: "no blanks within brackets", code: "if ( ! open( total37 ) ) {", quote: "if (!open(total37)) {" },
  { name: "a blank before a bracket", code: "if (total38) {", quote: "if(total38){" },
  { name: "a no-break space", code: "total39 = price.of(cart)", quote: "total39\u00a0= price.of(cart)" },
  { name: "a semicolon more", code: "return total40.of(cart)", quote: "return total40.of(cart);" },
  {
    name: "semicolons more on two lines",
    code: "total41 = price.of(cart)\nsend(total41)",
    quote: "total41 = price.of(cart);\nsend(total41);",
  },
  {
    name: "semicolons less on two lines",
    code: "total42 = price.of(cart);\nsend(total42);",
    quote: "total42 = price.of(cart)\nsend(total42)",
  },
  {
    name: "a comma less on two lines",
    code: "owner43: cart.owner,\nfee43: cart.fee,",
    quote: "owner43: cart.owner\nfee43: cart.fee",
  },
  {
    name: "both sides of the diff",
    code: "total44 = price.of(cart)",
    quote: "-total44 = price.of(basket)\n+total44 = price.of(cart)",
  },
  { name: "a short line, stated one too low", code: "rm -rf /", quote: "rm -rf /", off: -1 },
  { name: "a short line, stated one too high", code: "eval(s)", quote: "eval(s)", off: 1 },
  { name: "a short line, stated nowhere", code: "USER 0", quote: "USER 0" },
  { name: "a short line, stated far away", code: "tls: off", quote: "tls: off", off: 200 },
  { name: "a short line with a sign", code: "x = a/0", quote: "+ x = a/0" },
  { name: "a short line in backticks", code: "y = !ok", quote: "`y = !ok`" },
  { name: "a short line with an entity", code: "z = a>b", quote: "z = a&gt;b" },
  { name: "a short line with a semicolon more", code: "halt()", quote: "halt();" },
  { name: "a short line with blanks", code: "go( 1 )", quote: "go(1)" },
  { name: "a short value", code: '- "*"', quote: '- "*"', off: 2 },
  {
    name: "a character that cannot be seen",
    code: "total56 = price.of(cart)",
    quote: "total56 =\u200b price.of(cart)",
  },
  { name: "a mark of byte order", code: "x57 = !ok", quote: "\ufeffx57 = !ok" },
  { name: "the sign of a list", code: "y58 = !ok", quote: "• y58 = !ok" },
  { name: "the sign of a prompt", code: "rm -r /", quote: "$ rm -r /" },
  { name: "L12-13:", code: "total60 = price.of(cart)", quote: "L12-13: total60 = price.of(cart)" },
  {
    name: "&#62; and &#x3C;",
    code: "if (total61 > 1 && total61 < 9) stop()",
    quote: "if (total61 &#62; 1 && total61 &#x3C; 9) stop()",
  },
  {
    name: "\\u003e of a JSON encoder",
    code: "if (total62 > limit) stop()",
    quote: "if (total62 \\u003e limit) stop()",
  },
  {
    name: "line ends of Windows",
    code: "total63 = price.of(cart)\nsend(total63)",
    quote: "total63 = price.of(cart)\r\nsend(total63)\r\n",
  },
  { name: "tabs for blanks", code: "  total64 = price.of(cart)", quote: "\ttotal64\t= price.of(cart)" },
  { name: "full-width signs", code: "total65 = price.of(cart, fee);", quote: "total65 = price.of（cart，fee）；" },
  {
    name: "all at once",
    code: 'if (total55 > limit) {\n  name55 = "a"\n}',
    quote: "```diff\n+ if(total55 &gt; limit){\\u000d\n+   name55 = “a”;\\u000d\n+ }\n```",
  },
];

/** The code of the table of quotes, with a line of its own between two rows, and the first line of each row. */
export const quotedText = (() => {
  const lines: string[] = [];
  const starts: number[] = [];
  const removed: string[] = [];
  for (const [index, { code, name }] of formsOfQuote.entries()) {
    for (let gap = 0; gap < 4; gap++) {
      lines.push(`between.step(${index}, ${gap})`);
      removed.push(`between.step(${index}, ${gap})`);
    }
    starts.push(lines.length + 1);
    lines.push(...code.split("\n"));
    if (name === "both sides of the diff") removed.push("total44 = price.of(basket)");
  }
  return { head: `${lines.join("\n")}\n`, base: `${removed.join("\n")}\n`, starts };
})();

/** Everything as one change, and as the findings of one seat: severe ones, each with a title of its own and its expected place. */
export const allForms = (() => {
  const pathFiles = formsOfPath.map((form, index) => ({ path: form.path, text: textAt(index, form) }));
  const quotes = "src/quotes.groovy";
  const claim = (title: string) => ({
    severity: "P0",
    category: "security",
    title,
    detail: "The caller decides what happens here.",
    failurePath: "a request → this line → harm",
  });
  const findings = [
    ...formsOfPath.map(({ name, stated, path, isSecond }, index) => ({
      raised: { ...claim(`path: ${name}`), path: stated, quote: `  ledger${index}.post(amount)` },
      place: { path, line: isSecond === true ? 3 : 2 },
    })),
    ...formsOfQuote.map(({ name, quote, off, code }, index) => {
      const start = quotedText.starts[index] ?? 0;
      const line = off === undefined ? {} : { line: start + off };
      return {
        raised: { ...claim(`quote: ${name}`), path: quotes, quote, ...line },
        place: { path: quotes, line: start + code.split("\n").length - 1 },
      };
    }),
  ];
  return { pathFiles, quotes: { path: quotes, head: quotedText.head, base: quotedText.base }, findings };
})();
