import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { reports } from "../../src/report/index.ts";
import { gfmTree, liveParts, nodesOf } from "../support/gfm.ts";
import { hostileTexts } from "../support/hostile.ts";
import { liveHtml } from "../support/live-html.ts";
import { reviewSaying, typicalReview } from "../support/review-examples.ts";

const hostile = Object.entries(hostileTexts);
const options = { version: "1.2.3" };

describe("markdown", () => {
  const ours = ["heading", "table", "tableRow", "tableCell", "strong", "emphasis", "html"];
  const skeleton = (text: string): readonly string[] => {
    return nodesOf(gfmTree(text)).flatMap((node) => (ours.includes(node.type) ? [node.type] : []));
  };

  test.each(hostile)("%s in every field changes nothing but words", (_, text) => {
    const written = reports.markdown(reviewSaying(text), options);
    expect(liveParts(written, ours)).toEqual([]);
    expect(skeleton(written)).toEqual(skeleton(reports.markdown(reviewSaying("word"), options)));
    expect(written).not.toMatch(/<!--\s*(?:pr-)?debate/i);
  });

  test("H18 the only HTML is ours", () => {
    for (const [, text] of hostile) {
      const tags = nodesOf(gfmTree(reports.markdown(reviewSaying(text), options))).flatMap((node) =>
        node.type === "html" ? [node.value] : [],
      );
      expect(tags.length).toBeGreaterThan(4);
      for (const tag of tags) expect(tag).toMatch(/^<details>\n<summary>[\w ():,]+<\/summary>$|^<\/details>$/);
    }
  });

  test("H15 a typed suggestion is shown as plain code in a report", () => {
    const codes = nodesOf(gfmTree(reports.markdown(typicalReview(), options))).filter((node) => node.type === "code");
    expect(codes).toContainEqual(
      expect.objectContaining({
        lang: null,
        value: typicalReview().findings.find((one) => one.suggestion)?.suggestion,
      }),
    );
  });
});

describe("html", () => {
  test.each(hostile)("%s in every field makes no tag and no attribute", (_, text) => {
    const written = reports.html(reviewSaying(text), options);
    expect(liveHtml(written)).toEqual([]);
    const plainTags = reports
      .html(reviewSaying("word"), options)
      .match(/<(?:article|section|h\d|table|details|li class)/g);
    expect(written.match(/<(?:article|section|h\d|table|details|li class)/g)).toEqual(plainTags);
  });

  test("H18 a script stays text that can be read", () => {
    const written = reports.html(reviewSaying('<script>alert("x")</script>'), options);
    expect(written).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
    expect(written).not.toContain("<script");
  });

  test("the policy allows our style and nothing else, and the style asks for nothing", () => {
    const written = reports.html(typicalReview(), options);
    const style = /<style>(?<css>.*?)<\/style>/s.exec(written)?.groups?.["css"] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(written).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(style).not.toMatch(/url\(|@import/);
    expect(written).not.toContain(" style=");
  });
});

describe("text", () => {
  test.each(hostile)("%s in every field drives neither terminal nor runner", (_, text) => {
    const plain = reports.text(reviewSaying(text), options);
    expect(plain.replace(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u);
    expect(plain).not.toMatch(/^\s*::|##\[/m);
    const coloured = reports.text(reviewSaying(text), { ...options, colour: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours are the one thing allowed to remain.
    expect(coloured.replace(/\u001b\[[0-9;]+m/g, "")).toBe(plain);
  });
});

describe("sarif", () => {
  // What a fix inserts is code: a tool writes it into the file and shows it as such.
  const messages = (text: string): string[] =>
    [
      ...reports
        .sarif(reviewSaying(text), options)
        .matchAll(/(?<!"insertedContent": \{\n)^\s*"text": (?<json>".*"),?$/gm),
    ].map((match) => String(JSON.parse(match.groups?.["json"] ?? '""')));

  test.each(hostile)("H13 %s in every field is not a live link in a message", (_, text) => {
    const written = messages(text);
    expect(written.length).toBeGreaterThan(3);
    for (const message of written) {
      expect(message).not.toMatch(/\[[^\]]*\]\([^)]*\)|:\/\/|www\.\S/i);
      const types = nodesOf(gfmTree(message)).map(({ type }) => type);
      for (const type of ["link", "image", "linkReference", "imageReference", "html"])
        expect(types).not.toContain(type);
    }
  });
});

describe("every format", () => {
  // Split so that no scanner takes this file for a leak.
  const secrets = [`AK${"IA"}IOSFODNN7EXAMPLE`, `gh${"p_"}${"a1B2".repeat(9)}`, `sk${"-ant-"}${"aB3".repeat(12)}`];
  const names = ["text", "markdown", "json", "sarif", "html", "agent", "ndjson"] as const;

  test.each(names)("H75 %s holds no secret by shape or by value, and still says where", (name) => {
    for (const secret of [...secrets, "a-value-only-we-know"]) {
      const review = {
        ...typicalReview(),
        reason: `leaked ${secret} here`,
        findings: reviewSaying(`const k = "${secret}";`).findings,
      };
      const written = reports[name](review, { ...options, secrets: ["a-value-only-we-know"] });
      expect(written).not.toContain(secret);
      expect(written).toMatch(/redacted/);
    }
  });

  test.each(names)("%s is the same for the same review, and leaves it as it was", (name) => {
    const review = typicalReview();
    const first = reports[name](review, options);
    expect(reports[name](review, options)).toBe(first);
    expect(reports[name](typicalReview(), options)).toBe(first);
    expect(review).toEqual(typicalReview());
  });
});
