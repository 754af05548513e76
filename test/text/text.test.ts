import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markdown, markdownCell, markdownLine } from "../../src/text/markdown.ts";
import {
  byteLength,
  codeCell,
  codeSpan,
  countWords,
  cut,
  cutAtBlank,
  cutCharacters,
  cutWords,
  fence,
  html,
  plain,
  storable,
  visible,
} from "../../src/text/text.ts";
import { gfmTree, liveParts, nodesOf, readText } from "../support/gfm.ts";
import { hostileTexts } from "../support/hostile.ts";
import { processorSeconds } from "../support/processor-time.ts";

const hostile = Object.entries(hostileTexts);

describe("visible", () => {
  test.each([
    ["bidirectional override", "a\u202eb\u2069c\u200fd\u061c", "a\\u202eb\\u2069c\\u200fd\\u061c"],
    ["tag block", "a\u{e0041}\u{e007f}", "a\\u{e0041}\\u{e007f}"],
    ["zero width", "a\u200bb\u200cc\u200dd\u2060e\ufeff", "a\\u200bb\\u200cc\\u200dd\\u2060e\\ufeff"],
    ["soft hyphen, fillers", "pass\u00adword\u3164\u115f", "pass\\u00adword\\u3164\\u115f"],
    ["variation selectors", "a\ufe00b\ufe0fc\u{e0100}", "a\\ufe00b\\ufe0fc\\u{e0100}"],
    ["interlinear", "\ufff9a\ufffab\ufffb", "\\ufff9a\\ufffab\\ufffb"],
    ["lone surrogates", "\ud800a\udfff", "\\ud800a\\udfff"],
    ["terminal escapes", "\u001b[31mred\u009b0m\u0007\u007f\u0000", "\\u001b[31mred\\u009b0m\\u0007\\u007f\\u0000"],
    ["line separators", "a\u2028b\u2029c\u0085d\re", "a\\u2028b\\u2029c\\u0085d\\u000de"],
    ["emoji stay whole", "👨‍👩‍👧 ❤️ 👍🏽 1️⃣ 🇩🇪 👩🏽‍🚀 ❤️‍🔥", "👨‍👩‍👧 ❤️ 👍🏽 1️⃣ 🇩🇪 👩🏽‍🚀 ❤️‍🔥"],
    ["joiner outside an emoji", "👨‍a a‍👨", "👨\\u200da a\\u200d👨"],
    ["line breaks and tabs stay", "a\tb\nc\r\nd", "a\tb\nc\nd"],
    ["other scripts stay", "测试 عربي é e\u0301 ñ", "测试 عربي é e\u0301 ñ"],
  ])("shows what hides: %s", (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test("is stable and leaves nothing that drives a terminal", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = visible(text);
        expect(visible(shown)).toBe(shown);
        expect(shown.replace(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/u);
      }),
    );
  });

  test("plain keeps to one line, html cannot leave its attribute", () => {
    expect(plain("  a\n\tb\u2028c  ")).toBe("a b\\u2028c");
    expect(html(`<a href="x" b='y'>&amp;\u202e`)).toBe("&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;\\u202e");
  });
});

describe("markdown", () => {
  test.each(hostile)("%s is inert", (_, text) => {
    expect(liveParts(markdown(text))).toEqual([]);
    expect(liveParts(markdownLine(text))).toEqual([]);
    expect(liveParts(`x ${markdownLine(text)} y`)).toEqual([]);
    expect(`${markdown(text)}${markdownLine(text)}`).not.toMatch(/<!--\s*(?:pr-)?debate/i);
  });

  test("H13 a mention, link or reference stays readable, as code", () => {
    expect(markdown("Ask @octocat, see https://a.b/c?d=1. Fixes #12 (o/r#3) in deadbeef.")).toBe(
      "Ask `@octocat`, see `https://a.b/c?d=1`. Fixes `#12` (`o/r#3`) in `deadbeef`.",
    );
  });

  test("H15 a fence inside the text cannot close ours", () => {
    const written = markdown("Use\n~~~js {evil}\nconst a = 1;\n```suggestion\nrm -rf\n```\n~~~\nthen stop");
    expect(nodesOf(gfmTree(written)).filter((node) => node.type === "code")).toMatchObject([
      { lang: "js", meta: null, value: "const a = 1;\n```suggestion\nrm -rf\n```" },
    ]);
  });

  test("H19 blank inline code keeps its neighbours apart", () => {
    expect([markdownLine("@` `octocat"), markdownLine("` `# a")]).toEqual(["@ octocat", "\\# a"]);
  });

  test("H19 no line starts with a command", () => {
    expect(markdown("/debate plan x\n\n  /approve")).toBe("`/debate` plan x\n\n`/approve`");
  });

  test("keeps the form that reads well", () => {
    const text =
      "A `null` slips\nthrough:\n\n- first `a|b`\n  goes on\n- second\n\n1) one\n2) two\n\n```ts\nif (x) {\n  y();\n}\n```\nEnd.";
    expect(markdown(text)).toBe(
      "A `null` slips\nthrough:\n\n- first `a|b`\n  goes on\n- second\n\n1. one\n2. two\n\n```ts\nif (x) {\n  y();\n}\n```\n\nEnd.",
    );
  });

  test("leaves identifiers unescaped", () => {
    expect(markdownLine("user_id_of(x) and __init__ * 2")).toBe("user_id_of(x) and \\_\\_init\\_\\_ \\* 2");
  });

  const words = fc.constantFrom(
    ...[
      "@",
      "#1",
      "a",
      "deadbeef",
      "https://",
      "www.",
      "e.tld",
      "![",
      "[",
      "]",
      "](",
      ")",
      "<",
      ">",
      "<!--",
      "-->",
      "<img src=",
      "&",
      "&#64;",
    ],
    ...[
      "*",
      "**",
      "_",
      "~~",
      "\\",
      "/",
      "/approve",
      "-",
      "+",
      "=",
      "===",
      "---",
      "|",
      "|-|",
      ":-",
      ":",
      "$",
      "1.",
      "1)",
      "# ",
      "> ",
      "[^1]",
      "[x]:",
    ],
    ...[
      "suggestion",
      "é",
      "字",
      "\u202e",
      "\t",
      " ",
      "  ",
      "    ",
      "GH-",
      "1",
      "'",
      '"',
      "!",
      "?",
      ",",
      ".",
      "<details>",
    ],
  );
  const lines = fc.constantFrom(
    "\n",
    "\n\n",
    "\r\n",
    "`",
    "``",
    "```",
    "````",
    "~~~",
    "```suggestion\n",
    "```mermaid\n",
    "\n```\n",
  );
  const text = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.array(part, { maxLength: 24 }).map((parts) => parts.join(""));

  test("H13 nothing a grammar of hostile pieces builds is live", () => {
    fc.assert(
      fc.property(text(fc.oneof({ weight: 3, arbitrary: words }, lines)), (hostileText) => {
        expect(liveParts(markdown(hostileText))).toEqual([]);
        expect(liveParts(`- ${markdownLine(hostileText)}`)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("every character of a line without backticks is still read", () => {
    fc.assert(
      fc.property(text(words), (hostileText) => {
        expect(readText(markdownLine(hostileText)).trim()).toBe(plain(hostileText));
      }),
      { numRuns: 2000 },
    );
  });

  test("a table cell holds any text in one cell", () => {
    fc.assert(
      fc.property(text(fc.oneof(words, fc.constantFrom("|", "\\|", "`", "``", "`a|b`"))), (hostileText) => {
        const table = `| a | b |\n| --- | --- |\n| x${markdownCell(hostileText)} | ${codeCell(hostileText)}y |`;
        const found = nodesOf(gfmTree(table));
        expect(found.filter((node) => node.type === "tableCell")).toHaveLength(4);
        expect(found.filter((node) => node.type === "tableRow")).toHaveLength(2);
        expect(liveParts(table, ["table", "tableRow", "tableCell"])).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(["`", "`a``b", ")", "a@", "```\n", "- ", "\u200d", "0a", ":a", "[", "\\", "> "])(
    "H63 100 kB of %j take less than a second",
    async (unit) => {
      const long = unit.repeat(100_000 / unit.length);
      expect(await processorSeconds(() => markdown(`${long}!`))).toBeLessThan(1);
    },
  );
});

describe("code", () => {
  test.each(["x", "```", "a\n````\nb", "~~~", "`", " `` ", "<!-- x -->", "", "\n"])("a fence holds %j", (code) => {
    const found = nodesOf(gfmTree(fence(code, "ts"))).slice(1);
    expect(found).toMatchObject([{ type: "code", lang: "ts", value: code.replace(/\n$/, "") }]);
  });

  test("a fence keeps a deletion apart from an empty line", () => {
    expect([fence("", "suggestion"), fence("\n\n")]).toEqual(["```suggestion\n```", "```\n\n\n```"]);
  });

  test.each(["x", "`", "a``b`c", " x ", "`x`", "a|b", "\\"])("inline code holds %j", (code) => {
    expect(nodesOf(gfmTree(`a ${codeSpan(code)} b`)).filter((node) => node.type === "inlineCode")).toMatchObject([
      { value: code },
    ]);
  });

  test("inline code of an empty text is empty, and of two lines is one line", () => {
    expect([codeSpan(""), codeSpan(" \n "), codeSpan("a\n  b")]).toEqual(["", "", "`a b`"]);
  });
});

describe("cut", () => {
  const pieces = ["a", "é", "字", "e\u0301", "😀", "👨‍👩‍👧", "🇩🇪", "ก็", "👍🏽", "\n"];

  test("H74 leaves what fits and never exceeds the limit, note included", () => {
    for (const piece of pieces) {
      const long = piece.repeat(20);
      for (const limit of [0, 1, 3, ...[-1, 0, 1].map((step) => byteLength(long) + step), 40, 41, 42, 43]) {
        expect(byteLength(cut(long, limit, "…"))).toBeLessThanOrEqual(limit);
      }
      expect(cut(long, byteLength(long), "…")).toBe(long);
      expect(cut(long, byteLength(long) - 1, "…")).toMatch(/…$/u);
    }
  });

  test("cuts between characters as a reader sees them", () => {
    for (const piece of pieces) {
      for (let limit = 0; limit < 60; limit += 1) {
        const kept = cut(`x${piece.repeat(20)}`, limit, "");
        const keptCharacters = cutCharacters(`x${piece.repeat(20)}`, limit, "");
        expect(["", ...Array.from({ length: 60 }, (_, count) => `x${piece.repeat(count)}`)]).toContain(kept);
        expect(["", ...Array.from({ length: 60 }, (_, count) => `x${piece.repeat(count)}`)]).toContain(keptCharacters);
        expect(keptCharacters.length).toBeLessThanOrEqual(limit);
      }
    }
  });

  test("a note longer than the limit is left out", () => {
    expect([cut("abcdef", 3, "a long note"), cutCharacters("abcdef", 3, "a long note")]).toEqual(["abc", "abc"]);
    expect([cut("abcdef", 4, "…"), cutCharacters("abcdef", 4, "…")]).toEqual(["a…", "abc…"]);
  });
});

describe("cut at a blank", () => {
  test.each([
    ["all of it", "one two", 7, "one two"],
    ["whole words", "one two three", 11, "one two …"],
    ["a word that ends at the limit", "one two three", 9, "one two …"],
    ["half a word never", "one two three", 8, "one …"],
    ["a single endless word not at all", "x".repeat(50), 10, "…"],
    ["any blank", "one\ntwo\u3000three", 9, "one\ntwo …"],
    ["a limit of nothing", "one two", 0, ""],
  ])("%s", (_, text, limit, expected) => {
    expect(cutAtBlank(text, limit)).toBe(expected);
  });

  const begun = ["-----BEGIN RSA ", "PRIVATE KEY-----"].join("");
  const ended = ["-----END RSA ", "PRIVATE KEY-----"].join("");

  test("a key block whose end is cut off is gone from its beginning, a whole one stays", () => {
    const lines = "q1w2e3r4t5y6\n".repeat(9);
    const whole = `${begun}\n${lines}${ended}`;
    for (const cutOff of [1, 30, 100]) expect(cutAtBlank(`See\n${whole}`, whole.length + 4 - cutOff)).toBe("See …");
    expect(cutAtBlank(`${whole}\nand ${whole}`, whole.length + 90)).toBe(`${whole}\nand …`);
  });

  test("it is within its limit, and each of its words is one of the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(60), (text, limit) => {
        const kept = cutAtBlank(text, limit, "");
        expect(kept.length).toBeLessThanOrEqual(limit);
        const words = text.split(/\s+/);
        for (const word of kept.split(/\s+/)) expect(["", ...words]).toContain(word);
      }),
    );
  });
});

test("what a store takes is well-formed and has no U+0000", () => {
  expect(storable("a\u0000b\ud800c\udfff😀")).toBe("a\ufffdb\ufffdc\ufffd😀");
});

describe("words", () => {
  test.each([
    ["a text within its limit stays", "one two  three", 3, "one two  three"],
    ["the note counts", "one two three four", 3, "one … (cut)"],
    ["no room for a word", "one two three", 1, " … (cut)"],
    ["nothing of nothing", "", 5, ""],
  ])("%s", (_what, text, limit, expected) => {
    expect(cutWords(text, limit)).toBe(expected);
  });

  test("whatever the text, no more words are left than asked for, and cutting twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.integer({ min: 3, max: 30 }), (text, limit) => {
        const kept = cutWords(text, limit);
        expect(countWords(kept)).toBeLessThanOrEqual(limit);
        expect(cutWords(kept, limit)).toBe(kept);
        expect(kept.isWellFormed()).toBe(true);
      }),
    );
  });

  test("H63 an endless word is as many words as it would fill", () => {
    expect(countWords("x".repeat(1_200))).toBe(100);
    expect(cutWords("x".repeat(1e6), 10).length).toBeLessThan(120);
  });
});
