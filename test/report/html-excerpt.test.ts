import { describe, expect, test } from "vitest";
import { reports } from "../../src/report/index.ts";
import { aFinding, aReview } from "../support/review-builder.ts";

const finding = aFinding({ line: 10, startLine: 9, quote: "  b();\n  c();" });
const excerpt = ["8 |   a();", "9 |   b();", "10 |   c();", "11 |   d('<x>');"].join("\n");
const written = (excerpts?: Record<string, string>) =>
  reports.html(aReview({ result: "findings", findings: [finding], ...(excerpts === undefined ? {} : { excerpts }) }), {
    version: "1.2.3",
  });

describe("the HTML report", () => {
  test("shows the code around a finding with line numbers, and marks the lines that it is about", () => {
    const page = written({ [finding.id]: excerpt });
    expect(page).toContain("<i> 8</i> a();\n<mark><i> 9</i> b();</mark>\n<mark><i>10</i> c();</mark>\n<i>11</i> d(");
    expect(page).toContain("d(&#39;&lt;x&gt;&#39;);");
  });

  test.each([
    ["no excerpt", undefined],
    ["none of this finding", { "00000000": excerpt }],
    ["an empty one", { [finding.id]: "" }],
  ])("%s: the quote alone", (_what, excerpts) => {
    expect(written(excerpts)).toContain("<pre><code>b();\nc();</code></pre>");
  });
});
